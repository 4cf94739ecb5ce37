import { Recent } from "@herald/common/recent.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import { type Message, MessageType } from "discord.js";
import type { ReadDecision, SkipReason } from "./decide.ts";
import type { Examiner } from "./examiner.ts";
import type { ReadingState } from "./reading-state.ts";
import type { ReadableMessage } from "./utterance.ts";

/** The most messages of one member that are read per minute in a guild. */
const messagesPerMinute = 20;
/** How many skip reasons are remembered, for members who ask, and how many counted messages. */
const skipsMax = 1_000;

interface FilteredMessage {
	readonly verdict: ReadDecision;
	/** How long the guild holds messages back for moderation, in ms. */
	readonly holdMs: number;
	/** What is read of it. */
	readonly content?: ReadableMessage;
}

/** Decides on messages when they are written, and remembers skip reasons that only applied at that time. */
export class MessageFilter {
	readonly #examiner: Examiner;
	readonly #now: () => number;
	readonly #rate = new SlidingWindow(messagesPerMinute, 60_000);
	readonly #skips = new Recent<SkipReason>(skipsMax);
	/** Messages that were counted against their author's rate, by ID. */
	readonly #admitted = new Recent<true>(skipsMax);

	/** @param now - in ms */
	constructor(examiner: Examiner, now: () => number) {
		this.#examiner = examiner;
		this.#now = now;
	}

	/** @returns why a message was skipped, if the reason only applied when it was written */
	skipOf(messageId: string): SkipReason | undefined {
		return this.#skips.find(messageId);
	}

	readonly noteSkip = (messageId: string, reason: SkipReason): void => {
		this.#skips.set(messageId, reason);
	};

	/**
	 * Decides on a message.
	 *
	 * @param voiceChannelId - where it would be read
	 * @param session - the session that will read it. If undefined, the message doesn't count towards its author's rate
	 */
	async decide(
		message: Message<true>,
		voiceChannelId: string | undefined,
		session?: { readonly state: ReadingState },
	): Promise<FilteredMessage> {
		const { id, guildId, author, content: written } = message;
		const paused = session?.state.kind === "paused";
		const { verdict, composed, settings } = await this.#examiner.examine(
			message,
			{ voiceChannelId, paused, author: message.member },
			async () => {
				// An edited message doesn't count again.
				if (!session || this.#admitted.find(id)) return undefined;
				const isFast = this.#rate.admit([`${guildId} ${author.id}`], this.#now()) !== undefined;
				if (isFast) this.noteSkip(id, "too_fast");
				else this.#admitted.set(id, true);
				return isFast ? "too_fast" : undefined;
			},
		);
		const { holdMs } = settings;
		if (!verdict.read || !composed) return { verdict, holdMs };
		const follows = message.type === MessageType.Default && message.messageSnapshots.size === 0;
		const { firstRole } = settings;
		const goesFirst = firstRole !== null && (message.member?.roles.cache.has(firstRole) ?? false);
		return { verdict, holdMs, content: { ...composed, written, follows, goesFirst } };
	}
}
