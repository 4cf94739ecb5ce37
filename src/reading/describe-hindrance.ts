import { describeProblem, relativeTime } from "../discord/describe-problem.ts";
import type { Problem } from "../shared/problem.ts";
import type { Translate } from "../texts/index.ts";

/** @returns what everybody in a channel is told about why nothing is read, or later; undefined for what concerns one member */
export const describeHindrance = (problem: Problem, t: Translate): string | undefined => {
	const { detail } = problem;
	if (detail.kind === "rate_limited" && !detail.daily) return t("reading.limited");
	if (detail.kind === "over_budget" && detail.whose === "guild")
		return t("reading.share_used", { when: relativeTime(detail.reopensAt) });
	return problem.isOfAccount ? `-# ${describeProblem(detail, t)}` : undefined;
};
