import { Recent } from "@herald/common/recent.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import { type Message, MessageType } from "discord.js";
import type { ReadDecision, SkipReason } from "./decide.ts";
import type { Examiner } from "./examiner.ts";
import type { ReadingState } from "./reading-state.ts";
import type { ReadableMessage } from "./utterance.ts";

/** Read of one member of a guild; further messages are skipped. */
const messagesPerMinute = 20;
/** How many skipped messages are remembered, for members who ask why, and how many others. */
const skipsMax = 1_000;

/** Decides which messages are read when they are written, and remembers reasons that depend on that moment. */
export class MessageFilter {
	readonly #examiner: Examiner;
	readonly #now: () => number;
	readonly #rate = new SlidingWindow(messagesPerMinute, 60_000);
	readonly #skips = new Recent<SkipReason>(skipsMax);
	/** The ids of messages that count. */
	readonly #admitted = new Recent<true>(skipsMax);

	/** @param now - in ms */
	constructor(examiner: Examiner, now: () => number) {
		this.#examiner = examiner;
		this.#now = now;
	}

	/** @returns why a message that could be read wasn't, for a reason that depended on its moment */
	skipOf(messageId: string): SkipReason | undefined {
		return this.#skips.find(messageId);
	}

	readonly noteSkip = (messageId: string, reason: SkipReason): void => {
		this.#skips.set(messageId, reason);
	};

	/**
	 * Decides on a message.
	 *
	 * @param voiceChannelId - where it would be heard
	 * @param session - where it is going to be read: only then it counts against its author's messages a minute
	 * @returns whether it is read, and what is read of it
	 */
	async decide(
		message: Message<true>,
		voiceChannelId: string | undefined,
		session?: { readonly state: ReadingState; readonly reader: { holdMs: number } },
	): Promise<{ readonly verdict: ReadDecision; readonly content?: ReadableMessage }> {
		const { id, guildId, author, content: written } = message;
		const paused = session?.state.kind === "paused";
		const { verdict, composed, settings } = await this.#examiner.examine(
			message,
			{ voiceChannelId, paused, author: message.member },
			async () => {
				// An edit of it doesn't count again.
				if (!session || this.#admitted.find(id)) return undefined;
				const isFast = this.#rate.admit([`${guildId} ${author.id}`], this.#now()) !== undefined;
				if (isFast) this.noteSkip(id, "too_fast");
				else this.#admitted.set(id, true);
				return isFast ? "too_fast" : undefined;
			},
		);
		if (session) session.reader.holdMs = settings.holdMs;
		if (!verdict.read || !composed) return { verdict };
		const follows = message.type === MessageType.Default && message.messageSnapshots.size === 0;
		const { firstRole } = settings;
		const goesFirst = firstRole !== null && (message.member?.roles.cache.has(firstRole) ?? false);
		return { verdict, content: { ...composed, written, follows, goesFirst } };
	}
}
