import { hostname } from "node:os";
import {
	ConfigError,
	commonSettings,
	oneOf,
	readEngineSettings,
	readEnvironment,
	wholeNumber,
} from "@herald/common/environment.ts";
import { isGoogle } from "@herald/common/wire/http.ts";
import { bareModelId, findModel, models } from "@herald/common/wire/models.ts";
import { z } from "zod";
import { readShardList } from "./discord/shard-part.ts";

const trimAll = (items: readonly string[]) => items.map((item) => item.trim()).filter((item) => item !== "");
const list = z
	.string()
	.default("")
	.transform((value) => trimAll(value.split(/[,\n]/)));

const isBare = (value: string): boolean => {
	const { username, password, search, hash } = new URL(value);
	return username + password + search + hash === "";
};

const httpUrl = (wants: string) =>
	z
		.string()
		.refine((value) => /^https?:\/\//.test(value) && URL.canParse(value), { error: wants, abort: true })
		.refine(isBare, "an http or https URL without a user name, a password, a query or a hash");

/**
 * @returns the root of the interface's paths (docs/interface.md 4.1, 4.2). Operators also paste addresses of pages and
 * endpoints, so known endings of the path are cut off
 */
const toBaseUrl = (value: string): string => {
	const { origin, pathname } = new URL(value);
	const path = pathname.replace(/\/+$/, "").replace(/\/(?:v1beta|v1|api)$/, "");
	return origin + path.replace(/\/+$/, "");
};

/**
 * @returns the address of Discord's API without a version, which the library appends. `/api` is added to an address
 * without a path
 */
const toApiUrl = (value: string): string => {
	const { origin, pathname } = new URL(value);
	const path = pathname.replace(/\/+$/, "").replace(/\/v\d+$/, "");
	return origin + (path === "" ? "/api" : path);
};

/** Whether a value is a PostgreSQL URL with a database. The host may be a parameter, such as a socket's folder. */
export const isDatabaseUrl = (value: string): boolean => {
	if (!/^postgres(?:ql)?:\/\//.test(value) || !URL.canParse(value)) return false;
	const { host, pathname, searchParams } = new URL(value);
	return (host !== "" || searchParams.has("host")) && pathname.length > 1;
};

const voicesMax = 5_000;
/** A voice's name, with or without a description in brackets. Discord allows 100 characters in a choice's value. */
const voiceName = /^[^(]{1,100}\s?(?:\(|$)/;
/** Splits at commas and line breaks. A name's brackets may contain commas. */
const listVoices = (value: string): string[] => trimAll(value.match(/[^,\n()]+(?:\([^()\n]*\))?/g) ?? []);

/** How many forbidden words there may be. Their number doesn't slow down the search of a text. */
const forbiddenMax = 5_000;
const forbiddenMaxCharacters = 100;

const printable = /^[\x21-\x7e]*$/;
const seconds = "a whole number of seconds (0 for no limit)";
const price = z
	.string()
	.regex(/^\d{1,6}(?:\.\d{1,6})?$/, "US dollars, such as 6 or 0.5")
	.transform(Number);
const isFor = (chosen: Environment["ACCOUNTS"], who: "servers" | "members"): boolean =>
	chosen === who || chosen === "both";

const installSettings = { INSTALLS: oneOf("servers", "members", "both").default("servers") };
const settings = {
	...commonSettings,
	NODE_ENV: z.string().default(""),
	DISCORD_TOKEN: z
		.string()
		.regex(printable, "the bot's token, of printable characters without spaces")
		.default(""),
	OLD_DISCORD_TOKEN: z
		.string()
		.regex(printable, "the bot's token before this one, of printable characters without spaces")
		.default(""),
	DISCORD_API_URL: httpUrl("an http or https URL").default("https://discord.com/api"),
	GATEWAY_SHARDS: z
		.union([z.literal("auto"), wholeNumber("auto, or a whole number from 1 to 1000", 1, 1_000)], {
			error: "auto, or a whole number from 1 to 1000",
		})
		.default("auto"),
	GATEWAY_SHARDS_PER_PROCESS: wholeNumber(
		"a whole number from 1 to 100, or empty for one process",
		1,
		100,
	).optional(),
	GATEWAY_SHARD_LIST: z.string().trim().default(""),
	GATEWAY_SHARDS_PER_MACHINE: wholeNumber("a whole number from 1 to 1000", 1, 1_000).optional(),
	HOSTNAME: z.string().default(hostname()),
	READ_MESSAGES: oneOf("auto", "mentions", "off").default("auto"),
	SPEECH_BASE_URL: httpUrl("an http or https URL, or empty for the embedded service")
		.transform(toBaseUrl)
		.default(""),
	SPEECH_API_KEY: z.string().regex(printable, "a key of printable characters without spaces").default(""),
	TOPUP_TOKEN: z.string().regex(printable, "a token of printable characters without spaces").default(""),
	TOPUP_USER_ID: z.string().regex(/^\d*$/, "the account's user id, a number").default(""),
	SPEECH_MODELS: list
		.transform((ids) => ids.map(bareModelId))
		.refine((ids) => ids.length > 0, "at least one model name")
		.prefault("gemini-3.8-flash-lite-tts,gemini-3.8-flash-tts"),
	SPEECH_STYLE: oneOf("auto", "metadata", "prompt", "none").default("auto"),
	SPEECH_STREAM: oneOf("auto", "on", "off").default("auto"),
	SPEECH_EXTRAS: oneOf("auto", "none").default("auto"),
	SPEECH_FALLBACK: oneOf("off", "on").default("off"),
	SPEECH_REQUESTS: wholeNumber("a whole number from 1 to 2000, or empty to adapt", 1, 2_000).optional(),
	SPEECH_VOICES: z
		.string()
		.default("")
		.transform(listVoices)
		.refine(
			(voices) => voices.length <= voicesMax && voices.every((voice) => voiceName.test(voice)),
			`at most ${voicesMax} names of 100 characters each`,
		),
	DEFAULT_VOICE: z.string().min(1, "the name of a voice").default("Kore"),
	ALLOWED_GUILDS: list.refine(
		(ids) => ids.every((id) => /^\d{15,21}$/.test(id)),
		"server ids (15 to 21 digits each) separated by commas",
	),
	...installSettings,
	FORBIDDEN_WORDS: list.refine(
		(words) => words.length <= forbiddenMax && words.every((word) => word.length <= forbiddenMaxCharacters),
		`at most ${forbiddenMax} words or phrases of ${forbiddenMaxCharacters} characters each, separated by commas or on lines of their own`,
	),
	USER_SECONDS_PER_DAY: wholeNumber(seconds, 0).optional(),
	ALL_USERS_SECONDS_PER_DAY: wholeNumber(seconds, 0).optional(),
	ALL_SECONDS_PER_DAY: wholeNumber(seconds, 0).default(0),
	ALL_SECONDS_PER_MONTH: wholeNumber(seconds, 0).default(0),
	MEMBER_SECONDS_PER_DAY: wholeNumber(seconds, 0).default(600),
	GUILD_SECONDS_PER_DAY: wholeNumber(seconds, 0).default(3_600),
	ACCOUNTS: oneOf("off", "servers", "members", "both").default("off"),
	ACCOUNTS_SECRET: list.refine(
		(secrets) => secrets.every((secret) => Buffer.from(secret, "base64").length === 32),
		"32 bytes in Base64, such as openssl rand -base64 32 writes; while it is changed, two, separated by a comma",
	),
	ACCOUNTS_FALLBACK: oneOf("off", "on").default("off"),
	MEMBER_TEXTS_PER_MINUTE: wholeNumber("a whole number of texts (0 for no limit)", 0).default(10),
	PRICE_PER_MILLION_PROMPT_TOKENS: price.default(0.5),
	PRICE_PER_MILLION_AUDIO_TOKENS: price.default(6),
	TEXT_FILE_MAX_CHARACTERS: wholeNumber(
		"a whole number of characters from 1000 to 1000000",
		1_000,
		1_000_000,
	).default(50_000),
	CACHE_MEGABYTES: wholeNumber("a whole number of megabytes from 1 to 100000", 1, 100_000).default(256),
	STOP_GRACE_SECONDS: wholeNumber("a whole number of seconds from 0 to 600", 0, 600).default(20),
	DATABASE_URL: z
		.string()
		.refine(isDatabaseUrl, "the address of a PostgreSQL database: postgres://user:password@host/database")
		.optional(),
	OPERATIONS_HOST: z.string().min(1, "an address to listen on, such as 127.0.0.1").default("127.0.0.1"),
	OPERATIONS_HOSTS: list,
	OPERATIONS_PORT: wholeNumber("a port number from 0 to 65535, or empty for none", 0, 65_535).optional(),
};

type Environment = z.infer<z.ZodObject<typeof settings>>;

const secretSettings = [
	"DISCORD_TOKEN",
	"OLD_DISCORD_TOKEN",
	"SPEECH_API_KEY",
	"TOPUP_TOKEN",
	"DATABASE_URL",
	"ACCOUNTS_SECRET",
];
/** The settings that may come from a file: secrets, and lists that may be long. */
const fileSettings = [...secretSettings, "SPEECH_VOICES", "FORBIDDEN_WORDS"];

type Check = (isWrong: boolean, sentence: string) => void;

/** If SPEECH_EXTRAS is none, refuses settings that need more than the interface's two operations. */
const checkBare = (value: Environment, check: Check): void => {
	const isBare = value.SPEECH_EXTRAS === "none" && value.SPEECH_BASE_URL !== "";
	const excluded = {
		"SPEECH_STYLE=metadata": value.SPEECH_STYLE === "metadata",
		"SPEECH_STREAM=on": value.SPEECH_STREAM === "on",
		TOPUP_USER_ID: value.TOPUP_USER_ID !== "",
	};
	for (const [name, isSet] of Object.entries(excluded))
		check(isBare && isSet, `${name} is beyond what SPEECH_EXTRAS=none sends: leave one of them empty.`);
	check(
		isBare && isGoogle(value.SPEECH_BASE_URL),
		"SPEECH_EXTRAS=none isn't for Google's own service, which needs more than the interface has: leave it empty.",
	);
};

/** @throws ConfigError about a setting that requires another setting, or has no effect together with it */
const checkTogether = (value: Environment): void => {
	const isEmbedded = value.SPEECH_BASE_URL === "";
	const check: Check = (isWrong, sentence) => {
		if (isWrong) throw new ConfigError(sentence);
	};
	check(
		value.NODE_ENV === "production" && value.DISCORD_TOKEN === "",
		"DISCORD_TOKEN is required when NODE_ENV is production: copy the bot's token from the Discord developer portal.",
	);
	check(
		!isEmbedded && value.SPEECH_API_KEY === "",
		"SPEECH_API_KEY is required with SPEECH_BASE_URL: set it to that service's key.",
	);
	const ofService = [
		["SPEECH_API_KEY", "", "leave it empty, or set SPEECH_BASE_URL to the service it belongs to."],
		["SPEECH_STYLE", "auto", "the embedded service has no styles. Leave it empty."],
		["SPEECH_EXTRAS", "auto", "the embedded service takes all of them. Leave it empty."],
		["SPEECH_FALLBACK", "off", "Herald's own voices speak all the time. Leave it empty."],
		["TOPUP_TOKEN", "", "leave it empty."],
		["TOPUP_USER_ID", "", "leave it empty."],
	] as const;
	for (const [name, usual, advice] of ofService)
		check(isEmbedded && value[name] !== usual, `${name} has no effect without SPEECH_BASE_URL: ${advice}`);
	checkBare(value, check);
	check(
		isEmbedded && value.DATABASE_URL !== undefined,
		"DATABASE_URL requires SPEECH_BASE_URL: the embedded service serves one machine. Run npm run service somewhere and set SPEECH_BASE_URL to it, or leave DATABASE_URL empty.",
	);
	const unknown = value.SPEECH_MODELS.find((model) => findModel(model) === undefined);
	check(
		isEmbedded && unknown !== undefined,
		`SPEECH_MODELS must name models of the embedded service (${models.map(({ id }) => id).join(", ")}), not "${unknown}".`,
	);
	check(
		!isEmbedded && value.EMBEDDED_CREDIT !== undefined,
		"EMBEDDED_CREDIT has no effect with SPEECH_BASE_URL: leave one of them empty.",
	);
	for (const who of ["servers", "members"] as const)
		check(
			isFor(value.ACCOUNTS, who) && !isFor(value.INSTALLS, who),
			`ACCOUNTS is ${value.ACCOUNTS}, but INSTALLS has no ${who}: set it to both, or leave ${who} out of ACCOUNTS.`,
		);
	const ofAccounts = {
		ACCOUNTS_SECRET: value.ACCOUNTS_SECRET.length > 0,
		ACCOUNTS_FALLBACK: value.ACCOUNTS_FALLBACK === "on",
	};
	for (const name of ["USER_SECONDS_PER_DAY", "ALL_USERS_SECONDS_PER_DAY"] as const)
		check(
			value[name] !== undefined && value.INSTALLS === "servers",
			`${name} has no effect while INSTALLS is servers: leave it empty.`,
		);
	for (const [name, isSet] of Object.entries(ofAccounts))
		check(isSet && value.ACCOUNTS === "off", `${name} has no effect while ACCOUNTS is off: leave it empty.`);
};

/** Who may install Herald: managers for their server, or members for themselves. */
export type Installs = ReturnType<typeof toInstalls>;

const toInstalls = ({ INSTALLS }: Pick<Environment, "INSTALLS">) => ({
	servers: isFor(INSTALLS, "servers"),
	members: isFor(INSTALLS, "members"),
});

/** @throws {@link ConfigError} */
export const readInstalls = (given: NodeJS.ProcessEnv): Installs =>
	toInstalls(readEnvironment(installSettings, given));

/** All settings of the bot, validated (docs/settings.md). */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads all settings from the environment. An empty variable counts as not set.
 *
 * @throws {@link ConfigError} with a sentence about the first wrong setting
 */
export const readConfig = (given: NodeJS.ProcessEnv) => {
	const value = readEnvironment(settings, given, fileSettings);
	checkTogether(value);
	const part = readShardList(value);
	if (typeof part === "string") throw new ConfigError(part);
	const isBare = value.SPEECH_EXTRAS === "none";
	return {
		discord: {
			token: value.DISCORD_TOKEN,
			/** The previous token, which decrypts what was encrypted with it; "" if there is none. */
			oldToken: value.OLD_DISCORD_TOKEN,
			apiUrl: toApiUrl(value.DISCORD_API_URL),
			/** The number of shards; `auto` takes the number that Discord recommends. */
			shards: value.GATEWAY_SHARDS,
			/** How many shards a process may have; undefined if one process has all shards of this machine. */
			shardsPerProcess: value.GATEWAY_SHARDS_PER_PROCESS,
			/** This machine's shards; undefined if the machine has all. */
			part,
			/** Which messages Herald asks Discord for; `auto` asks for as many as Discord grants. */
			readMessages: value.READ_MESSAGES,
		},
		speech: {
			baseUrl: value.SPEECH_BASE_URL,
			apiKey: value.SPEECH_API_KEY,
			models: value.SPEECH_MODELS,
			/** Whether only the interface's two operations are used. */
			bare: isBare,
			/**
			 * How a style is sent: `auto` as the model expects it, `metadata` in `speechMetadata`, `prompt` in the text,
			 * `none` not at all.
			 */
			styles: isBare && value.SPEECH_STYLE === "auto" ? ("none" as const) : value.SPEECH_STYLE,
			/**
			 * Whether a text's first sound is streamed: `auto` streams if the service is known to support it at no extra
			 * cost.
			 */
			streams: value.SPEECH_STREAM,
			/** Whether Herald's own voices stand in when the service fails. */
			fallback: value.SPEECH_FALLBACK === "on",
			/** How many requests this machine may make at once; if undefined, Herald adapts to the service. */
			requestsMax: value.SPEECH_REQUESTS,
			/** Names with optional sex and description: `Ada (female, calm)`. */
			extraVoices: value.SPEECH_VOICES,
			defaultVoice: value.DEFAULT_VOICE,
			/** A BCP 47 tag. */
			defaultLanguage: value.DEFAULT_LANGUAGE,
			cacheBytes: value.CACHE_MEGABYTES * 1024 * 1024,
		},
		credit: {
			topupToken: value.TOPUP_TOKEN,
			topupUserId: value.TOPUP_USER_ID,
			/** The initial credit of the embedded service's account, in quota units; undefined is unlimited. */
			embedded: value.EMBEDDED_CREDIT,
		},
		/** Seconds of generated speech per UTC day or month, and texts per minute; 0 is no limit. */
		budgets: {
			memberSecondsPerDay: value.MEMBER_SECONDS_PER_DAY,
			guildSecondsPerDay: value.GUILD_SECONDS_PER_DAY,
			/** This limit and the next are for all speech that the operator's account pays for. */
			allSecondsPerDay: value.ALL_SECONDS_PER_DAY,
			allSecondsPerMonth: value.ALL_SECONDS_PER_MONTH,
			memberTextsPerMinute: value.MEMBER_TEXTS_PER_MINUTE,
			/** For each member outside of servers with Herald. */
			userSecondsPerDay: value.USER_SECONDS_PER_DAY ?? 120,
			/** For all members outside of servers with Herald, together. */
			allUsersSecondsPerDay: value.ALL_USERS_SECONDS_PER_DAY ?? 3_600,
		},
		installs: toInstalls(value),
		forbiddenWords: value.FORBIDDEN_WORDS,
		/** Accounts that servers and members connect. */
		accounts: {
			ofServers: isFor(value.ACCOUNTS, "servers"),
			ofMembers: isFor(value.ACCOUNTS, "members"),
			/** The secrets that encrypt the accounts, in Base64, newest first. If empty, the secret is in the data folder. */
			secrets: value.ACCOUNTS_SECRET,
			/** Whether the operator's account pays if a server's or member's own is refused. */
			standsIn: value.ACCOUNTS_FALLBACK === "on",
		},
		/** US dollars per million tokens, for estimates. */
		prices: { prompt: value.PRICE_PER_MILLION_PROMPT_TOKENS, audio: value.PRICE_PER_MILLION_AUDIO_TOKENS },
		/** The longest text of a file, in characters that are spoken. */
		fileMaxCharacters: value.TEXT_FILE_MAX_CHARACTERS,
		engine: readEngineSettings(value),
		allowedGuilds: value.ALLOWED_GUILDS,
		/**
		 * How long a stop waits for work in progress, in ms: for answers, for speech, and for the next pause in what plays.
		 */
		stopGraceMs: value.STOP_GRACE_SECONDS * 1_000,
		/** This machine's name, shown to other machines. */
		machine: value.HOSTNAME,
		dataDir: value.DATA_DIR,
		/** The URL of the PostgreSQL database that replaces `bot.db`. */
		databaseUrl: value.DATABASE_URL,
		host: value.HOST,
		port: value.PORT,
		/** Where health and metrics are served, if a port is set. */
		operations: {
			host: value.OPERATIONS_HOST,
			/** Further host names by which requests may address Herald. */
			names: value.OPERATIONS_HOSTS,
			port: value.OPERATIONS_PORT,
		},
		logLevel: value.LOG_LEVEL,
	};
};
