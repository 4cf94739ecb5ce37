import { readSecret } from "@herald/common/environment.ts";
import { StartError } from "@herald/common/start-error.ts";
import {
	acceptHeaders,
	errorCodeOf,
	isGoogle,
	isSuccess,
	readJson,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import { readTag } from "@herald/common/wire/languages.ts";
import { bareModelId } from "@herald/common/wire/models.ts";
import { audioTokensPerSecond } from "@herald/common/wire/prices.ts";
import { request } from "undici";
import { z } from "zod";
import { type Config, readConfig } from "../../../config.ts";
import type { ProblemDetail } from "../../../shared/problem.ts";
import { authorize } from "../../../speech/ask/client.ts";
import { isKeyRefused, listModels, modelLists } from "../../doctor/check-speech.ts";
import { describeConnection } from "../../doctor/finding.ts";
import { measureSound, trySpeech } from "../../doctor/try-account.ts";
import type { SettingChanges } from "../env-file.ts";
import { type Context, readSecretFile, type VoiceKind } from "../options.ts";

export interface SettledVoice {
	readonly changes: SettingChanges;
	/** The language (a tag) of the natural voice to get for Herald's own service. */
	readonly language?: string;
}

const googleAddress = "https://generativelanguage.googleapis.com";
const usualModels = ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"];
const usualDaySeconds = 3_600;
const daySeconds = [600, 1_800, 3_600, 10_800];
const modelsShown = 12;

/** @returns who speaks according to the settings; `gateway` for every service that isn't Herald's own or Google's */
const kindOf = ({ SPEECH_BASE_URL: address = "" }: NodeJS.ProcessEnv): VoiceKind => {
	if (address === "") return "own";
	return URL.canParse(address) && isGoogle(address) ? "google" : "gateway";
};

export const describeVoice = (environment: NodeJS.ProcessEnv): string => {
	const kind = kindOf(environment);
	if (kind === "own") return "Herald's own";
	return kind === "google" ? "Google's" : `the service at ${environment.SPEECH_BASE_URL}`;
};

const kinds = [
	{ value: "own", label: "Herald's own: free, on this machine; English now, natural voices can be added" },
	{ value: "google", label: "Google's Gemini: natural, in many languages; costs by the minute" },
	{ value: "gateway", label: "A New API gateway: accounts with a balance, and codes for /redeem" },
	{ value: "other", label: "Another service with the same interface" },
] as const;

/** @throws StartError if the address is empty or invalid */
const readAddress = (given: string): string => {
	if (given === "") throw new StartError("That is empty: give the service's address.");
	return readConfig({ SPEECH_BASE_URL: given, SPEECH_API_KEY: "-" }).speech.baseUrl;
};

const explained: Readonly<Record<Exclude<VoiceKind, "own">, string>> = {
	google:
		"A key is made at https://aistudio.google.com/apikey. docs/google.md has the rest, such as billing.",
	gateway: "docs/new-api.md sets a gateway up, and says where its keys are.",
	other: "docs/interface.md says what a service has to do.",
};

const askAddress = async ({ terminal, options, environment }: Context, kind: VoiceKind): Promise<string> => {
	if (kind === "google") return googleAddress;
	const given =
		options.serviceUrl ?? (kindOf(environment) === kind ? environment.SPEECH_BASE_URL : undefined);
	if (!terminal.asks) return readAddress(given ?? "");
	for (;;) {
		try {
			return readAddress(
				options.serviceUrl ?? (await terminal.text("The service's address, without a path", given ?? "")),
			);
		} catch (error) {
			if (!(error instanceof StartError) || options.serviceUrl !== undefined) throw error;
			terminal.complain(error.message);
		}
	}
};

const findKey = async ({ terminal, options, environment }: Context, asksAnew: boolean): Promise<string> => {
	if (options.keyFile !== undefined) return readSecretFile(options.keyFile);
	const known = readSecret(environment, "SPEECH_API_KEY");
	if (known !== undefined && !asksAnew) return known;
	if (!terminal.asks)
		throw new StartError(
			"There is no key for the service: name its file with --key-file, or set SPEECH_API_KEY.",
		);
	return (await terminal.secret("The key")).trim();
};

const chooseModels = async ({ terminal, options, environment }: Context, listed: readonly string[]) => {
	if (options.models) return options.models;
	const wanted = environment.SPEECH_MODELS
		? readConfig({ SPEECH_MODELS: environment.SPEECH_MODELS }).speech.models
		: usualModels;
	const there = wanted.filter((model) => listed.length === 0 || listed.includes(model));
	if (there.length > 0) return there;
	if (!terminal.asks) return wanted;
	const model = await terminal.choose(
		"Which model is to speak?",
		listed.slice(0, modelsShown).map((value) => ({ value, label: value })),
		listed[0] ?? "",
	);
	return [model];
};

/** A service that has spoken, with the models that should speak. */
type SpokenService = Service & { readonly models: readonly string[] };

/** Tries a service by requesting its list of models, and one word. */
const tryService = async (context: Context, service: Service): Promise<SpokenService | ServiceTrouble> => {
	const { terminal } = context;
	const listed = await askModels(service);
	if ("sentence" in listed) return listed;
	const voices = await countVoices(service);
	if (listed.length > 0)
		terminal.say(
			`It has ${listed.slice(0, modelsShown).join(", ")}, and ${voices === undefined ? "lists no voices: Herald offers the usual thirty" : `${voices} voices`}.`,
		);
	const models = await chooseModels(context, listed);
	const [model = ""] = models;
	const trial = await tryWord(service, model);
	if (typeof trial !== "number") return trial;
	terminal.say(`${model} spoke a word within ${(trial / 1_000).toFixed(1)} s.`);
	return { ...service, models };
};

const settleService = async (context: Context, kind: Exclude<VoiceKind, "own">): Promise<SpokenService> => {
	const { terminal, environment } = context;
	terminal.say(explained[kind]);
	const isSame = kindOf(environment) === kind;
	let baseUrl = await askAddress(context, kind);
	let apiKey = await findKey(context, terminal.asks && !isSame);
	for (;;) {
		const tried = await tryService(context, { baseUrl, apiKey });
		if (!("sentence" in tried)) return tried;
		if (!terminal.asks) throw new StartError(tried.sentence);
		terminal.complain(tried.sentence);
		const next = await terminal.choose(
			"What now?",
			[
				{ value: "again", label: "Try again" },
				{ value: "key", label: "Give another key" },
				...(kind === "google" ? [] : [{ value: "address", label: "Give another address" }]),
			],
			tried.isKey ? "key" : "again",
		);
		if (next === "key") apiKey = (await terminal.secret("The key")).trim();
		if (next === "address") baseUrl = await askAddress(context, kind);
	}
};

const settlePrices = async (context: Context, { baseUrl, models }: SpokenService): Promise<Prices> => {
	const { terminal, asking, environment } = context;
	const known = findPrices(baseUrl, models[0] ?? "", asking.now());
	const { prices: current } = readConfig({
		PRICE_PER_MILLION_PROMPT_TOKENS: environment.PRICE_PER_MILLION_PROMPT_TOKENS,
		PRICE_PER_MILLION_AUDIO_TOKENS: environment.PRICE_PER_MILLION_AUDIO_TOKENS,
	});
	if (known || !terminal.asks) return known ?? current;
	for (;;) {
		const answer = await terminal.text(
			"What does a million tokens of sound cost there, in US dollars?",
			String(current.audio),
		);
		if (/^\d{1,6}(?:\.\d{1,6})?$/.test(answer)) return { ...current, audio: Number(answer) };
		terminal.complain("That must be US dollars, such as 6 or 0.5.");
	}
};

const describeDay = (seconds: number, prices: Prices): string =>
	seconds === 0
		? "no limit"
		: `${seconds / 60} minutes: at most ${inDollars(costOf(seconds, prices))} a day for each server`;

const settleLimit = async ({ terminal, options, environment }: Context, prices: Prices): Promise<number> => {
	const current = readConfig({ GUILD_SECONDS_PER_DAY: environment.GUILD_SECONDS_PER_DAY }).budgets
		.guildSecondsPerDay;
	if (options.secondsPerDay !== undefined || !terminal.asks) return options.secondsPerDay ?? current;
	const offered = [...new Set([...daySeconds, current].filter((each) => each > 0))].sort((a, b) => a - b);
	return terminal.choose(
		"How much may a server have spoken in a day?",
		[...offered, 0].map((value) => ({ value, label: describeDay(value, prices) })),
		current,
	);
};

/** @returns changes that empty those of the named settings that the file sets */
const emptied = ({ settings }: Context, ...names: readonly string[]): SettingChanges =>
	Object.fromEntries(names.filter((name) => settings[name]).map((name) => [name, ""]));

const settleOwn = async (context: Context): Promise<SettledVoice> => {
	const { terminal, options, environment } = context;
	// If Herald's own service speaks already, no setting belongs to another service.
	const others =
		kindOf(environment) === "own"
			? []
			: [
					...["SPEECH_BASE_URL", "SPEECH_API_KEY", "SPEECH_API_KEY_FILE", "SPEECH_MODELS"],
					...["TOPUP_TOKEN", "TOPUP_TOKEN_FILE", "TOPUP_USER_ID"],
				];
	const changes = emptied(context, ...others);
	const given =
		options.language ??
		(terminal.asks
			? await terminal.text("A natural voice for a language, such as en, de or pt-BR? Empty: none now", "")
			: "");
	if (given === "") return { changes };
	const language = readTag(given);
	if (language === undefined)
		throw new StartError(`The language must be a tag, such as de or pt-BR, not "${given}".`);
	return { changes, language };
};

/**
 * Decides who speaks, and tries a service other than Herald's own. Nothing is written yet.
 *
 * @throws StartError if nobody can be asked, and an answer is missing or the service fails
 */
export const settleVoice = async (context: Context): Promise<SettledVoice> => {
	const { terminal, options, environment } = context;
	terminal.title("The voice");
	const current = kindOf(environment);
	const kind =
		options.voice ??
		(terminal.asks ? await terminal.choose<VoiceKind>("Who speaks?", kinds, current) : current);
	if (kind === "own") return settleOwn(context);
	const service = await settleService(context, kind);
	const prices = await settlePrices(context, service);
	terminal.say(`A minute of speech costs about ${inDollars(costOf(60, prices))}.`);
	const limit = await settleLimit(context, prices);
	const models = service.models.join(",");
	const isInFile =
		Boolean(environment.SPEECH_API_KEY_FILE) && service.apiKey === readSecret(environment, "SPEECH_API_KEY");
	const usualPrices = readConfig({}).prices;
	const priced = (name: string, price: number, usual: number): SettingChanges =>
		price === usual && !environment[name] ? {} : { [name]: String(price) };
	return {
		changes: {
			...emptied(context, "EMBEDDED_CREDIT"),
			SPEECH_BASE_URL: service.baseUrl,
			...(!isInFile && { ...emptied(context, "SPEECH_API_KEY_FILE"), SPEECH_API_KEY: service.apiKey }),
			...((environment.SPEECH_MODELS || models !== usualModels.join(",")) && { SPEECH_MODELS: models }),
			...priced("PRICE_PER_MILLION_PROMPT_TOKENS", prices.prompt, usualPrices.prompt),
			...priced("PRICE_PER_MILLION_AUDIO_TOKENS", prices.audio, usualPrices.audio),
			...((environment.GUILD_SECONDS_PER_DAY || limit !== usualDaySeconds) && {
				GUILD_SECONDS_PER_DAY: String(limit),
			}),
		},
	};
};

/** A speech service, and the key of the account that pays. */
type Service = Readonly<Record<"baseUrl" | "apiKey", string>>;

/** A service that can't be used. */
interface ServiceTrouble {
	/** Tells the operator what is wrong and what to do. */
	readonly sentence: string;
	/** Whether another key may help. */
	readonly isKey?: boolean;
}

const trouble = (sentence: string): ServiceTrouble => ({ sentence });

const badKey: ServiceTrouble = {
	...trouble(
		"The service refuses this key: copy it again, and see there that it is enabled and may use these models.",
	),
	isKey: true,
};
const busy = trouble("The service has had too many requests: wait a minute, and try again.");
const unreachable = ({ baseUrl }: Service, code: string) =>
	trouble(`The service at ${baseUrl} can't be reached: ${describeConnection(code, "the address")}`);
const silent = ({ baseUrl }: Service) =>
	trouble(`The service at ${baseUrl} doesn't answer in time: check the address, and that the service runs.`);
const noService = ({ baseUrl }: Service, status: number) =>
	trouble(
		`Something other than a speech service answers at ${baseUrl} (status ${status}): give the address without a path behind it, as in https://gateway.example.`,
	);
const unspoken = (why: string) => trouble(`The service didn't speak: ${why}.`);

const speaking = /tts|speech|audio/i;
/**
 * Requests the list of models, which costs nothing and shows whether the key is accepted.
 *
 * @returns the models, perhaps none. If some models' names say that they speak, only these models
 */
const askModels = async (service: Service): Promise<readonly string[] | ServiceTrouble> => {
	try {
		const { answer } = await listModels({ ...service, bare: false });
		const { status, body } = answer;
		if (isKeyRefused(answer)) return badKey;
		if (status >= 500) return unspoken(`status ${status}`);
		if (status === 429) return busy;
		// A service with only the interface's two operations answers in JSON, without a list. A web page is no service.
		const json = readJson(body);
		if (json === undefined) return noService(service, status);
		const listed = isSuccess(status) ? (modelLists.safeParse(json).data?.map(bareModelId) ?? []) : [];
		const models = listed.filter((model) => speaking.test(model));
		return models.length > 0 ? models : listed;
	} catch (error) {
		return (error as Error).name === "TimeoutError"
			? silent(service)
			: unreachable(service, errorCodeOf(error));
	}
};

const voiceList = z.object({ voices: z.array(z.unknown()) });
const listMaxMs = 10_000;
const listMaxBytes = 4 * 1024 * 1024;

/** @returns how many voices a service lists, at most 1,000; undefined if it lists none, or the request fails */
const countVoices = async (service: Service) => {
	try {
		const response = await request(`${service.baseUrl}/v1beta/voices?pageSize=1000`, {
			headers: { ...authorize({ ...service, bare: false }), ...acceptHeaders },
			signal: AbortSignal.timeout(listMaxMs),
		});
		const { status, body } = await receiveAnswer(response, listMaxBytes);
		const list = isSuccess(status) ? voiceList.safeParse(readJson(body)).data?.voices : undefined;
		return list && list.length > 0 ? list.length : undefined;
	} catch {
		return undefined;
	}
};

const word = "Herald";
const wordMaxMs = 30_000;

const troubleOf = ({ kind }: ProblemDetail, service: Service, model: string, message: string) => {
	switch (kind) {
		case "unauthorized":
		case "forbidden":
			return badKey;
		case "key_exhausted":
		case "subscription_exhausted":
		case "out_of_credit":
			return trouble(
				"The service takes the key, but the account or the key has no credit left: add some there, or raise the key's limit.",
			);
		case "model_unavailable":
			return trouble(`The service has no model ${model}: choose one that it has.`);
		case "rate_limited":
			return busy;
		case "timeout":
			return silent(service);
		case "network":
			return unreachable(service, /\((\w+)\)/.exec(message)?.[1] ?? "unknown");
		default:
			return unspoken(message);
	}
};

/** Has one word spoken by a model, which costs money. @returns how long that took, in ms, or why it failed */
const tryWord = async (service: Service, model: string): Promise<number | ServiceTrouble> => {
	const { result, tookMs } = await trySpeech({ ...service, bare: false }, model, word, wordMaxMs);
	if (!result.ok) return troubleOf(result.failure.detail, service, model, result.failure.message);
	const heard = measureSound(result.bytes);
	if (heard.kind === "sound") return tookMs;
	if (heard.kind === "bad_response") return noService(service, 200);
	return unspoken(heard.kind === "silence" ? "it answers without sound" : heard.why);
};

/** The price of a million tokens, in US dollars. */
type Prices = Config["prices"];

/** Google's prices until the end of 2026 (docs/costs.md). */
const googlePrices: Readonly<Record<string, Prices>> = {
	"gemini-3.8-flash-lite-tts": { prompt: 0.5, audio: 6 },
	"gemini-3.8-flash-tts": { prompt: 0.5, audio: 9 },
	"gemini-3.1-flash-tts-preview": { prompt: 1, audio: 20 },
};
const doublesAt = Date.UTC(2027, 0, 1);

/** @returns Google's prices of a model; undefined if they aren't known, or the service isn't Google */
const findPrices = (baseUrl: string, model: string, now: number): Prices | undefined => {
	const known = isGoogle(baseUrl) ? googlePrices[model] : undefined;
	const times = now >= doublesAt ? 2 : 1;
	return known && { prompt: known.prompt * times, audio: known.audio * times };
};

const promptTokensPerSecond = 3;

/** @returns the cost of `seconds` of speech, in US dollars */
const costOf = (seconds: number, { prompt, audio }: Prices): number =>
	(seconds * (audioTokensPerSecond * audio + promptTokensPerSecond * prompt)) / 1_000_000;

/** @returns "$0.54", or "$0.054" for less than ten cents */
const inDollars = (cost: number): string =>
	cost.toLocaleString("en-US", {
		style: "currency",
		currency: "USD",
		minimumFractionDigits: cost > 0 && cost < 0.1 ? 3 : 2,
	});
