import type { ProblemDetail } from "../../shared/problem.ts";

/**
 * The consequence of one failed attempt for the attempts after it. `again`: retry the same model after a wait, then
 * another; `again_same_model`: the same, but another model wouldn't help; `firmly`: retry at once, insisting that the
 * text is read; `at_once`: retry at once, asking otherwise; `other_model`: try another model; `end`: no retry would help.
 */
export type Next = "again" | "again_same_model" | "firmly" | "at_once" | "other_model" | "end";

/**
 * A part of a request that a service may refuse, and that is then left out: the field `store`, the language, the style;
 * of the voice, one way to name it.
 */
export type Extra = "store" | "language" | "style" | "voice";

/** Why a service refuses a key: its own limit is used up, or it isn't one. */
export type KeyState = "exhausted" | "refused";

export interface AttemptFailure {
	readonly detail: ProblemDetail;
	readonly next: Next;
	/** The least wait that the service asked for, in ms. */
	readonly waitMs?: number;
	/** Whether the attempt may have been charged. */
	readonly billed: boolean;
	/** Sound that was made at least, where that is known, in ms. */
	readonly madeMs?: number;
	/** One sentence for the operator's log: status, type and code, never the service's echo of a text or key. */
	readonly message: string;
	/** What the words of a refusal are about. */
	readonly about?: Extra | undefined;
	readonly requestId?: string;
	/** Whether a gateway refused: it has retried by itself before it did. */
	readonly byGateway?: boolean;
}
