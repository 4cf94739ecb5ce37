import { z } from "zod";
import { unlessThrows } from "../shared/unless-throws.ts";

/** The kind of a setting's values, which decides how a panel shows and changes them. */
export type SettingKind =
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
export type PageName = (typeof pageNames)[number];

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

export const yesNo = <const M extends More<boolean>>(more: M) =>
	({ kind: "yesNo", schema: z.boolean(), ...more }) as const;

export const choice = <const C extends readonly [string, ...string[]], const M extends More<C[number]>>(
	choices: C,
	more: M,
) => ({ kind: "choice", choices, schema: z.enum(choices), ...more }) as const;

/** A setting that is a number, in `bounds.unit`. Only the unit `times`, a factor, allows fractions. */
export const number = <
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

export const named = <const K extends "role" | "voice" | "preset" | "language", const M extends More<string>>(
	kind: K,
	more: M,
) => ({ kind, schema: string, ...more }) as const;

const minuteOfDay = z.number().int().min(0).max(1_439);

/**
 * Two times of day in minutes after midnight, `to` up to 24:00.
 * If `to` is earlier than `from`, the hours pass midnight.
 */
export const hours = <const M extends More<{ readonly from: number; readonly to: number }>>(more: M) =>
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
export const timeZone = <const M extends More<string>>(more: M) =>
	({ kind: "timeZone", schema: string.refine(isTimeZone), ...more }) as const;

/** @param max - in characters */
export const text = <const M extends More<string>>(max: number, more: M) =>
	({ kind: "text", max, schema: string.max(max), ...more }) as const;

export type Settings = Readonly<Record<string, Setting>>;

/** The chosen values; null for what nobody chose. */
export type ChosenValues<S extends Settings> = { readonly [K in keyof S]: z.infer<S[K]["schema"]> | null };

/** The values that apply. A setting with a default is never null. */
export type AppliedValues<S extends Settings> = {
	readonly [K in keyof S]: S[K] extends { readonly default: unknown }
		? z.infer<S[K]["schema"]>
		: z.infer<S[K]["schema"]> | null;
};

/** @returns null for every setting */
export const chooseNothing = <S extends Settings>(settings: S): ChosenValues<S> =>
	Object.fromEntries(Object.keys(settings).map((key) => [key, null])) as ChosenValues<S>;

/** @returns the chosen values, completed with the defaults */
export const applyDefaults = <S extends Settings>(settings: S, chosen: ChosenValues<S>): AppliedValues<S> =>
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
