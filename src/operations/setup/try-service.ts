import {
	acceptHeaders,
	errorCodeOf,
	isGoogle,
	isSuccess,
	readJson,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import { bareModelId } from "@herald/common/wire/models.ts";
import { audioTokensPerSecond } from "@herald/common/wire/prices.ts";
import { request } from "undici";
import { z } from "zod";
import type { Config } from "../../config.ts";
import type { ProblemDetail } from "../../shared/problem.ts";
import { authorize } from "../../speech/ask/client.ts";
import { isKeyRefused, listModels, modelLists } from "../doctor/check-speech.ts";
import { describeConnection } from "../doctor/finding.ts";
import { measureSound, trySpeech } from "../doctor/try-account.ts";

/** A speech service, and the key of the account that pays. */
export interface Service {
	readonly baseUrl: string;
	readonly apiKey: string;
}

/** A service that can't be used. */
export interface ServiceTrouble {
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
export const askModels = async (service: Service): Promise<readonly string[] | ServiceTrouble> => {
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
export const countVoices = async (service: Service): Promise<number | undefined> => {
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
export const tryWord = async (service: Service, model: string): Promise<number | ServiceTrouble> => {
	const { result, tookMs } = await trySpeech({ ...service, bare: false }, model, word, wordMaxMs);
	if (!result.ok) return troubleOf(result.failure.detail, service, model, result.failure.message);
	const heard = measureSound(result.bytes);
	if (heard.kind === "sound") return tookMs;
	if (heard.kind === "bad_response") return noService(service, 200);
	return unspoken(heard.kind === "silence" ? "it answers without sound" : heard.why);
};

/** The price of a million tokens, in US dollars. */
export type Prices = Config["prices"];

/** Google's prices until the end of 2026 (docs/costs.md). */
const googlePrices: Readonly<Record<string, Prices>> = {
	"gemini-3.8-flash-lite-tts": { prompt: 0.5, audio: 6 },
	"gemini-3.8-flash-tts": { prompt: 0.5, audio: 9 },
	"gemini-3.1-flash-tts-preview": { prompt: 1, audio: 20 },
};
const doublesAt = Date.UTC(2027, 0, 1);

/** @returns Google's prices of a model; undefined if they aren't known, or the service isn't Google */
export const findPrices = (baseUrl: string, model: string, now: number): Prices | undefined => {
	const known = isGoogle(baseUrl) ? googlePrices[model] : undefined;
	const times = now >= doublesAt ? 2 : 1;
	return known && { prompt: known.prompt * times, audio: known.audio * times };
};

const promptTokensPerSecond = 3;

/** @returns the cost of `seconds` of speech, in US dollars */
export const costOf = (seconds: number, { prompt, audio }: Prices): number =>
	(seconds * (audioTokensPerSecond * audio + promptTokensPerSecond * prompt)) / 1_000_000;

/** @returns "$0.54", or "$0.054" for less than ten cents */
export const inDollars = (cost: number): string =>
	cost.toLocaleString("en-US", {
		style: "currency",
		currency: "USD",
		minimumFractionDigits: cost > 0 && cost < 0.1 ? 3 : 2,
	});
