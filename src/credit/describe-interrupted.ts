import { partyOf } from "../shared/elsewhere.ts";
import type { Redeemer } from "../store/redemptions.ts";
import { textsFor } from "../texts/index.ts";
import type { Credit } from "./credit.ts";
import { describeRedemption } from "./describe-redemption.ts";

const untouched = async (): Promise<void> => {};

/**
 * @returns the sentence for a member whose answer was under way when Herald ended: what became of a text or, with a
 *   code's fingerprint, of that code; `markAnswered` is called once they have been told
 */
export const describeInterrupted = async (
	{ guildId, userId, locale, code }: Redeemer & { readonly locale: string; readonly code?: string },
	credit: Credit,
) => {
	const t = textsFor(locale);
	if (code === undefined) return { content: t("interrupted.text"), markAnswered: untouched };
	const unanswered = await credit.listUnanswered({ guildId: partyOf({ guildId, userId }), userId });
	const found = unanswered.find((each) => each.code === code);
	if (!found) return { content: t("interrupted.code"), markAnswered: untouched };
	const { redemption, markAnswered } = found;
	return { content: describeRedemption(redemption, undefined, t, locale), markAnswered };
};
