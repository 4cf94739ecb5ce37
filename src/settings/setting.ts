import { z } from "zod";

/** The kind of a setting's values, beside their schema: how it is shown and changed follows from it. */
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

/** Where a panel shows a setting. */
export type PageName =
	| "voice"
	| "texts"
	| "reading"
	| "filter"
	| "messages"
	| "channel"
	| "who"
	| "bots"
	| "limits"
	| "words";

/**
 * A setting of a guild or a member, as data. All of a guild's are changed by those who manage it, and a member's by that
 * member, so no declaration says who may change it.
 */
type Setting<T = unknown> = SettingKind & {
	readonly schema: z.ZodType<T>;
	/** Applies where nothing was chosen; without it, the code that uses it decides, as `setting.KEY.default` says. */
	readonly default?: T;
	/** Applies if the stored value can't be read: a protecting setting's stricter side. Without it, the default. */
	readonly strict?: T;
	/** The setting that its meaning depends on: if that can't be read, `strict` applies. */
	readonly needs?: string;
	/** Its page of the panel; without it, another setting's control changes it. */
	readonly page?: PageName;
};

/** The properties of a setting beside its kind. */
type More<T> = Pick<Setting<T>, "default" | "strict" | "needs" | "page">;

export const yesNo = <const M extends More<boolean>>(more: M) =>
	({ kind: "yesNo", schema: z.boolean(), ...more }) as const;

export const choice = <const C extends readonly [string, ...string[]], const M extends More<C[number]>>(
	choices: C,
	more: M,
) => ({ kind: "choice", choices, schema: z.enum(choices), ...more }) as const;

/** A number in its unit: whole, except `times`. */
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

/** An id, a name or a tag. */
export const named = <const K extends "role" | "voice" | "preset" | "language", const M extends More<string>>(
	kind: K,
	more: M,
) => ({ kind, schema: string, ...more }) as const;

const minuteOfDay = z.number().int().min(0).max(1_439);

/** From a time of day to another one, up to 24:00, in minutes after midnight; over midnight where the latter comes first. */
export const hours = <const M extends More<{ readonly from: number; readonly to: number }>>(more: M) =>
	({
		kind: "hours",
		schema: z
			.object({ from: minuteOfDay, to: minuteOfDay.or(z.literal(1_440)) })
			.refine(({ from, to }) => from !== to),
		...more,
	}) as const;

const listedZones: ReadonlySet<string> = new Set(["UTC", ...Intl.supportedValuesOf("timeZone")]);

/** @returns whether a name is a time zone's, by whatever id */
export const isTimeZone = (name: string): boolean => {
	try {
		return listedZones.has(name) || Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
	} catch {
		return false;
	}
};

/** An IANA time zone, also one that is listed by another name. */
export const timeZone = <const M extends More<string>>(more: M) =>
	({ kind: "timeZone", schema: string.refine(isTimeZone), ...more }) as const;

/** @param max - in characters */
export const text = <const M extends More<string>>(max: number, more: M) =>
	({ kind: "text", max, schema: string.max(max), ...more }) as const;

/** Settings by their keys. */
export type Settings = Readonly<Record<string, Setting>>;

/** The chosen values; null where nothing was chosen. */
export type ChosenValues<S extends Settings> = { readonly [K in keyof S]: z.infer<S[K]["schema"]> | null };

/** The values that apply: with a default, never null. */
export type AppliedValues<S extends Settings> = {
	readonly [K in keyof S]: S[K] extends { readonly default: unknown }
		? z.infer<S[K]["schema"]>
		: z.infer<S[K]["schema"]> | null;
};

/** @returns nothing chosen */
export const chooseNothing = <S extends Settings>(settings: S): ChosenValues<S> =>
	Object.fromEntries(Object.keys(settings).map((key) => [key, null])) as ChosenValues<S>;

/** @returns what was chosen, with the defaults in the place of the rest */
export const applyDefaults = <S extends Settings>(settings: S, chosen: ChosenValues<S>): AppliedValues<S> =>
	Object.fromEntries(
		Object.entries(settings).map(([key, setting]) => [key, chosen[key] ?? setting.default ?? null]),
	) as AppliedValues<S>;

/** A setting as it is stored. */
export interface StoredSetting {
	readonly key: string;
	/** In JSON. */
	readonly value: string;
}

const parseJson = (value: string): unknown => {
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
};

/**
 * Reads stored settings. Keys that aren't declared are left out: a newer program may have written them.
 *
 * @param onBad - called with the key of a value that can't be read
 */
export const readStored = <S extends Settings>(
	settings: S,
	stored: readonly StoredSetting[],
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
