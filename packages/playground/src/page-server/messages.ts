/** What the page sends its server, and the answers: the page's JavaScript is checked against these types. */
import type { APIModalInteractionResponseCallbackData } from "discord-api-types/v10";
import { z } from "zod";
import type { Texts } from "../texts/write.js";
import type { AutocompleteChoice } from "../world/interaction.ts";

/** A command to try, and the values that are already filled in, by option name. */
export interface FirstStep {
	readonly command: string;
	readonly values: Readonly<Record<string, string>>;
	/** Other values of one option, each with a button beside the command. */
	readonly offers?: { readonly option: string; readonly values: readonly string[] };
	/** True if a press sends the command, instead of putting it into the input line. */
	readonly atOnce?: boolean;
}

/** What the page says while members chat and the application is silent, and the command that ends the silence. */
export interface ChatHint {
	readonly text: Texts;
	readonly command: string;
	/** The `custom_id` of a menu in the command's answer, and the value to choose there. */
	readonly choose?: { readonly menu: string; readonly value: string };
}

export type ModalRow = APIModalInteractionResponseCallbackData["components"][number];

export interface SpeakingVoice {
	readonly name: string;
	/** BCP 47 tags. */
	readonly languages: readonly string[];
}

export interface OfferedVoice {
	readonly name: string;
	/** A BCP 47 tag. */
	readonly language: string;
	/** The publisher's word for the quality, such as `medium`; "" if there is none. */
	readonly quality: string;
	readonly speakers: number;
	readonly bytes: number;
	/** The publisher's host. */
	readonly from: string;
}

/** The state of the voice whose download was requested last. */
export type VoiceProgress =
	/** No download has been requested. */
	| { readonly kind: "none" }
	/** Of the current file's `bytes` bytes, `there` have been downloaded. Both are 0 before the first report. */
	| {
			readonly kind: "downloading";
			readonly name: string;
			readonly there: number;
			readonly bytes: number;
	  }
	| { readonly kind: "paused"; readonly name: string }
	| { readonly kind: "added"; readonly name: string }
	/** `why` is a sentence for the operator. */
	| { readonly kind: "failed"; readonly name: string; readonly why: string };

/** The published voices, or what the operator must do before any can be used. */
export interface VoiceList {
	readonly obstacle: Texts | null;
	readonly voices: readonly OfferedVoice[];
}

/**
 * The fields of every body: the acting member's id or user name, the ids of the guild and the channel, and the language
 * of the member's client.
 */
const base = z.object({
	as: z.string(),
	guild: z.string().optional(),
	channel: z.string().optional(),
	locale: z.string().max(10).default("en-US"),
});
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const row = z.custom<ModalRow>((value) => typeof value === "object" && value !== null);

/** The bodies of `POST /playground/api/…`, by the last part of the path. */
export const bodies = {
	post: base.extend({
		text: z.string().max(8_000),
		/** The ids of uploaded files. */
		files: z.array(z.string()).max(10).readonly().default([]),
		/** The id of the message to reply to, and whether its author is pinged. */
		replyTo: z.string().optional(),
		ping: z.boolean().default(true),
	}),
	edit: base.extend({ messageId: z.string(), text: z.string().max(8_000) }),
	remove: base.extend({ messageId: z.string() }),
	thread: base.extend({
		name: z.string().min(1).max(100),
		text: z.string().max(2_000),
		/** The id of the message that the thread is started from. */
		messageId: z.string().optional(),
	}),
	poll: base.extend({
		question: z.string(),
		answers: z.array(z.string()).readonly(),
		hours: z.number(),
		several: z.boolean(),
	}),
	forward: base.extend({ messageId: z.string(), to: z.string() }),
	vote: base.extend({ messageId: z.string(), answers: z.array(z.number()).readonly() }),
	moderate: base.extend({
		memberId: z.string(),
		what: z.enum(["mute", "unmute", "deafen", "undeafen", "move", "disconnect"]),
		/** The id of the channel to which `move` moves the member. */
		to: z.string().optional(),
	}),
	command: base.extend({ name: z.string(), values }),
	/** Uses the command of the `ChatHint`, and makes the hint's choice, if any, in the command's answer. */
	hint: base,
	complete: base.extend({ name: z.string(), values, focused: z.string() }),
	messageCommand: base.extend({ name: z.string(), messageId: z.string() }),
	click: base.extend({ messageId: z.string(), customId: z.string() }),
	select: base.extend({
		messageId: z.string(),
		customId: z.string(),
		values: z.array(z.string()).readonly(),
	}),
	modal: base.extend({
		modal: z.object({
			customId: z.string(),
			title: z.string(),
			/** The id of the interaction that the modal answers. */
			interactionId: z.string(),
			components: z.array(row).readonly(),
		}),
		input: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string()).readonly()])),
	}),
	react: base.extend({ messageId: z.string(), emoji: z.string().max(64), back: z.boolean() }),
	typing: base,
	chat: base,
	/** Opens direct messages with another user, by id. */
	direct: base.extend({ userId: z.string() }),
	group: base.extend({ name: z.string().max(100), userIds: z.array(z.string()).min(1).max(9).readonly() }),
	/** Installs the application in the server or for the member, or removes it. */
	install: base.extend({
		where: z.enum(["server", "account"]),
		add: z.boolean(),
		/** The permissions of the application's role in the server, as a bit set in decimal. */
		permissions: z
			.string()
			.regex(/^\d{1,20}$/)
			.optional(),
	}),
	dismiss: base.extend({ messageId: z.string() }),
	joinVoice: base.extend({ channelId: z.string(), page: z.string().max(64).optional() }),
	speakOnStage: base.extend({ speak: z.boolean() }),
	leaveVoice: base,
	trouble: base.extend({ id: z.string() }),
} as const;

type Schemas = typeof bodies;
export type ActionName = keyof Schemas;
/** The body as the server reads it. */
export type Body<N extends ActionName> = z.output<Schemas[N]>;
export type ModalView = Body<"modal">["modal"];
/** The fields that the page sends besides those of `base`. */
export type Fields<N extends ActionName> = Omit<z.input<Schemas[N]>, keyof z.input<typeof base>>;

/** The answers that aren't empty, by the name of the act. */
interface AnswerFields {
	readonly complete: { readonly choices: readonly AutocompleteChoice[] };
	readonly thread: { readonly channelId: string };
	readonly direct: { readonly guildId: string };
	readonly group: { readonly guildId: string };
}
/** The acts that are answered with an interaction's id, by which the page recognises it in the live events. */
type Opening = "command" | "hint" | "messageCommand" | "click" | "select" | "modal";
export type Answer<N extends ActionName> = N extends keyof AnswerFields
	? AnswerFields[N]
	: N extends Opening
		? { readonly interactionId: string }
		: Readonly<Record<string, never>>;

/** The answer to an upload: the file's id, which is also the value for a command's option. */
export interface UploadAnswer {
	readonly id: string;
}

/** The answer to a request that failed. Status 400 is for acts that Discord's client or API would refuse. */
export interface Refusal {
	readonly message: string;
	readonly texts?: Texts;
}
