import { SlidingWindow } from "@herald/common/sliding-window.ts";
import { type Message, MessageType } from "discord.js";
import type { BacklogSkip } from "./backlog.ts";
import type { Examiner } from "./examiner.ts";
import type { ReadableMessage } from "./passage-writer.ts";
import type { ReadingSession } from "./reading-session.ts";
import { RecentSkips } from "./recent-skips.ts";
import type { SkipReason, Verdict } from "./skip-reason.ts";

/** Read of one member of a guild; what is over it isn't read. */
const messagesPerMinute = 20;

/** Whether a message is read, and what is read of it. */
export interface TakenIn {
	readonly verdict: Verdict;
	readonly content?: ReadableMessage;
}

export interface IntakeOptions {
	readonly examiner: Examiner;
	/** In ms. */
	readonly now: () => number;
}

/** Decides on messages at the moment when they are written, and remembers reasons that only this moment tells. */
export class Intake {
	readonly #options: IntakeOptions;
	readonly #rate = new SlidingWindow(messagesPerMinute, 60_000);
	readonly #skips = new RecentSkips();

	constructor(options: IntakeOptions) {
		this.#options = options;
	}

	/** @returns why a message that could be read wasn't, for a reason that only its moment told */
	skipOf(messageId: string): SkipReason | undefined {
		return this.#skips.find(messageId);
	}

	/** A message isn't read after all. */
	readonly noteSkip = (messageId: string, reason: BacklogSkip): void => {
		this.#skips.note(messageId, reason);
	};

	/**
	 * Decides on a message.
	 *
	 * @param voiceChannelId - where it would be heard
	 * @param session - where it is going to be read: only then it counts against its author's messages a minute
	 */
	async take(
		message: Message<true>,
		voiceChannelId: string | undefined,
		session?: ReadingSession<ReadableMessage>,
	): Promise<TakenIn> {
		const { examiner, now } = this.#options;
		const { id, guildId, author, content: written } = message;
		const paused = session?.state.kind === "paused";
		const { verdict, composed, settings } = await examiner.examine(
			message,
			{ voiceChannelId, paused, author: message.member },
			async () => {
				const isFast = session && this.#rate.admit([`${guildId} ${author.id}`], now()) !== undefined;
				if (!isFast) return undefined;
				this.#skips.note(id, "too_fast");
				return "too_fast";
			},
		);
		if (session) session.reader.holdMs = settings.holdMs;
		if (!verdict.read || !composed) return { verdict };
		const { isForeign: _, ...said } = composed;
		const follows = message.type === MessageType.Default && message.messageSnapshots.size === 0;
		return { verdict, content: { ...said, written, follows } };
	}
}
