import { readFileSync } from "node:fs";
import { z } from "zod";
import type { Logger } from "./log.ts";
import { StartError } from "./start-error.ts";
import { readTag } from "./wire/languages.ts";

/**
 * A setting can't be used. The message is one sentence that names the variable and says what is wrong, without a
 * secret's value.
 */
export class ConfigError extends StartError {
	override readonly reason = "settings";
}

/** @returns the schema of a whole number within bounds. @param wants - ends the sentence "NAME must be …" */
export const wholeNumber = (wants: string, min: number, max = Number.MAX_SAFE_INTEGER) =>
	z
		.string()
		.regex(/^\d+$/, wants)
		.transform(Number)
		.refine((value) => value >= min && value <= max, wants);

export const oneOf = <const Word extends string>(...words: readonly Word[]) =>
	z.enum(words, `one of ${words.join(", ")}`);

/** Settings of the bot and of the speech service. */
export const commonSettings = {
	DATA_DIR: z.string().min(1, "a folder").default("./data"),
	HOST: z.string().min(1, "an address to listen on, such as 127.0.0.1").default("127.0.0.1"),
	PORT: wholeNumber("a port number from 0 to 65535", 0, 65_535).default(8_080),
	LOG_LEVEL: oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent").default("info"),
	EMBEDDED_CREDIT: wholeNumber("a whole number of quota units, or empty for unlimited credit", 0).optional(),
	ENGINE_MEMORY_MEGABYTES: wholeNumber(
		"a whole number of megabytes from 64 to 1000000",
		64,
		1_000_000,
	).default(1_024),
	DEFAULT_LANGUAGE: z
		.string()
		.refine((value) => readTag(value) !== undefined, "a language's tag, such as de or pt-BR")
		.transform((value) => readTag(value) ?? "")
		.optional(),
};

/** Settings of earlier versions, and what applies instead. */
const removedSettings: Readonly<Record<string, string>> = {
	ENGINE_THREADS: "a sentence of a natural voice takes half of the cores, at most 4",
	LINKED_GUILD_SECONDS_PER_DAY:
		"a server whose own account pays has its own limit (/server) and MEMBER_SECONDS_PER_DAY",
	SHARE_CLIPS: "speech that one account has paid for is that account's alone",
};

export const warnOfRemoved = (env: NodeJS.ProcessEnv, logger: Pick<Logger, "warn">): void => {
	for (const [setting, instead] of Object.entries(removedSettings))
		if (env[setting]?.trim())
			logger.warn(
				{ event: "setting_removed", setting },
				`${setting} is no longer read: ${instead}. Remove it from the settings.`,
			);
};

export type EngineSettings = ReturnType<typeof readEngineSettings>;

/** Converts the speech service's settings to the units of the code. */
export const readEngineSettings = (
	value: Pick<z.infer<z.ZodObject<typeof commonSettings>>, "ENGINE_MEMORY_MEGABYTES" | "DEFAULT_LANGUAGE">,
) => ({
	/** The memory limit of all natural voices' models together. */
	memoryBytes: value.ENGINE_MEMORY_MEGABYTES * 1024 * 1024,
	/** The BCP 47 tag of the operator's language. A voice for it is loaded at the start. */
	defaultLanguage: value.DEFAULT_LANGUAGE,
});

/**
 * @returns a secret setting, from `NAME` or from the file that `NAME_FILE` names; undefined if neither is set
 * @throws {@link ConfigError} if both are set, or the file can't be read
 */
export const readSecret = (env: NodeJS.ProcessEnv, name: string): string | undefined => {
	const variable = `${name}_FILE`;
	const value = env[name]?.trim() || undefined;
	const file = env[variable]?.trim();
	if (!file) return value;
	if (value !== undefined)
		throw new ConfigError(`${name} and ${variable} are both set: leave one of them empty.`);
	try {
		return readFileSync(file, "utf8").trim();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new ConfigError(`${variable} must be a file that Herald may read, not "${file}" (${code}).`);
	}
};

/** Matches a URL that may hold a secret: before an @, or after a ? or #. */
const mayHoldSecret = /:\/\/.*[@?#]/;

/**
 * Reads settings from the environment. An empty variable counts as not set.
 *
 * @param secrets - names of settings that may be in a file, and are never shown
 * @throws {@link ConfigError} with one sentence about the first setting that is wrong
 */
export const readEnvironment = <Shape extends z.ZodRawShape>(
	shape: Shape,
	given: NodeJS.ProcessEnv,
	secrets: readonly string[] = [],
): z.infer<z.ZodObject<Shape>> => {
	const read = secrets.map((name) => [name, readSecret(given, name)]);
	const env: NodeJS.ProcessEnv = { ...given, ...Object.fromEntries(read) };
	const set = Object.fromEntries(
		Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ""),
	);
	const parsed = z.object(shape).safeParse(set);
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0] as z.core.$ZodIssue;
	const name = String(issue.path[0]);
	const value = env[name] ?? "";
	const shown = secrets.includes(name) || mayHoldSecret.test(value) ? "" : `, not "${value}"`;
	throw new ConfigError(`${name} must be ${issue.message}${shown}.`);
};
