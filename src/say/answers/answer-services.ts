import type { Clock } from "../../shared/clock.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import type { KeptSettings } from "../../store/settings.ts";
import type { SessionControl } from "../../voice/sessions.ts";
import type { Say } from "../say.ts";
import type { PendingAnswers } from "./pending-answers.ts";
import type { AnswersWithButtons, RecentRequests } from "./short-memory.ts";

export interface AnswerServices {
	readonly say: Say;
	readonly store: { readonly settings: KeptSettings };
	readonly voice: SessionControl;
	readonly recent: RecentRequests;
	readonly buttons: AnswersWithButtons;
	readonly pendingAnswers: PendingAnswers;
	/** Edits in progress, which a stop waits for. */
	readonly edits: UnderWay;
	readonly clock: Clock;
	/** The clock for messages that say what an answer is waiting for. */
	readonly progressClock: Clock;
	/** Aborts, with a Problem as its reason, when Herald stops. */
	readonly shutdown: AbortSignal;
}
