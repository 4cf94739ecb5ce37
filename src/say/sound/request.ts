import type { DeliveryChoice, VoicePreferences } from "../../settings/settings.ts";
import type { SpeakableContext } from "../../speech/text/speakable/context.ts";

/** A part of a text in which several speak. */
export interface SpokenTurn {
	/** The speaker's name in the text. */
	readonly speaker: string;
	readonly speakable: string;
	readonly voice: string;
	/** A BCP 47 tag; undefined leaves it to the service. */
	readonly language?: string;
	readonly style: string | undefined;
	readonly speed: number;
}

/** What holds for a text at every stage. */
interface TextOrigin {
	/** Whether nothing of it is kept, nor can it be said again: it came with its interaction, from outside of guilds. */
	readonly isFleeting?: true;
	/** The id of another member whose words it has. */
	readonly authorId?: string;
	/** The id of the message whose words it has. */
	readonly messageId?: string;
}

/** A text as a member gave it. */
export interface WrittenText extends TextOrigin {
	readonly written: string;
	/** The name of its author, if another member has it spoken. */
	readonly author?: string;
	readonly context: SpeakableContext;
	/** Which names of speakers count in it; none where this is missing. */
	readonly dialogue?: "any case" | "exact";
}

/** A text on which no work was done yet, and what its command names. */
export interface Unread {
	readonly text: WrittenText;
	readonly option: Partial<VoicePreferences>;
}

/** A text as it was spoken for a member, so that it can be spoken again. */
export interface SayRequest extends TextOrigin {
	/** As the member wrote it. */
	readonly written: string;
	/** The beginning that answers show. */
	readonly quote: string;
	/** As it is spoken. */
	readonly speakable: string;
	readonly voice: string;
	/** The speaker's name in answers; the voice's name where it is missing. */
	readonly speaker?: string;
	/** A BCP 47 tag; undefined leaves it to the service. */
	readonly language?: string;
	readonly style: string | undefined;
	/** How many times as fast as the voice speaks by itself; 1 where it is missing. */
	readonly speed?: number;
	/** The speakers' Turns, where the text names its speakers: the rest is how its requester sounds then. */
	readonly turns?: readonly SpokenTurn[];
	readonly delivery: DeliveryChoice;
	/** The choices that a member makes by using a sample. */
	readonly tried?: Partial<VoicePreferences>;
	/** Whether its first Line is short, so that its first word comes soon: cut likewise, its Clips are found again. */
	readonly startsShort?: boolean;
	/** Whether it repeats what was heard before: a style that had to be left out stays left out. */
	readonly asBefore?: boolean;
}

/** A member's request for speech now. */
export interface NewRequest extends SayRequest {
	/** Sentences at the end of the answer, such as that a preferred voice is no longer available. */
	readonly notes?: readonly string[];
	/** Called once the answer has told them. */
	readonly onAnswered?: () => Promise<void>;
}

type Source = "option" | "own" | "everywhere" | "server" | "locale" | "default";

export interface Choice<T> {
	readonly value: T;
	readonly from: Source;
}

/** A stored voice or preset that is no longer available, and whose choice it was. */
export interface LostVoice {
	readonly kind: "voice" | "preset";
	readonly name: string;
	readonly from: "own" | "everywhere" | "server";
}

/** How a member's text sounds: what was chosen for it, and by whom. */
export interface SoundChoices {
	readonly voice: Choice<string>;
	/** The speaker's name: a preset's name, or the voice's. */
	readonly speaker: string;
	/** Undefined if none was chosen. */
	readonly style: Choice<string> | undefined;
	/** How many times as fast as the voice speaks by itself. */
	readonly speed: Choice<number>;
	readonly delivery: Choice<DeliveryChoice>;
	/** Languages by precedence: those that were chosen, that of the member's Discord, the operator's default, the server's. */
	readonly languages: readonly Choice<string>[];
	readonly lost: readonly LostVoice[];
}
