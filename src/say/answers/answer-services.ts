import type { UnderWay } from "../../shared/under-way.ts";
import type { Clock } from "../../voice/clock.ts";
import type { VoiceChannels } from "../../voice/voice-channels.ts";
import type { Say } from "../say.ts";
import type { AnswersWithButtons } from "./answers-with-buttons.ts";
import type { PendingAnswers } from "./pending-answers.ts";
import type { RecentRequests } from "./recent-requests.ts";

/** What answering with speech takes. */
export interface AnswerServices {
	readonly say: Say;
	readonly voice: VoiceChannels;
	readonly recent: RecentRequests;
	readonly buttons: AnswersWithButtons;
	readonly pendingAnswers: PendingAnswers;
	/** What a stop waits for. */
	readonly edits: UnderWay;
	readonly clock: Clock;
	/** Aborts, with a Problem as its reason, when Herald stops. */
	readonly shutdown: AbortSignal;
}
