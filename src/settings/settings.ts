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
	/** The name of a preset that is used instead of a voice; it may be gone. */
	preset: named("preset", {}),
	style: text(200, { page: "voice" }),
	/** How many times as fast as the voice speaks by itself. */
	speed: number({ unit: "times", min: 0.5, max: 2 }, { page: "voice" }),
	/** A BCP 47 tag. */
	language: named("language", { page: "voice" }),
	delivery: choice(["auto", "channel", "file", "voice-message"], { page: "texts" }),
} as const;

/** The most characters of a prefix. */
export const prefixMax = 10;

/** An id that no role has: with it as `speakerRole`, only managers may use Herald. */
const noRole = "0";

/** A guild's settings, in the panel's order. Members who manage it choose them. */
export const guildSettings = {
	...soundSettings,
	delivery: { ...soundSettings.delivery, default: "auto" },
	/** How members sound who haven't chosen a voice: as the guild does, or each in one of their own. */
	memberVoices: choice(["one", "each"], { default: "one", page: "voice" }),
	/** How much louder than it was made. */
	volumeDb: number({ unit: "decibels", min: -12, max: 6 }, { default: 0, page: "channel" }),
	/** What becomes of emoji among words; a text of emoji alone is read by their names. */
	emoji: choice(["service", "names", "leave-out"], { default: "service", page: "words" }),
	/** Whether the chat of the voice channel that Herald is in is read. */
	voiceChat: yesNo({ default: false, strict: false, page: "reading" }),
	/** Only messages that begin with it, or with a preset's, are read; without it, all are. */
	readPrefix: text(prefixMax, { strict: ";", page: "filter" }),
	/** Whether an author's name comes first: always, or when the author is another than before. */
	names: choice(["off", "changed", "always"], { default: "changed", page: "messages" }),
	/** Whether Herald says who joins its channel, and who leaves. */
	announce: choice(["off", "joins", "both"], { default: "off", page: "channel" }),
	/** Whether Herald comes by itself. */
	autoJoin: choice(["off", "on-message", "on-entry"], { default: "off", page: "channel" }),
	/** Whether a message in each text channel that is read says so. */
	notes: yesNo({ default: false, page: "bots" }),
	/** The longest that is read of a message. */
	maxSeconds: number({ unit: "seconds", min: 5, max: 60 }, { default: 15, strict: 5, page: "messages" }),
	/** Whether names of voices in a message, with a colon, have those voices speak. */
	dialogue: yesNo({ default: true, page: "messages" }),
	/** Whether delivery tags count in messages that are read. */
	messageTags: yesNo({ default: false, strict: false, page: "messages" }),
	/** How long a message waits for moderation before it is read. */
	holdMs: number({ unit: "milliseconds", min: 0, max: 3_000 }, { default: 0, strict: 3_000, page: "bots" }),
	/** Whether a member paused reading where Herald is in voice now, or was before a restart. */
	readingPaused: yesNo({ default: false, strict: true }),
	/** The role that can use Herald; without it, everyone. */
	speakerRole: named("role", { strict: noRole, page: "who" }),
	/** The role that is read; without it, that of those who can use Herald. */
	readRole: named("role", { strict: noRole, page: "who" }),
	/** The role of those who can't speak: their texts and messages come before others' that wait, at most every second one. */
	firstRole: named("role", { page: "who" }),
	/** Whether only members in Herald's channel are read. */
	listenersOnly: yesNo({ default: true, strict: true, page: "filter" }),
	/** Seconds of speech a day, up to the operator's limit. */
	secondsPerDay: number({ unit: "seconds", min: 1, max: 86_400 }, { strict: 1, page: "limits" }),
	/** The most of a day's seconds that reading takes, of the guild's and of each member's. */
	sharePercent: number({ unit: "percent", min: 1, max: 100 }, { default: 50, strict: 1, page: "limits" }),
	/** The longest text. */
	textMax: number({ unit: "characters", min: 1, max: 6_000 }, { strict: 1, page: "texts" }),
	/** The longest text in a voice channel, where everybody else waits for it. */
	textSeconds: number({ unit: "seconds", min: 5, max: 600 }, { default: 180, strict: 5, page: "texts" }),
	/** Leaves a voice channel after this long without people: long enough to come back from another channel. */
	aloneSeconds: number({ unit: "seconds", min: 5, max: 86_400 }, { default: 60, page: "channel" }),
	/** Leaves after this long with nothing said: long enough for a pause in a conversation. */
	idleSeconds: number({ unit: "seconds", min: 10, max: 86_400 }, { default: 600, page: "channel" }),
	/** When nothing is read, announced or spoken in voice channels. */
	quietHours: hours({ strict: { from: 0, to: 1_440 }, needs: "timeZone", page: "limits" }),
	/** The one that quiet hours and times in texts are in. */
	timeZone: timeZone({ default: "UTC", page: "limits" }),
} as const;

export type GuildSettings = ChosenValues<typeof guildSettings>;
export type AppliedGuildSettings = AppliedValues<typeof guildSettings>;

/** Kept beside what was chosen: each message that is read asks for them several times. */
const appliedSettings = new WeakMap<GuildSettings, AppliedGuildSettings>();

/** @returns a guild's settings as they apply */
export const applyGuildDefaults = (chosen: GuildSettings): AppliedGuildSettings => {
	const applied = appliedSettings.get(chosen) ?? applyDefaults(guildSettings, chosen);
	appliedSettings.set(chosen, applied);
	return applied;
};

/** A member's settings in a guild. */
export const memberSettings = {
	...soundSettings,
	/** False: the member isn't to be read, anywhere in the guild. */
	reading: yesNo({ default: true, strict: false, page: "voice" }),
	/** How the member's name is said. */
	spokenName: text(100, { page: "voice" }),
} as const;

export type MemberSettings = ChosenValues<typeof memberSettings>;
export type VoicePreferences = ChosenValues<typeof soundSettings>;
export type DeliveryChoice = NonNullable<VoicePreferences["delivery"]>;

/** All settings that have a control. */
export const panelSettings = { ...guildSettings, ...memberSettings } as const;

/** The settings of `S` that have a control. */
type ControlKey<S extends Settings> = {
	[K in keyof S & string]: S[K] extends { readonly page: PageName } ? K : never;
}[keyof S & string];

export type GuildKey = ControlKey<typeof guildSettings>;
export type MemberKey = ControlKey<typeof memberSettings>;
export type PanelKey = GuildKey | MemberKey;
