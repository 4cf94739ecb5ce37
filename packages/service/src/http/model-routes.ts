import { countTokensRequest } from "@herald/common/wire/generate.ts";
import { googleKeyHeader } from "@herald/common/wire/http.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { findModel, type ModelAnswer, models, type SpeechModel } from "@herald/common/wire/models.ts";
import {
	prebuiltVoices,
	type SpokenVoices,
	type VoiceAnswer,
	type VoiceList,
	voiceListQuery,
} from "@herald/common/wire/voices.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Engine } from "../engine/engine.ts";
import { authorize, readBearer } from "./authorize.ts";
import { GatewayError, invalidRequest, invalidUrl, unauthorized, wrongMethod } from "./gateway-error.ts";
import { audioMaxTokens, countContents, promptMaxTokens, refuseIssue } from "./read-request.ts";
import { createSpeechHandler, type SpeechHandlerParts } from "./speech-handler.ts";

/** Google's newest clients use `v1`, older ones `v1beta`; `v1alpha` is chosen by hand for previews. */
export const versions = ["v1", "v1beta", "v1alpha"] as const;

export const modelActions = ["generateContent", "streamGenerateContent", "countTokens"] as const;

type Action = (request: FastifyRequest, reply: FastifyReply, model: SpeechModel) => Promise<unknown>;

/** Serves operation 1 (docs/interface.md 4.1), token counts, and lists of models and voices, under every version. */
export const addModelRoutes = (
	app: FastifyInstance,
	parts: SpeechHandlerParts & { readonly engine: Pick<Engine, "spoken"> },
): void => {
	const handler = createSpeechHandler(parts);
	const actions: Readonly<Record<(typeof modelActions)[number], Action>> = {
		generateContent: (...asked) => handler.answer(...asked),
		streamGenerateContent: (request, ...asked) => {
			if ((request.query as { alt?: unknown }).alt !== "sse")
				throw invalidRequest("alt: only alt=sse is supported, which answers with events");
			return handler.stream(request, ...asked);
		},
		countTokens: async ({ body }) => {
			const parsed = countTokensRequest.safeParse(body);
			if (!parsed.success) throw refuseIssue(parsed.error);
			const { contents } = "contents" in parsed.data ? parsed.data : parsed.data.generateContentRequest;
			const totalTokens = countContents(contents);
			return { totalTokens, promptTokensDetails: [{ modality: "TEXT", tokenCount: totalTokens }] };
		},
	};
	// Runs before the body is read, so that the body of an unauthorized request isn't received.
	const withKey = async (request: FastifyRequest) => {
		const key = readBearer(request) ?? request.headers[googleKeyHeader];
		authorize(request, parts.database, key, keyRefusals);
	};

	for (const version of versions) {
		app.get(`/${version}/models`, { onRequest: withKey }, async () => ({
			models: models.map(describeModel),
		}));
		app.get(`/${version}/voices`, { onRequest: withKey }, async ({ query }) =>
			listVoices(query, parts.engine.spoken()),
		);
		app.all(
			`/${version}/models/*`,
			{ onRequest: [async (request) => void readTarget(request), withKey] },
			async (request, reply) => {
				const { id, action } = readTarget(request);
				const model = findModel(id);
				if (!model) throw noModel(action ? 503 : 404, id);
				return action ? actions[action](request, reply, model) : describeModel(model);
			},
		);
	}
};

/**
 * Reads the path after `models/`, decoded by the router: a model's id, and the operation if there is one.
 *
 * @throws GatewayError, 404 or 405
 */
const readTarget = (request: FastifyRequest) => {
	const { "*": tail = "" } = request.params as { "*"?: string };
	const action = modelActions.find((name) => tail.endsWith(`:${name}`));
	const id = action ? tail.slice(0, -action.length - 1) : tail;
	if (id === "" || id.includes(":")) throw invalidUrl(request);
	const allowed = action ? ["POST"] : ["GET", "HEAD"];
	if (!allowed.includes(request.method)) throw wrongMethod(request, allowed);
	return { id, action };
};

const noModel = (status: number, id: string): GatewayError =>
	new GatewayError(status, `No available channel for model ${id.slice(0, 100)}`, { code: "model_not_found" });

const describeModel = ({ id, dialect }: SpeechModel): ModelAnswer => ({
	name: `models/${id}`,
	version: /\d+\.\d+/.exec(id)?.[0] ?? "",
	displayName: id,
	description: `Speech in thirty voices; the text is a ${dialect}`,
	inputTokenLimit: promptMaxTokens,
	outputTokenLimit: audioMaxTokens,
	supportedGenerationMethods: [...modelActions],
});

const keyRefusals = {
	anonymous: () => unauthorized("No API key was sent"),
	unknown: () => unauthorized("Invalid API key"),
	disabled: () => new GatewayError(403, "This account is disabled", { type: "", code: "access_denied" }),
};

/** The language of a list of voices if the query names none. */
const usualLanguage = "en";

/** @returns the names that have a speaker in a language, each with the speaker */
const listIn = (language: string, { languages, casts }: SpokenVoices): VoiceAnswer[] => {
	const cast = casts.get(languages.get(baseLanguage(language) ?? "") ?? "") ?? {};
	return prebuiltVoices.flatMap(({ name, character, sex = "female" }) => {
		const role = cast[name];
		if (!role) return [];
		return {
			id: name.toLowerCase(),
			type: "prebuilt",
			display_name: name,
			language_code: language,
			gender: sex,
			description: `${character}, spoken by ${role.voice}`,
		};
	});
};

/** @returns a page of the service's voices (docs/interface.md 13); @throws GatewayError for an invalid query */
const listVoices = (query: unknown, spoken: SpokenVoices): VoiceList => {
	const asked = voiceListQuery.safeParse(query);
	if (!asked.success) throw refuseIssue(asked.error);
	const { page_size: size, page_token: at, language_code: codes = [usualLanguage], gender } = asked.data;
	const all = codes
		.flatMap((code) => listIn(code, spoken))
		.filter((voice) => gender?.includes(voice.gender) ?? true);
	const next = at + size;
	return { voices: all.slice(at, next), ...(next < all.length && { next_page_token: String(next) }) };
};
