import { declareMeasures } from "@herald/common/measures.ts";
import type { ProblemKind } from "./problem.ts";

/** The outcome of an interaction. */
export type InteractionOutcome =
	| "done"
	| "completed"
	| "problem"
	| "bug"
	| "unanswered"
	| "answer removed"
	| "too late";

/** Why a voice connection was made anew. */
export const reopenReasons = ["closed", "fault", "gateway", "lost", "moved", "timeout", "resumed"] as const;
export type ReopenReason = (typeof reopenReasons)[number];

/** The budget that refuses a text: seconds of a day or, of all together, a month, or a member's texts a minute. */
export const budgets = [
	"member_day",
	"guild_day",
	"everyone_day",
	"all_day",
	"all_month",
	"member_minute",
] as const;
export type Budget = (typeof budgets)[number];

/** Whose account pays a request: the operator's, or one that a server or a member has connected. */
export const payers = ["operators", "connected"] as const;

/** The outcome of a code. */
export const redemptionOutcomes = [
	"redeemed",
	"refused",
	"unknown",
	"unavailable",
	"unauthorized",
	"busy",
	"rate_limited",
	"mistyped",
	"in_progress",
	"too_fast",
] as const;

/** Herald's measurements of its work, for counters. Ids tie measures together and must not become labels. */
export interface Measures {
	readonly interactionReceived: { readonly id: string };
	readonly interactionAcknowledged: { readonly id: string };
	readonly interactionEnded: {
		readonly id: string;
		/** A command's name, or what a button or form belongs to; `unknown` where Herald doesn't have it. */
		readonly command: string;
		readonly outcome: InteractionOutcome;
	};
	/** A request to the speech service has ended; `status` is HTTP's, or why there is none. */
	readonly speechAnswered: {
		readonly model: string;
		readonly account: (typeof payers)[number];
		readonly status: number | "timeout" | "network" | "aborted";
		readonly ms: number;
	};
	/**
	 * A request waits for its turn to be sent, has it, or no longer waits; `waitedMs` is since it was queued, and
	 * `isFirst` whether a text's first word waits for it.
	 */
	readonly requestTurn: {
		readonly step: "queued" | "begun" | "refused" | "given up" | "ended";
		readonly waitedMs: number;
		readonly isFirst: boolean;
	};
	/** The service refused a Line for its limit of requests, to the last retry. */
	readonly requestLimited: object;
	/** The number of requests that may be under way at once now. */
	readonly requestLimit: { readonly limit: number };
	/** It is sent again, because of this. */
	readonly speechRetried: { readonly reason: ProblemKind };
	/** The charge for an answer, also when there was no sound in it. */
	readonly speechBilled: {
		readonly model: string;
		readonly promptTokens: number;
		readonly audioTokens: number;
	};
	/** Speech for one caller; `shared` if another one's request has made it. */
	readonly lineSpoken: { readonly ms: number; readonly source: "made" | "cache" | "shared" };
	/** A text's first word is next, so long after it was asked for. */
	readonly textStarted: { readonly waitedMs: number };
	/** The gateway's session goes on, or there is a new one; `code` is the close code that the outage began with. */
	readonly gatewayBack: { readonly how: "resumed" | "new_session"; readonly code: number | undefined };
	readonly voiceReopened: { readonly reason: ReopenReason };
	/** A packet was handed over so late that a listener may hear it. */
	readonly frameLate: object;
	/** A sound that is being heard stands still: its packets come late. */
	readonly soundLate: object;
	/** Whether a message is read aloud where Herald is in voice; `skipped` is the reading room's reason why not. */
	readonly messageDecided: { readonly skipped: string | undefined };
	readonly codeRedeemed: { readonly outcome: (typeof redemptionOutcomes)[number] };
	/** What the operator's account has paid for of a day, and of its month until then; a limit is undefined for none. */
	readonly allUsed: {
		/** Days since the epoch. */
		readonly day: number;
		readonly used: Readonly<Record<"day" | "month", number>>;
		readonly limits: Readonly<Record<"day" | "month", number | undefined>>;
	};
	readonly budgetRefused: { readonly budget: Budget };
}

export const { measure, onMeasure } = declareMeasures<Measures>();
