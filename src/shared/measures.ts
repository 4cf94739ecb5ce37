import { declareMeasures } from "@herald/common/measures.ts";
import type { ProblemKind } from "./problem.ts";

/** How an interaction ended. */
export type InteractionOutcome =
	/** The handler ended without an error. */
	| "done"
	/** Choices for an option were suggested. */
	| "completed"
	/** An expected failure. The member was told, except in an autocompletion. */
	| "problem"
	/** An unexpected failure. The member was told, except in an autocompletion. */
	| "bug"
	/** No answer reached the member. */
	| "unanswered"
	/** Somebody deleted the answer. */
	| "answer removed"
	/** The interaction had expired. */
	| "too late";

export const reopenReasons = ["closed", "fault", "gateway", "lost", "moved", "timeout", "resumed"] as const;
export type ReopenReason = (typeof reopenReasons)[number];

/**
 * The budgets that can refuse a text. Seconds of speech per day: of a member (`member_day`), of a guild (`guild_day`),
 * of all members outside of guilds (`everyone_day`), and of the operator's account (`all_day`). Seconds of speech per
 * month: of the operator's account (`all_month`). Texts per minute: of a member (`member_minute`).
 */
export const budgets = [
	"member_day",
	"guild_day",
	"everyone_day",
	"all_day",
	"all_month",
	"member_minute",
] as const;
export type Budget = (typeof budgets)[number];

/** Whose account pays for a request: the operator's, or one that a server or a member has connected. */
export const payers = ["operators", "connected"] as const;

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

/**
 * Measurements of Herald's work, from which metrics are counted. Ids connect measurements and must not become labels.
 */
export interface Measures {
	readonly interactionReceived: { readonly id: string };
	readonly interactionAcknowledged: { readonly id: string };
	readonly interactionEnded: {
		readonly id: string;
		/**
		 * The called command, or the path of the component or form, such as `say:file`; `unknown` if Herald has none of
		 * that name.
		 */
		readonly command: string;
		readonly outcome: InteractionOutcome;
	};
	/** A request to the speech service has ended. `status` is the HTTP status, or why there is none. */
	readonly speechAnswered: {
		readonly model: string;
		readonly account: (typeof payers)[number];
		readonly status: number | "timeout" | "network" | "aborted";
		readonly ms: number;
	};
	/**
	 * A step of a speech request: it began to wait for a permit (`queued`), got the permit (`begun`), was refused a
	 * permit (`refused`), was given up by its caller before it got one (`given up`), or gave the permit back (`ended`).
	 * `waitedMs` counts from `queued`; `isFirst` tells whether it is a text's first request.
	 */
	readonly requestTurn: {
		readonly step: "queued" | "begun" | "refused" | "given up" | "ended";
		readonly waitedMs: number;
		readonly isFirst: boolean;
	};
	/** A Line couldn't be made because of the service's rate limit. */
	readonly requestLimited: object;
	/** The current limit of concurrent requests. */
	readonly requestLimit: { readonly limit: number };
	/** A speech request is being retried because of `reason`. */
	readonly speechRetried: { readonly reason: ProblemKind };
	/** The tokens charged for an answer, even if it had no sound. */
	readonly speechBilled: {
		readonly model: string;
		readonly promptTokens: number;
		readonly audioTokens: number;
	};
	/**
	 * A caller has got a Line's sound, which is `ms` long: from its own request (`made`), from another caller's request
	 * (`shared`), or from the cache.
	 */
	readonly lineSpoken: { readonly ms: number; readonly source: "made" | "cache" | "shared" };
	/** A queued text has started to play, `waitedMs` after it was queued. */
	readonly textStarted: { readonly waitedMs: number };
	/**
	 * The gateway is connected again, by resuming the session or with a new one. `code` is the close code of the outage.
	 */
	readonly gatewayBack: { readonly how: "resumed" | "new_session"; readonly code: number | undefined };
	readonly voiceReopened: { readonly reason: ReopenReason };
	/** A packet was sent so late that a listener may hear it. */
	readonly frameLate: object;
	/** A playing sound has stopped because its next packets haven't been made yet. */
	readonly soundLate: object;
	/** Whether a message is read aloud. `skipped` is the reason if it isn't; otherwise undefined. */
	readonly messageDecided: { readonly skipped: string | undefined };
	readonly codeRedeemed: { readonly outcome: (typeof redemptionOutcomes)[number] };
	/**
	 * The seconds of speech that the operator's account has paid for on a day, and in that day's month so far. An
	 * undefined limit means no limit.
	 */
	readonly allUsed: {
		/** Days since the epoch. */
		readonly day: number;
		readonly used: Readonly<Record<"day" | "month", number>>;
		readonly limits: Readonly<Record<"day" | "month", number | undefined>>;
	};
	readonly budgetRefused: { readonly budget: Budget };
}

export const { measure, onMeasure } = declareMeasures<Measures>();
