import { voiceProblem } from "../shared/problem.ts";

/** Texts waiting or playing in a guild: with more, nobody remembers what they asked for. */
const queueMaxTexts = 50;
/** Everything waiting and playing together, by estimate. */
const queueMaxMs = 10 * 60_000;
/** Keeps one member from crowding out everybody else. */
const queueMaxTextsPerMember = 5;

/** What a queue's limits depend on. */
export interface Waiting {
	readonly userId: string;
	/** By the words in it. */
	readonly estimateMs: number;
}

/**
 * Checks whether a queue can take one more text.
 *
 * @param queue - what plays and waits before it
 * @param textMaxMs - the longest text, as the guild wants it
 * @throws a Problem `voice`, with the limit that is reached
 */
export const admitText = (queue: readonly Waiting[], text: Waiting, textMaxMs: number): void => {
	const refuse = (
		reason: "queue_full" | "queue_too_long" | "too_many_of_yours" | "text_too_long",
		limit: number,
	): never => {
		throw voiceProblem({ reason, limit });
	};
	if (text.estimateMs > textMaxMs) refuse("text_too_long", textMaxMs / 1_000);
	if (queue.filter(({ userId }) => userId === text.userId).length >= queueMaxTextsPerMember)
		refuse("too_many_of_yours", queueMaxTextsPerMember);
	if (queue.length >= queueMaxTexts) refuse("queue_full", queueMaxTexts);
	if (sumMs(queue) + text.estimateMs > queueMaxMs) refuse("queue_too_long", queueMaxMs / 1_000);
};

/** How long these take together, in ms. */
export const sumMs = (queue: readonly Waiting[]): number =>
	queue.reduce((sum, { estimateMs }) => sum + estimateMs, 0);
