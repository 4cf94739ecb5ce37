import type { Role } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import type { OptionDeclaration } from "../../src/discord/declaration.ts";
import { type GuildSettings, guildSettings } from "../../src/settings/settings.ts";

const {
	Boolean: YesNo,
	Integer,
	Number: Decimal,
	Role: RoleType,
	String: Text,
} = ApplicationCommandOptionType;

type Declared = typeof guildSettings;
/** Settings by the names of the options that change them. */
type ByOption = Readonly<
	Record<
		string,
		{
			[K in keyof Declared]: Declared[K]["kind"] extends "yesNo" | "choice" | "number" | "role" ? K : never;
		}[keyof Declared]
	>
>;

/** The option that changes a setting; milliseconds are given in seconds. */
type OptionOf<S> = S extends { readonly kind: "yesNo" }
	? { readonly type: typeof YesNo }
	: S extends { readonly kind: "choice"; readonly choices: infer C extends readonly string[] }
		? { readonly type: typeof Text; readonly choices: C }
		: S extends { readonly kind: "role" }
			? { readonly type: typeof RoleType }
			: {
					readonly type: typeof Integer | typeof Decimal;
					readonly min_value: number;
					readonly max_value: number;
				};

const msPerSecond = 1_000;

const writeOption = (key: ByOption[string]): OptionDeclaration => {
	const setting = guildSettings[key];
	if (setting.kind === "yesNo") return { type: YesNo };
	if (setting.kind === "choice") return { type: Text, choices: setting.choices };
	if (setting.kind === "role") return { type: RoleType };
	const { unit, min, max } = setting;
	return unit === "milliseconds"
		? { type: Decimal, min_value: min / msPerSecond, max_value: max / msPerSecond }
		: { type: Integer, min_value: min, max_value: max };
};

const readValue = (key: ByOption[string], value: unknown, guildId: string): unknown => {
	const setting = guildSettings[key];
	if (setting.kind === "role") {
		// The id of @everyone is the guild's.
		const { id } = value as Role;
		return id === guildId ? null : id;
	}
	if (setting.kind === "number" && setting.unit === "milliseconds")
		return Math.round((value as number) * msPerSecond);
	return value;
};

/** @returns the options that change these settings, and what reads the change from their arguments */
export const settingOptions = <const S extends ByOption>(settings: S) => ({
	options: Object.fromEntries(
		Object.entries(settings).map(([option, key]) => [option, writeOption(key)]),
	) as { readonly [O in keyof S]: OptionOf<Declared[S[O]]> },
	/** @returns the settings to change: all of them to null where `reset` is given, then those that have an argument */
	readChange: (
		args: Readonly<Record<string, unknown>> & { readonly reset?: boolean | undefined },
		guildId: string,
	): Partial<GuildSettings> => {
		const entries = Object.entries(settings);
		return Object.fromEntries([
			...(args.reset ? entries.map(([, key]) => [key, null]) : []),
			...entries.flatMap(([option, key]) =>
				args[option] === undefined ? [] : [[key, readValue(key, args[option], guildId)]],
			),
		]);
	},
});
