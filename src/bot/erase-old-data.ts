import type { Logger } from "@herald/common/log.ts";
import { limitedWaitMaxMs } from "@herald/common/wire/retry-hints.ts";
import { dayOf } from "../shared/utc-day.ts";
import type { Store } from "../store/store.ts";

/**
 * How long a day's usage is kept, in days. Limits only need the
 * current day; the rest answers questions about the account.
 */
const speechKeptDays = 90;
/** How long the journal of redemptions keeps members' names, in ms: 12 months. */
const namesKeptMs = 365 * 24 * 60 * 60_000;
const eraseEveryMs = 60 * 60_000;

interface OldDataOptions {
	readonly store: Pick<Store, "speechDays" | "redemptions" | "kept" | "creditAccounts" | "eraseOver">;
	readonly logger: Logger;
	/** In ms since the epoch. */
	readonly now: () => number;
}

/**
 * Erases what Herald no longer needs, now and every hour: daily usage after 90 days, who was forgotten once that day
 * is over, names in the journal of redemptions after 12 months, balances of more than a day ago, and books that have
 * expired.
 *
 * @returns a function that ends it
 */
export const eraseOldData = ({ store, logger, now }: OldDataOptions): (() => Promise<void>) => {
	const erase = async ({ withKept }: { readonly withKept: boolean }) => {
		try {
			const days = await store.speechDays.eraseBefore(dayOf(now()) - speechKeptDays);
			await store.speechDays.eraseForgotten(dayOf(now()));
			const names = await store.redemptions.eraseNames(now() - namesKeptMs);
			// A balance is valid for a minute. A wait that the service asks for is respected for up to a day.
			await store.creditAccounts.eraseOld(limitedWaitMaxMs);
			await store.eraseOver();
			// Not at the start: books are resumed first, so that the member of an expired one is told.
			if (withKept) await store.kept.eraseBefore(now());
			if (days + names > 0) logger.info({ event: "old_data_erased", days, names }, "erased old data");
		} catch (error) {
			logger.warn(
				{ event: "old_data_kept", err: error },
				"could not erase old data, and try again in an hour",
			);
		}
	};
	let work = erase({ withKept: false });
	const timer = setInterval(() => {
		work = work.then(() => erase({ withKept: true }));
	}, eraseEveryMs).unref();
	return () => {
		clearInterval(timer);
		return work;
	};
};
