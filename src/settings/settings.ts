import {
	type AppliedValues,
	applyDefaults,
	type ChosenValues,
	choice,
	hours,
	named,
	number,
	type PageName,
	type Settings,
	text,
	timeZone,
	yesNo,
} from "./setting.ts";

/** How a guild or a member sounds, and how answers are delivered. */
export const soundSettings = {
	voice: named("voice", { page: "voice" }),
	/** The name of a preset that replaces the voice. The preset may have been deleted. */
	preset: named("preset", {}),
	style: text(200, { page: "voice" }),
	/** Relative to the voice's own speed. */
	speed: number({ unit: "times", min: 0.5, max: 2 }, { page: "voice" }),
	/** A BCP 47 tag. */
	language: named("language", { page: "voice" }),
	delivery: choice(["auto", "channel", "file", "voice-message"], { page: "texts" }),
} as const;

export const prefixMax = 10;

/** No role has this id. As the `speakerRole`, it lets only managers use Herald. */
const noRole = "0";

/** A guild's settings, in the panel's order. */
export const guildSettings = {
	...soundSettings,
	delivery: { ...soundSettings.delivery, default: "auto" },
	/**
	 * The voice of members who haven't chosen a voice. `one`: the guild's. `each`: one that is picked for each member;
	 * some members share a voice.
	 */
	memberVoices: choice(["one", "each"], { default: "one", page: "voice" }),
	/** The gain in voice channels, relative to the sound as it was made. */
	volumeDb: number({ unit: "decibels", min: -12, max: 6 }, { default: 0, page: "channel" }),
	/**
	 * How emoji among words are spoken: as the speech service does (`service`), by their names (`names`), or not at all
	 * (`leave-out`). A text of emoji alone is always read by their names.
	 */
	emoji: choice(["service", "names", "leave-out"], { default: "service", page: "words" }),
	/** Whether to read the chat of Herald's voice channel. */
	voiceChat: yesNo({ default: false, page: "reading" }),
	/** Only messages that begin with this prefix or a preset's are read. If it isn't set, messages need no prefix. */
	readPrefix: text(prefixMax, { strict: ";", page: "filter" }),
	/**
	 * When an author's name is spoken: never (`off`), if the author differs from the previous one (`changed`), or always.
	 */
	names: choice(["off", "changed", "always"], { default: "changed", page: "messages" }),
	/** Whether Herald announces who joins its channel (`joins`), or who joins and who leaves (`both`). */
	announce: choice(["off", "joins", "both"], { default: "off", page: "channel" }),
	/**
	 * Whether Herald joins a voice channel by itself: for a message that would be read there (`on-message`), or for a
	 * member who enters (`on-entry`).
	 */
	autoJoin: choice(["off", "on-message", "on-entry"], { default: "off", page: "channel" }),
	/** Whether each text channel that is read has a message that says so. */
	notes: yesNo({ default: false, page: "bots" }),
	/** The longest reading of one message. */
	maxSeconds: number({ unit: "seconds", min: 5, max: 60 }, { default: 15, strict: 5, page: "messages" }),
	/** Whether a voice's name with a colon in a message makes that voice speak. */
	dialogue: yesNo({ default: true, page: "messages" }),
	/** Whether delivery tags have an effect in messages that are read. */
	messageTags: yesNo({ default: false, page: "messages" }),
	/** How long a message waits before it is read, so that moderators and their bots can delete it first. */
	holdMs: number({ unit: "milliseconds", min: 0, max: 3_000 }, { default: 0, strict: 3_000, page: "bots" }),
	/** Whether a member has paused reading in Herald's current channel. Survives a restart. */
	readingPaused: yesNo({ default: false, strict: true }),
	/** The role that members need to use Herald; null means that everyone may. */
	speakerRole: named("role", { strict: noRole, page: "who" }),
	/** The role of the members who are read; null means those with `speakerRole`. */
	readRole: named("role", { strict: noRole, page: "who" }),
	/**
	 * The role whose texts and messages go ahead of others' in the queue, at most every second one. Meant for members who
	 * can't talk.
	 */
	firstRole: named("role", { page: "who" }),
	/** Whether a message is only read if its author is in Herald's channel. */
	listenersOnly: yesNo({ default: true, page: "filter" }),
	/** The limit of speech per day, up to the operator's own limit. */
	secondsPerDay: number({ unit: "seconds", min: 1, max: 86_400 }, { strict: 1, page: "limits" }),
	/** The part of the guild's and of each member's daily seconds that reading may use. */
	sharePercent: number({ unit: "percent", min: 1, max: 100 }, { default: 50, strict: 1, page: "limits" }),
	textMax: number({ unit: "characters", min: 1, max: 6_000 }, { strict: 1, page: "texts" }),
	/** The longest text in a voice channel. While it plays, everybody else waits. */
	textSeconds: number({ unit: "seconds", min: 5, max: 600 }, { default: 180, strict: 5, page: "texts" }),
	/** How long Herald stays in a voice channel without people: long enough for them to return from another channel. */
	aloneSeconds: number({ unit: "seconds", min: 5, max: 86_400 }, { default: 60, page: "channel" }),
	/** How long Herald stays if nothing is spoken: long enough for a pause in a conversation. */
	idleSeconds: number({ unit: "seconds", min: 10, max: 86_400 }, { default: 600, page: "channel" }),
	/** The hours in which nothing is read, announced or spoken in voice channels. */
	quietHours: hours({ strict: { from: 0, to: 1_440 }, needs: "timeZone", page: "limits" }),
	/** The time zone of quiet hours, and of times in texts. */
	timeZone: timeZone({ default: "UTC", page: "limits" }),
} as const;

export type GuildSettings = ChosenValues<typeof guildSettings>;
export type AppliedGuildSettings = AppliedValues<typeof guildSettings>;

/** A cache of applied settings by the chosen ones: each message that is read needs them several times. */
const appliedSettings = new WeakMap<GuildSettings, AppliedGuildSettings>();

export const applyGuildDefaults = (chosen: GuildSettings): AppliedGuildSettings => {
	const applied = appliedSettings.get(chosen) ?? applyDefaults(guildSettings, chosen);
	appliedSettings.set(chosen, applied);
	return applied;
};

/** A member's settings in a guild, or outside of Herald's guilds. */
export const memberSettings = {
	...soundSettings,
	/** False if the member doesn't want to be read anywhere in the guild. */
	reading: yesNo({ default: true, strict: false, page: "voice" }),
	/** Spoken instead of the member's display name. */
	spokenName: text(100, { page: "voice" }),
} as const;

export type MemberSettings = ChosenValues<typeof memberSettings>;
export type VoicePreferences = ChosenValues<typeof soundSettings>;
export type DeliveryChoice = NonNullable<VoicePreferences["delivery"]>;

export const panelSettings = { ...guildSettings, ...memberSettings } as const;

/** The settings of `S` that have a control. */
type ControlKey<S extends Settings> = {
	[K in keyof S & string]: S[K] extends { readonly page: PageName } ? K : never;
}[keyof S & string];

export type GuildKey = ControlKey<typeof guildSettings>;
export type MemberKey = ControlKey<typeof memberSettings>;
export type PanelKey = GuildKey | MemberKey;
