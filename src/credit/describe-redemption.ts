import { formatUnits } from "@herald/common/wire/prices.ts";
import { relativeTime } from "../discord/describe-problem.ts";
import type { CodeMark } from "../shared/fingerprint.ts";
import { elsewhere, type Owner, partyOf } from "../shared/party.ts";
import { type Translate, textsFor } from "../texts/index.ts";
import type { Balance } from "./balances.ts";
import type { Credit } from "./credit.ts";
import type { Redemption } from "./redemption.ts";

/** @returns a balance in words; undefined if it is unknown */
export const describeBalance = (balance: Balance | undefined, t: Translate, locale: string) => {
	if (balance?.unlimited) return t("balance.unlimited");
	return balance?.units === undefined ? undefined : t("balance.units", formatUnits(balance.units, locale));
};

/** @returns an outcome in a sentence or two: what happened, and what to do next */
export const describeRedemption = (
	redemption: Redemption,
	balance: Balance | undefined,
	t: Translate,
	locale: string,
): string => {
	const earlier = "earlier" in redemption ? redemption.earlier : undefined;
	if (earlier === "redeemed") return t("redeem.refused.used");
	const code = t(earlier ? "redeem.code.unknown" : "redeem.code.good");
	switch (redemption.kind) {
		case "redeemed": {
			const { units } = redemption;
			const whose = redemption.isOwn ? "own" : "operators";
			const added =
				units === undefined
					? t("redeem.redeemed", { whose })
					: t("redeem.redeemed.units", { whose, ...formatUnits(units, locale) });
			return [added, describeBalance(balance, t, locale)].filter(Boolean).join(" ");
		}
		case "refused":
			return [t(`redeem.refused.${redemption.reason}`), ...(earlier ? [code] : [])].join(" ");
		case "unknown":
			return t(`redeem.unknown.${redemption.why}`);
		case "unavailable":
			return t(`redeem.unavailable.${redemption.why}`, { code });
		case "rate_limited":
			return t("redeem.rate_limited", { code, when: relativeTime(redemption.retryAt) });
		case "too_fast":
			return t(`redeem.too_fast.${redemption.why}`, { when: relativeTime(redemption.retryAt) });
		case "unauthorized":
			return t(redemption.isOwn ? "redeem.unauthorized.own" : "redeem.unauthorized", { code });
		case "busy":
			return t("redeem.busy", { code });
		default:
			return t(`redeem.${redemption.kind}`);
	}
};

/** An answer to a member that Herald didn't finish, with the code's fingerprint if the answer was about a code. */
interface LostAnswer extends Owner {
	readonly locale: string;
	readonly code?: CodeMark;
}

const untouched = async (): Promise<void> => {};

/**
 * @returns the sentence for a member whose answer was interrupted when Herald ended. With a code's fingerprint, the
 * sentence tells the code's outcome; otherwise it is about a text. Call `markAnswered` once the member has seen it
 */
export const describeInterrupted = async ({ place, userId, locale, code }: LostAnswer, credit: Credit) => {
	const t = textsFor(locale, place === elsewhere);
	if (code === undefined) return { content: t("interrupted.text"), markAnswered: untouched };
	const redeemer = { party: partyOf({ place, userId }), userId };
	await credit.giveUp(redeemer, code);
	const found = (await credit.listUnanswered(redeemer)).find((each) => each.code === code);
	if (!found) return { content: t("interrupted.code"), markAnswered: untouched };
	const content = describeRedemption(found.redemption, undefined, t, locale);
	return { content, markAnswered: () => credit.markAnswered(redeemer, code) };
};
