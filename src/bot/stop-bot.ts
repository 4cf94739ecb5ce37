import { setTimeout as wait } from "node:timers/promises";
import { within } from "@herald/common/race.ts";
import type { Client } from "discord.js";
import { destroyClient } from "../discord/client.ts";
import { Problem } from "../shared/problem.ts";

/** How long a stop waits for answers in progress once its grace is over, in ms. */
const stopPatienceMs = 4_000;

interface Closable {
	close(): Promise<unknown>;
}

interface Settling {
	/** Resolves when nothing is under way. */
	settle(): Promise<unknown>;
}

/** What a stop ends, each in its place. */
export interface Stoppable {
	/** Aborted first: nothing new is begun. */
	readonly closing: AbortController;
	/** Aborted once the grace is over: what is under way is ended. */
	readonly shutdown: AbortController;
	readonly client: Client;
	readonly reader: { stop(): void };
	readonly voice: { drain(): Promise<unknown> } & Closable;
	readonly credit: Closable;
	/** What is asked for and paid in any case. */
	readonly speech: Settling;
	/** What members are still told. */
	readonly dispatcher: Settling;
	readonly edits: Settling;
	/** What only remembers: closed before answers are written for the last time. */
	readonly memories: readonly { close(): void }[];
	/** What ends work that may take as long as answers may. */
	readonly endWork: () => Promise<unknown>;
	/** What works for all of these, in the order in which it is closed. */
	readonly tools: readonly Closable[];
}

/**
 * Stops the bot in order, within ten seconds and the grace.
 *
 * @param graceMs - how long what is made may take to be ready, and what is playing to its next pause
 */
export const stopBot = async (bot: Stoppable, graceMs: number): Promise<void> => {
	const { closing, shutdown, client, dispatcher, reader, voice, credit, speech, edits, memories } = bot;
	closing.abort();
	reader.stop();
	if (graceMs > 0) await within(graceMs, Promise.all([dispatcher.settle(), voice.drain(), speech.settle()]));
	shutdown.abort(new Problem({ kind: "shutting_down" }));
	const over = wait(stopPatienceMs, undefined, { ref: false });
	const patiently = (work: Promise<unknown>) => Promise.race([work, over]);
	await patiently(dispatcher.settle());
	await voice.close();
	await credit.close();
	for (const memory of memories) memory.close();
	// Redemptions without an answer have become unknown, which their members are told.
	await patiently(Promise.all([dispatcher.settle(), edits.settle()]));
	await destroyClient(client);
	await patiently(bot.endWork());
	for (const tool of bot.tools) await tool.close();
};
