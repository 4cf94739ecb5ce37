import type { Database } from "@herald/common/storage/open-database.ts";
import { countTokensRequest } from "@herald/common/wire/generate-request.ts";
import { googleKeyHeader } from "@herald/common/wire/http.ts";
import type { ModelAnswer } from "@herald/common/wire/model-answers.ts";
import { findModel, models, type SpeechModel } from "@herald/common/wire/models.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { KeyOwner } from "../accounts/keys.ts";
import type { Engine } from "../engine/engine.ts";
import { identify, readBearer } from "./authorize.ts";
import { GatewayError, invalidRequest, invalidUrl, pathOf } from "./gateway-error.ts";
import { HeldMemory } from "./held-memory.ts";
import { listVoices } from "./list-voices.ts";
import { countContents, refuseIssue } from "./read-request.ts";
import { SpeechHandler, type SpeechHandlerParts } from "./speech-handler.ts";
import { audioMaxTokens, promptMaxTokens } from "./tokens.ts";

/** Google's newest clients ask for the first, older ones for the second. */
export const versions = ["v1", "v1beta", "v1alpha"] as const;

/** The operations of a model. */
export const modelActions = ["generateContent", "streamGenerateContent", "countTokens"] as const;

/** A connection's memory beside its body. */
const connectionBytes = 16 * 1024;
/** The limit on bodies being received: 500 of the usual size, or 100 of the largest. */
const arrivingMaxBytes = 8 * 1024 * 1024;

type Action = (request: FastifyRequest, reply: FastifyReply, model: SpeechModel) => Promise<unknown>;

/** Serves models and voices under every version: operation 1 (docs/interface.md 4.1), and the family's others. */
export const addModelRoutes = (
	app: FastifyInstance,
	parts: SpeechHandlerParts & { readonly engine: Pick<Engine, "spoken"> },
): void => {
	const handler = new SpeechHandler(parts);
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
	const arriving = new HeldMemory(arrivingMaxBytes);
	// Before the body is read: an unauthorized one isn't received.
	const guarded = (read: (request: FastifyRequest) => unknown) => ({
		onRequest: async (request: FastifyRequest) => {
			read(request);
			const { accountId } = authorize(request, parts.database);
			const { raw, headers, routeOptions } = request;
			const { bodyLimit } = routeOptions;
			const bytes = connectionBytes + Math.min(bodyLimit, Number(headers["content-length"] ?? bodyLimit));
			raw.once(
				"close",
				arriving.hold(accountId, bytes, () => raw.destroy()),
			);
		},
	});

	for (const version of versions) {
		app.post(`/${version}/models/*`, guarded(readAction), async (request, reply) => {
			const { modelId, action } = readAction(request);
			return actions[action](request, reply, readModel(modelId));
		});
		app.get(`/${version}/voices`, guarded(pathOf), async ({ query }) =>
			listVoices(query, parts.engine.spoken()),
		);
		app.get(`/${version}/models`, guarded(readTail), async () => ({ models: models.map(describeModel) }));
		app.get(`/${version}/models/*`, guarded(readTail), async (request) => {
			const model = findModel(readTail(request));
			if (!model) throw noModel(404, readTail(request));
			return describeModel(model);
		});
	}
};

/** The path after `models/`, decoded by the router. */
const readTail = (request: FastifyRequest): string => {
	const tail = (request.params as { "*"?: string })["*"] ?? "";
	if (modelActions.some((action) => tail.endsWith(`:${action}`)) && request.method === "GET")
		throw invalidUrl(request.method, pathOf(request));
	return tail;
};

const readAction = (request: FastifyRequest) => {
	const tail = readTail(request);
	const action = modelActions.find((name) => tail.endsWith(`:${name}`) && tail.length > name.length + 1);
	if (!action) throw invalidUrl(request.method, pathOf(request));
	return { action, modelId: tail.slice(0, -action.length - 1) };
};

const noModel = (status: number, id: string): GatewayError =>
	new GatewayError(status, `No available channel for model ${id.slice(0, 100)}`, { code: "model_not_found" });

const readModel = (id: string): SpeechModel => {
	const model = findModel(id);
	if (!model) throw noModel(503, id);
	return model;
};

const describeModel = ({ id, dialect }: SpeechModel): ModelAnswer => ({
	name: `models/${id}`,
	version: /\d+\.\d+/.exec(id)?.[0] ?? "",
	displayName: id,
	description: `Speech in thirty voices; the text is a ${dialect}`,
	inputTokenLimit: promptMaxTokens,
	outputTokenLimit: audioMaxTokens,
	supportedGenerationMethods: [...modelActions],
});

const authorize = (request: FastifyRequest, database: Database): KeyOwner => {
	const key = readBearer(request) ?? request.headers[googleKeyHeader];
	const caller = identify(database, typeof key === "string" ? key : undefined);
	switch (caller.kind) {
		case "anonymous":
			throw new GatewayError(401, "No API key was sent");
		case "unknown":
			throw new GatewayError(401, "Invalid API key");
		case "disabled":
			throw new GatewayError(403, "This account is disabled", { type: "", code: "access_denied" });
		case "owner":
			request.owner = caller.owner;
			return caller.owner;
	}
};
