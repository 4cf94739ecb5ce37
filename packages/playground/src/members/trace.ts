import { MessageFlags } from "discord-api-types/v10";
import { displayedTexts, interactiveComponents } from "../checks/components.ts";
import { limits } from "../checks/limits.ts";
import { hasFlag } from "../checks/message-body.ts";
import type { Feed, FeedEvents } from "../world/feed.ts";
import type { Interaction, ShownModal } from "../world/interaction.ts";
import type { StoredMessage } from "../world/message-fields.ts";
import type { Messages } from "../world/messages.ts";

/** An event that the member saw after an interaction. */
type TraceEvent =
	| { readonly kind: "created" | "edited" | "deleted"; readonly message: SeenMessage }
	| { readonly kind: "modal"; readonly modal: ShownModal }
	/** The member reads "The application did not respond". */
	| { readonly kind: "failed" };

/**
 * Follows the answers to an interaction as its member sees them, until its token expires. A promise rejects if what it
 * waits for doesn't come within five minutes. All promises except that of `failed` also reject if the application did
 * not respond.
 */
export class InteractionTrace {
	readonly interaction: Readonly<Interaction>;
	readonly #feed: Feed;
	readonly #history: TraceEvent[] = [];

	constructor(messages: Messages, interaction: Interaction) {
		const { feed, clock } = messages.world;
		this.interaction = interaction;
		this.#feed = feed;
		const stopListening = feed.listen({
			message: (kind, stored) => {
				if (this.#concerns(stored)) this.#history.push({ kind, message: seeMessage(messages, stored) });
			},
			interaction: ({ id, state }) => {
				if (id === interaction.id && state === "failed") this.#history.push({ kind: "failed" });
			},
			modal: (modal) => {
				if (modal.interactionId === interaction.id) this.#history.push({ kind: "modal", modal });
			},
		});
		clock.after(limits.tokenLifetime + 1, stopListening);
	}

	/** All events so far, oldest first. */
	get history(): readonly TraceEvent[] {
		return [...this.#history];
	}

	/** The messages that this interaction created or changed and that still exist, oldest first. */
	get messages(): readonly SeenMessage[] {
		const latest = new Map<string, SeenMessage>();
		for (const event of this.#history) {
			if (event.kind === "deleted") latest.delete(event.message.id);
			else if (event.kind === "created" || event.kind === "edited")
				latest.set(event.message.id, event.message);
		}
		return [...latest.values()];
	}

	/** Resolves to the first message that isn't "thinking". */
	firstAnswer(): Promise<SeenMessage> {
		return this.#until("first answer", (history) => {
			for (const event of history)
				if ((event.kind === "created" || event.kind === "edited") && !event.message.thinking)
					return event.message;
			return undefined;
		});
	}

	/** Resolves to the first message, now or later, for which `predicate` is true. */
	message(predicate: (message: SeenMessage) => boolean): Promise<SeenMessage> {
		return this.#until("message", () => this.messages.find(predicate));
	}

	/** Resolves to all messages once `predicate` is true for the whole list. */
	settled(predicate: (messages: readonly SeenMessage[]) => boolean): Promise<readonly SeenMessage[]> {
		return this.#until("messages", () => (predicate(this.messages) ? this.messages : undefined));
	}

	/** Resolves when the application has acknowledged the interaction in any way, "thinking" included. */
	async acknowledged(): Promise<void> {
		await this.#until("acknowledgement", () => this.interaction.acknowledgedBy);
	}

	modal(): Promise<ShownModal> {
		return this.#until("modal", (history) => history.find((event) => event.kind === "modal")?.modal);
	}

	/** Resolves when the member reads "The application did not respond". */
	async failed(): Promise<void> {
		await this.#until("failure", () => this.interaction.state === "failed" || undefined, true);
	}

	#concerns({ interactionId, message, visibleTo }: StoredMessage): boolean {
		const { id, originalId, sourceMessageId, member } = this.interaction;
		if (visibleTo !== undefined && visibleTo !== member.user.id) return false;
		return interactionId === id || message.id === originalId || message.id === sourceMessageId;
	}

	#until<T>(what: string, look: (history: readonly TraceEvent[]) => T | undefined, failureIsFine = false) {
		const missing = () => `${this.#describe()} No ${what} came`;
		const lookOrFail = () => {
			const found = look(this.#history);
			if (found === undefined && this.interaction.state === "failed" && !failureIsFine)
				throw new Error(`${missing()}: the application did not respond.`);
			return found;
		};
		return next(this.#feed, ["message", "interaction", "modal"], lookOrFail, missing);
	}

	#describe(): string {
		const seen = this.#history.map((event) =>
			"message" in event
				? `${event.kind} ${event.message.thinking ? "(thinking)" : JSON.stringify(event.message.content || event.message.texts)}`
				: event.kind,
		);
		return `${this.interaction.name} so far: ${seen.join(", ") || "nothing"}.`;
	}
}

export const seeMessage = (messages: Messages, { message, visibleTo, earlier }: StoredMessage) => ({
	id: message.id,
	content: message.content,
	/** Whether only one member sees the message. */
	ephemeral: visibleTo !== undefined,
	/** Whether the message shows "… is thinking". */
	thinking: hasFlag(message.flags, MessageFlags.Loading),
	voiceMessage: hasFlag(message.flags, MessageFlags.IsVoiceMessage),
	attachments: message.attachments.map((attachment) => ({
		filename: attachment.filename,
		contentType: attachment.content_type,
		bytes: messages.files.find(attachment.id)?.bytes ?? new Uint8Array(),
		url: attachment.url,
		description: attachment.description,
		/** A voice message's length in seconds, and its waveform in base64. */
		durationSecs: attachment.duration_secs,
		waveform: attachment.waveform,
	})),
	embeds: message.embeds,
	/** What the message's text displays say, in order. */
	texts: displayedTexts(message.components),
	/** Buttons, selects and other components with a custom id, at any depth. */
	components: interactiveComponents(message.components),
	/** The message's content before each edit, oldest first. */
	earlier: earlier.map(({ content }) => content),
	raw: message,
});

/** A message as a member sees it at one moment. */
export type SeenMessage = Readonly<ReturnType<typeof seeMessage>>;

/** How long programs wait for something from the application, in ms of real time. */
const patience = 300_000;

/**
 * Resolves to what `look` finds, now or after an event of these kinds. Rejects with what `look` throws, and after five
 * minutes.
 *
 * @param missing - describes what didn't come, for the error
 */
export const next = <T>(
	feed: Feed,
	events: readonly (keyof FeedEvents)[],
	look: () => T | undefined,
	missing: () => string,
): Promise<T> => {
	const { promise, resolve, reject } = Promise.withResolvers<T>();
	const check = () => {
		try {
			const found = look();
			if (found !== undefined) resolve(found);
		} catch (error) {
			reject(error);
		}
	};
	const timer = setTimeout(() => reject(new Error(`${missing()} within ${patience / 1_000} s.`)), patience);
	for (const event of events) feed.on(event, check);
	check();
	return promise.finally(() => {
		clearTimeout(timer);
		for (const event of events) feed.off(event, check);
	});
};
