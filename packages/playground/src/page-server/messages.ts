/** The messages between the page and its server: the page's JavaScript is checked against these types. */
import type {
	APIApplicationCommand,
	APIMessage,
	APIModalInteractionResponseCallbackData,
	ChannelType,
} from "discord-api-types/v10";
import { z } from "zod";
import type { Texts } from "../texts/write.js";

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

export interface MemberView {
	readonly id: string;
	readonly name: string;
	readonly username: string;
	readonly bot: boolean;
	readonly owner: boolean;
	readonly roles: readonly string[];
}

export interface ChannelView {
	readonly id: string;
	readonly name: string;
	readonly type: ChannelType;
	/** The id of the channel's category; for a thread, of its channel. Null for a channel without a category. */
	readonly parent: string | null;
}

interface RoleView {
	readonly id: string;
	readonly name: string;
}

export interface TroubleView {
	readonly id: string;
	readonly label: Texts;
	/** Whether a lasting trouble is on; null for a trouble that happens once. */
	readonly on: boolean | null;
}

/** The voice channel that a member is in, and the member's state there. */
export interface VoiceView {
	readonly memberId: string;
	readonly channelId: string;
	readonly speaking: boolean;
	/** True if the member muted themselves, or if `suppressed` or `serverMuted`. */
	readonly muted: boolean;
	readonly suppressed: boolean;
	/** True if the member deafened themselves, or if `serverDeafened`. */
	readonly deafened: boolean;
	/** Whether a moderator has muted the member in all of the guild's voice channels. */
	readonly serverMuted: boolean;
	/** Whether a moderator has deafened the member in all of the guild's voice channels. */
	readonly serverDeafened: boolean;
}

interface GuildEntry {
	readonly id: string;
	readonly name: string;
	/**
	 * The user name to act as in this guild: the chosen member's, or the owner's if the chosen member isn't in the guild.
	 */
	readonly as: string;
}

/** Direct messages with another user, or a group. */
export interface DirectEntry {
	readonly id: string;
	/** The name of the other user or of the group. A group without a name has the names of its other members. */
	readonly name: string;
	readonly isGroup: boolean;
}

/** A user to whom the member can write direct messages. */
interface ContactEntry {
	readonly id: string;
	readonly name: string;
	readonly bot: boolean;
}

/** A guild, direct messages or a group as one member sees them. */
export interface GuildView {
	readonly id: string;
	readonly name: string;
	/** Every guild, including this one. */
	readonly guilds: readonly GuildEntry[];
	/** True for direct messages and groups. */
	readonly isPrivate: boolean;
	readonly directs: readonly DirectEntry[];
	readonly contacts: readonly ContactEntry[];
	/** The application, even if it isn't a member of the guild. */
	readonly app: MemberView;
	/** Whether the application is installed in the guild, and for the member. */
	readonly isInstalled: { readonly server: boolean; readonly account: boolean };
	/** The id of the member who looks. */
	readonly me: string;
	/** The channel or thread whose messages are shown. */
	readonly textChannel: string;
	/** Whether the playground's ten simulated members chat in `textChannel`. */
	readonly chatting: boolean;
	/** Whether the application's shard for this guild is connected. */
	readonly connected: boolean;
	readonly permissions: readonly string[];
	readonly firstSteps: readonly FirstStep[];
	readonly chatHint: ChatHint | null;
	readonly channels: readonly ChannelView[];
	readonly members: readonly MemberView[];
	readonly roles: readonly RoleView[];
	/** The commands that the member may use. */
	readonly commands: readonly APIApplicationCommand[];
	/**
	 * Each command that only other members may use: its names in all languages, and the names of some members who may
	 * use it.
	 */
	readonly withheld: readonly { readonly names: readonly string[]; readonly by: readonly string[] }[];
	readonly troubles: readonly TroubleView[];
	readonly voiceStates: readonly VoiceView[];
}

interface ReactionView {
	readonly emoji: string;
	readonly count: number;
	/** Whether the member who looks has reacted with this emoji. */
	readonly mine: boolean;
}

export interface MessageView extends Omit<APIMessage, "reactions"> {
	readonly reactions: readonly ReactionView[];
	/** The poll answers that the member who looks has voted for. */
	readonly votes: readonly number[];
	/** True if only one member sees the message. */
	readonly ephemeral: boolean;
}

export interface MessageChange {
	readonly kind: "created" | "edited" | "deleted";
	readonly message: MessageView;
}

export interface InteractionView {
	readonly id: string;
	readonly type: number;
	/** The command's name, or the custom id of the component or modal. */
	readonly name: string;
	readonly state: "waiting" | "answered" | "failed";
	readonly acknowledgedBy: number | null;
	/** The id of the message that answers the interaction; null while there is none. */
	readonly originalId: string | null;
	readonly sourceMessageId: string | null;
	/** Milliseconds since the Unix epoch. */
	readonly openedAt: number;
}

export type ModalRow = APIModalInteractionResponseCallbackData["components"][number];

export interface ModalView {
	readonly customId: string;
	readonly title: string;
	/** The id of the interaction that the modal answers. */
	readonly interactionId: string;
	readonly components: readonly ModalRow[];
}

export interface TypingView {
	readonly memberId: string;
}

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

export interface VoicesView {
	readonly speaking: readonly SpeakingVoice[];
	readonly progress: VoiceProgress;
}

/** The published voices, or what the operator must do before any can be used. */
export interface VoiceList {
	readonly obstacle: Texts | null;
	readonly voices: readonly OfferedVoice[];
}

/** The events of `/playground/live`, by name. */
export interface LiveEvents {
	readonly guild: GuildView;
	readonly messages: readonly MessageView[];
	readonly message: MessageChange;
	readonly interaction: InteractionView;
	readonly modal: ModalView;
	readonly voice: readonly VoiceView[];
	readonly troubles: readonly TroubleView[];
	readonly typing: TypingView;
	/** Sent only if the program that starts the playground has voices. */
	readonly voices: VoicesView;
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
/** The fields that the page sends besides those of `base`. */
export type Fields<N extends ActionName> = Omit<z.input<Schemas[N]>, keyof z.input<typeof base>>;

/** The id by which the page recognises its own interaction in the live events. */
interface OpenedInteraction {
	readonly interactionId: string;
}

/** A choice that the application offers for an option being typed. */
interface OfferedChoice {
	readonly name: string;
	readonly value: string | number;
}

/** The answers that aren't empty, by the name of the act. */
interface AnswerFields {
	readonly command: OpenedInteraction;
	readonly hint: OpenedInteraction;
	readonly complete: { readonly choices: readonly OfferedChoice[] };
	readonly messageCommand: OpenedInteraction;
	readonly click: OpenedInteraction;
	readonly select: OpenedInteraction;
	readonly modal: OpenedInteraction;
	readonly thread: { readonly channelId: string };
	readonly direct: { readonly guildId: string };
	readonly group: { readonly guildId: string };
}
type Nothing = Readonly<Record<string, never>>;
export type Answer<N extends ActionName> = N extends keyof AnswerFields ? AnswerFields[N] : Nothing;

/** What the page of an invite shows. */
export interface Invite {
	readonly name: string;
	/** Each server, with the user name of its owner, who may add the application. */
	readonly servers: readonly {
		readonly id: string;
		readonly name: string;
		readonly as: string;
		readonly isIn: boolean;
	}[];
	/** The user name of the member who opened the invite, and whether the application is installed for that user. */
	readonly account: { readonly as: string; readonly isIn: boolean };
}

/** The answer to an upload: the file's id, which is also the value for a command's option. */
export interface UploadAnswer {
	readonly id: string;
}

/** The answer to a request that failed. Status 400 is for acts that Discord's client or API would refuse. */
export interface Refusal {
	readonly message: string;
	readonly texts?: Texts;
}
