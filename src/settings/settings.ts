import { z } from "zod";
import { unlessThrows } from "../shared/unless-throws.ts";

/** The kind of a setting's values, which decides how a panel shows and changes them. */
type SettingKind =
	| { readonly kind: "yesNo" | "role" | "voice" | "preset" | "language" | "timeZone" | "hours" }
	/** `max` in characters. */
	| { readonly kind: "text"; readonly max: number }
	| { readonly kind: "choice"; readonly choices: readonly string[] }
	| {
			readonly kind: "number";
			readonly unit: "seconds" | "milliseconds" | "characters" | "decibels" | "percent" | "times";
			readonly min: number;
			readonly max: number;
	  };

/** The pages of the panel that have settings, in the panel's order. */
export const pageNames = [
	"voice",
	"texts",
	"reading",
	"filter",
	"messages",
	"channel",
	"who",
	"bots",
	"limits",
	"words",
] as const;
type PageName = (typeof pageNames)[number];

/**
 * A setting of a guild or a member, as data. Managers change all settings of their guild, and members all of their own,
 * so no declaration says who may change it.
 */
type Setting<T = unknown> = SettingKind & {
	readonly schema: z.ZodType<T>;
	/**
	 * The value that applies if nobody chose one. Without a default, the code that uses the setting decides, and the text
	 * `setting.KEY.default` tells members what happens then.
	 */
	readonly default?: T;
	/**
	 * The value that applies if the stored one can't be read: for a setting that protects members, the strictest. Without
	 * it, `default` applies.
	 */
	readonly strict?: T;
	/**
	 * The key of another setting, without which this one has no meaning. If that other setting can't be read, `strict`
	 * applies here.
	 */
	readonly needs?: string;
	/**
	 * The page of the panel that has the setting. Without a page, the setting has no control: another setting's control
	 * or a command changes it.
	 */
	readonly page?: PageName;
};

type More<T> = Pick<Setting<T>, "default" | "strict" | "needs" | "page">;

const yesNo = <const M extends More<boolean>>(more: M) =>
	({ kind: "yesNo", schema: z.boolean(), ...more }) as const;

const choice = <const C extends readonly [string, ...string[]], const M extends More<C[number]>>(
	choices: C,
	more: M,
) => ({ kind: "choice", choices, schema: z.enum(choices), ...more }) as const;

/** A setting that is a number, in `bounds.unit`. Only the unit `times`, a factor, allows fractions. */
const number = <
	const B extends Omit<Extract<SettingKind, { readonly kind: "number" }>, "kind">,
	const M extends More<number>,
>(
	bounds: B,
	more: M,
) => {
	const within = z.number().min(bounds.min).max(bounds.max);
	return {
		kind: "number",
		...bounds,
		schema: bounds.unit === "times" ? within : within.int(),
		...more,
	} as const;
};

const string = z.string().min(1);

const named = <const K extends "role" | "voice" | "preset" | "language", const M extends More<string>>(
	kind: K,
	more: M,
) => ({ kind, schema: string, ...more }) as const;

const minuteOfDay = z.number().int().min(0).max(1_439);

/**
 * Two times of day in minutes after midnight, `to` up to 24:00.
 * If `to` is earlier than `from`, the hours pass midnight.
 */
const hours = <const M extends More<{ readonly from: number; readonly to: number }>>(more: M) =>
	({
		kind: "hours",
		schema: z
			.object({ from: minuteOfDay, to: minuteOfDay.or(z.literal(1_440)) })
			.refine(({ from, to }) => from !== to),
		...more,
	}) as const;

const listedZones: ReadonlySet<string> = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

/** @returns whether `Intl` knows a name as a time zone; it also knows old ids and aliases */
export const isTimeZone = (name: string): boolean =>
	listedZones.has(name) || Boolean(unlessThrows(() => new Intl.DateTimeFormat("en", { timeZone: name })));

/** A time zone that {@link isTimeZone} accepts. */
const timeZone = <const M extends More<string>>(more: M) =>
	({ kind: "timeZone", schema: string.refine(isTimeZone), ...more }) as const;

/** @param max - in characters */
const text = <const M extends More<string>>(max: number, more: M) =>
	({ kind: "text", max, schema: string.max(max), ...more }) as const;

type Settings = Readonly<Record<string, Setting>>;

/** The chosen values; null for what nobody chose. */
type ChosenValues<S extends Settings> = { readonly [K in keyof S]: z.infer<S[K]["schema"]> | null };

/** The values that apply. A setting with a default is never null. */
type AppliedValues<S extends Settings> = {
	readonly [K in keyof S]: S[K] extends { readonly default: unknown }
		? z.infer<S[K]["schema"]>
		: z.infer<S[K]["schema"]> | null;
};

/** @returns null for every setting */
export const chooseNothing = <S extends Settings>(settings: S): ChosenValues<S> =>
	Object.fromEntries(Object.keys(settings).map((key) => [key, null])) as ChosenValues<S>;

/** @returns the chosen values, completed with the defaults */
const applyDefaults = <S extends Settings>(settings: S, chosen: ChosenValues<S>): AppliedValues<S> =>
	Object.fromEntries(
		Object.entries(settings).map(([key, setting]) => [key, chosen[key] ?? setting.default ?? null]),
	) as AppliedValues<S>;

/** @returns the value that a text in JSON stands for; undefined if the text isn't JSON */
export const parseJson = (value: string): unknown => unlessThrows(() => JSON.parse(value));

/**
 * Reads stored settings. Undeclared keys are left out: a newer version may have written them.
 *
 * @param stored - each value is in JSON
 * @param onBad - called with each key whose value can't be read
 */
export const readStored = <S extends Settings>(
	settings: S,
	stored: readonly { readonly key: string; readonly value: string }[],
	onBad: (key: string) => void,
): ChosenValues<S> => {
	const chosen: Record<string, unknown> = chooseNothing(settings);
	const bad = new Set<string>();
	for (const { key, value } of stored) {
		const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
		if (!setting) continue;
		const read = setting.schema.safeParse(parseJson(value));
		if (!read.success) bad.add(key);
		chosen[key] = read.success ? read.data : (setting.strict ?? null);
	}
	for (const [key, { needs, strict }] of bad.size > 0 ? Object.entries(settings) : [])
		if (needs !== undefined && bad.has(needs) && chosen[key] !== null) chosen[key] = strict;
	bad.forEach(onBad);
	return chosen as ChosenValues<S>;
};

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

/** The settings of a guild that chose nothing, which also apply until a guild's settings are read. */
export const defaultGuildSettings = applyGuildDefaults(chooseNothing(guildSettings));

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
export const noPreferences: VoicePreferences = chooseNothing(soundSettings);
export type DeliveryChoice = NonNullable<VoicePreferences["delivery"]>;

export const panelSettings = { ...guildSettings, ...memberSettings } as const;

/** The settings of `S` that have a control. */
type ControlKey<S extends Settings> = {
	[K in keyof S & string]: S[K] extends { readonly page: PageName } ? K : never;
}[keyof S & string];

export type GuildKey = ControlKey<typeof guildSettings>;
export type MemberKey = ControlKey<typeof memberSettings>;
export type PanelKey = GuildKey | MemberKey;
