import type { DeliveryChoice, VoicePreferences } from "../../settings/settings.ts";
import type { SpeakableContext } from "../../speech/text/speakable.ts";

/** A part of a text with several speakers. */
export interface SpokenTurn extends Pick<SayRequest, "speakable" | "voice" | "language" | "style"> {
	/** The speaker's name in the text. */
	readonly speaker: string;
	readonly speed: number;
}

interface TextOrigin {
	/**
	 * Whether the text isn't stored and can't be said again, because it is a message from outside of Herald's guilds.
	 */
	readonly isFleeting?: true;
	/** The ID of the member who wrote the words, if another member has them spoken. */
	readonly authorId?: string;
	/** The ID of the message that the words are from. */
	readonly messageId?: string;
}

export interface WrittenText extends TextOrigin {
	readonly written: string;
	/** The name of the text's author, if another member has the text spoken. */
	readonly author?: string;
	readonly context: SpeakableContext;
	/** Whether names of speakers match in any case or only exactly; if undefined, such names are ignored. */
	readonly dialogue?: "any case" | "exact";
}

/** A text that wasn't processed yet, with its command's options. */
export interface Unread {
	readonly text: WrittenText;
	readonly option: Partial<VoicePreferences>;
}

/** A text as it was spoken for a member, so that it can be spoken again. */
export interface SayRequest extends TextOrigin {
	readonly written: string;
	/** The beginning of the text, as answers show it. */
	readonly quote: string;
	/** The text in its spoken form. */
	readonly speakable: string;
	readonly voice: string;
	/** The speaker's name in answers; by default, the voice's name. */
	readonly speaker?: string;
	/** A BCP 47 tag; undefined leaves the language to the service. */
	readonly language?: string;
	readonly style: string | undefined;
	/** How many times as fast as the voice speaks by itself; 1 by default. */
	readonly speed?: number;
	/** The turns of a text that names its speakers. The other fields say how the member who asked sounds. */
	readonly turns?: readonly SpokenTurn[];
	readonly delivery: DeliveryChoice;
	/** For a sample: the choices that a member makes by pressing its button. */
	readonly tried?: Partial<VoicePreferences>;
	/**
	 * Whether the text's first Line is short, so that speech begins soon. A repetition must be cut the same way to find
	 * cached Clips.
	 */
	readonly startsShort?: boolean;
	/**
	 * Whether the request repeats an earlier one. If that one was spoken without its style, a Clip without the style will
	 * do.
	 */
	readonly asBefore?: boolean;
}

type Source = "option" | "own" | "everywhere" | "server" | "locale" | "default";

export interface Choice<T> {
	readonly value: T;
	readonly from: Source;
}

/** A stored voice or preset that is no longer available, and who chose it. */
export interface LostVoice {
	readonly kind: "voice" | "preset";
	readonly name: string;
	readonly from: "own" | "everywhere" | "server";
}

/** How a member's text sounds, and who chose each part of it. */
export interface SoundChoices {
	readonly voice: Choice<string>;
	/** The speaker's name: a preset's, or the voice's. */
	readonly speaker: string;
	readonly style: Choice<string> | undefined;
	/** How many times as fast as the voice speaks by itself. */
	readonly speed: Choice<number>;
	readonly delivery: Choice<DeliveryChoice>;
	/**
	 * The languages by precedence: those that people chose, that of the member's Discord, the operator's default, and
	 * that of the server's Discord.
	 */
	readonly languages: readonly Choice<string>[];
	readonly lost: readonly LostVoice[];
}
