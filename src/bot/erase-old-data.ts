import type { Logger } from "@herald/common/log.ts";
import { limitedWaitMaxMs } from "@herald/common/wire/retry-hints.ts";
import { dayOf } from "../shared/utc-day.ts";
import type { Store } from "../store/store.ts";

/** How long a day's use is kept, in days. It counts on that day only; later, it answers questions about the account. */
const speechKeptDays = 90;
/** How long the journal of redemptions names the member, in ms: 12 months. */
const namesKeptMs = 365 * 24 * 60 * 60_000;
const eraseEveryMs = 60 * 60_000;

interface OldDataOptions {
	readonly store: Pick<Store, "speechDays" | "redemptions" | "books" | "creditAccounts" | "eraseOver">;
	readonly logger: Logger;
	/** In ms since the epoch. */
	readonly now: () => number;
}

/**
 * Erases what Herald has no use for any more, now and every hour: members' seconds of speech by day after 90 days, and
 * their names in the journal of redemptions after 12 months; balances that were shown a day ago, and long texts that
 * weren't spoken within one.
 *
 * @returns what ends it
 */
export const eraseOldData = ({ store, logger, now }: OldDataOptions): (() => Promise<void>) => {
	const erase = async ({ withBooks }: { readonly withBooks: boolean }) => {
		try {
			const days = await store.speechDays.eraseBefore(dayOf(now()) - speechKeptDays);
			const names = await store.redemptions.eraseNames(now() - namesKeptMs);
			// A balance is good for a minute, and a wait of the service is believed for a day.
			await store.creditAccounts.eraseOld(limitedWaitMaxMs);
			await store.eraseOver();
			// After a start, they are taken up first: members who wait for one get a sentence.
			if (withBooks) await store.books.eraseBefore(now());
			if (days + names > 0) logger.info({ event: "old_data_erased", days, names }, "erased old data");
		} catch (error) {
			logger.warn(
				{ event: "old_data_kept", err: error },
				"could not erase old data, and try again in an hour",
			);
		}
	};
	let work = erase({ withBooks: false });
	const timer = setInterval(() => {
		work = work.then(() => erase({ withBooks: true }));
	}, eraseEveryMs).unref();
	return () => {
		clearInterval(timer);
		return work;
	};
};
