import type { Phrases } from "../say/sound/languages.ts";
import type { SpokenTurn } from "../say/sound/request.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { ItemLines } from "../voice/voice-channels.ts";
import type { MessageOrigin } from "./skip-reasons.ts";

/** How messages are shortened and sped up, so that reading keeps up with what is written. */
export interface LoadShedding {
	readonly names: boolean;
	/** How many times as fast as usual messages are spoken. */
	readonly tempo: 1 | 1.15 | 1.3;
	readonly firstSentence: boolean;
}

/** How long the oldest message may wait before messages are left out, in ms. */
export const leaveOutAfterMs = 90_000;
/**
 * The longest that a message may have waited, in ms, to be kept when others are left out. What is read next is then
 * recent.
 */
export const leaveOutUntilMs = 15_000;

const nameMaxMs = 15_000;
const quickAfterMs = 30_000;
const firstSentenceAfterMs = 45_000;
const quickerAfterMs = 60_000;

/** @returns how messages are read if the oldest has waited for `waitedMs` */
export const shedAfter = (waitedMs: number): LoadShedding => ({
	names: waitedMs <= nameMaxMs,
	tempo: waitedMs > quickerAfterMs ? 1.3 : waitedMs > quickAfterMs ? 1.15 : 1,
	firstSentence: waitedMs > firstSentenceAfterMs,
});

/** A message in its spoken form. Each part becomes one or more Lines. */
export interface ComposedMessage {
	/** Who speaks, and to whom if it is a reply: "Anna", "Anna to Ben". */
	readonly lead: string;
	/**
	 * The lead's language (BCP 47); undefined leaves the choice to the service. `language` is the body's, in the same
	 * form.
	 */
	readonly leadLanguage: string | undefined;
	/** The words; "" if there are none. */
	readonly body: string;
	/** The turns of the body, if it names speakers. */
	readonly turns?: readonly SpokenTurn[];
	readonly language: string | undefined;
	/** Words for attachments and other contents, such as "2 pictures". */
	readonly extras: readonly string[];
	/** The entries of `extras` that may have a member's words: those with the names of stickers. */
	readonly stickers: readonly string[];
	/** Whether words were left out because no voice can read them. */
	readonly isForeign: boolean;
	/** The IDs of the channels whose names are said. */
	readonly named?: readonly string[];
}

export interface ReadableMessage extends ComposedMessage {
	/** The message's text as it was written. An edit with the same text changes nothing. */
	readonly written: string;
	/** Whether the message goes before waiting messages of others. At most every second utterance does. */
	readonly goesFirst?: boolean;
	/** Whether the message can follow another message of its author in one utterance. A reply or a forward can't. */
	readonly follows: boolean;
}

export interface MessageRef extends MessageOrigin {
	readonly id: string;
	/** The name of a bot or a webhook, which may write under many names. */
	readonly name?: string | undefined;
	/** When the message was written, in ms. */
	readonly at: number;
}

export interface BacklogEntry extends MessageRef {
	content: ReadableMessage | undefined;
	/** Takes the newest decision on the message. While this is set, the message doesn't begin to play. */
	slot?: Slot | undefined;
	/**
	 * Whether the message was left out before it was decided on, because too many messages waited or it had waited for
	 * too long.
	 */
	isLeftOut?: boolean;
	/** The words of the message's newest edit, if it was edited. */
	edit?: string;
}

export interface ReadyEntry extends BacklogEntry {
	content: ReadableMessage;
}

/**
 * Takes the decision on a message: what is read of it, or undefined if it isn't read. Only a message's newest slot
 * counts.
 */
export type Slot = (content: ReadableMessage | undefined) => void;

export interface WrittenUtterance extends ItemLines {
	/** Whether the author's name is said. */
	readonly named: boolean;
	/** How many messages are cut to their first sentence. */
	readonly shortened: number;
}

type Author = Pick<MessageRef, "authorId" | "name">;

/** The author who is heard before an utterance, and when that author's messages began to play, in ms. */
export type Before = Author & Pick<MessageRef, "at">;

/** @returns whether two messages have the same author, under the same name */
export const hasSameAuthor = (one: Author, other: Author): boolean =>
	one.authorId === other.authorId && one.name === other.name;

/** How the messages of an author sound. */
export interface UtteranceSound {
	readonly voice: string;
	readonly style: string | undefined;
	readonly speed: number;
	/** How much louder than usual Herald speaks, in dB. */
	readonly gainDb: number;
	/** When the guild has authors named. */
	readonly names: AppliedGuildSettings["names"];
	/** Herald's own words, which the author's voice says. */
	readonly phrases: Phrases;
}

/** Messages that are read in one go, while they are prepared, queued or playing. */
export class Utterance {
	/**
	 * Neighbouring messages of one author, oldest first. Empty if the utterance only announces left-out messages. The
	 * backlog edits and deletes messages until the utterance plays.
	 */
	messages: readonly ReadyEntry[];
	readonly shed: LoadShedding;
	/** How many messages were left out before this utterance, which announces them. */
	leftOut: number;
	state: "preparing" | "queued" | "playing" | "over" = "preparing";
	/** Set once the utterance is prepared. */
	sound: UtteranceSound | undefined;
	written: WrittenUtterance | undefined;
	itemId: string | undefined;
	/** When the utterance began to play, in ms. */
	startedAt = 0;

	constructor(messages: readonly ReadyEntry[], shed: LoadShedding, leftOut: number) {
		this.messages = messages;
		this.shed = shed;
		this.leftOut = leftOut;
	}

	get authorId(): string | undefined {
		return this.messages[0]?.authorId;
	}

	/**
	 * @param now - in ms
	 * @returns the messages that, by the estimated duration, haven't begun to play. Never the first one
	 */
	unheard(now: number): readonly ReadyEntry[] {
		const characters = this.messages.map(({ content }) => content.body.length);
		const whole = characters.reduce((sum, count) => sum + count, 0);
		const reached = (whole * (now - this.startedAt)) / (this.written?.estimateMs || 1);
		return this.messages.filter((_, index) => {
			const before = characters.slice(0, index).reduce((sum, count) => sum + count, 0);
			return index > 0 && before > reached;
		});
	}
}
