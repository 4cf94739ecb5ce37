import { availableParallelism } from "node:os";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import PQueue from "p-queue";
import type { Database } from "../../store/open.ts";
import { googleKeyHeader } from "../../wire/http.ts";
import { findModel } from "../../wire/models.ts";
import { priceSpeech } from "../../wire/prices.ts";
import { canPay, chargeSpeech } from "../accounts/account.ts";
import type { Engine } from "../engine/engine.ts";
import { identify, readBearer, readOwnAccount } from "./authorize.ts";
import { GatewayError, invalidUrl, pathOf } from "./gateway-error.ts";
import { meetTrouble } from "./meet-trouble.ts";
import { readRequest } from "./read-request.ts";
import { audioMaxTokens, audioTokensPerSecond } from "./tokens.ts";
import { writeResponse } from "./write-response.ts";

const waitingMax = 64;
const maxSeconds = audioMaxTokens / audioTokensPerSecond;
/** Texts spoken in parallel, by turns: enough for every thread, few enough for their sound to fit in memory. */
const spokenAtOnce = Math.max(4, availableParallelism());
const busyRetrySeconds = 5;

/**
 * Serves operation 1 (docs/interface.md 4.1). Speech is charged once it is generated and the client is still there to
 * receive it.
 */
export const addSpeechRoute = (
	app: FastifyInstance,
	database: Database,
	engine: Pick<Engine, "speak">,
): void => {
	const queue = new PQueue({ concurrency: spokenAtOnce });

	app.post(
		"/v1beta/models/*",
		{
			// Before the body is read: don't accept a stranger's megabyte.
			onRequest: async (request) => {
				readModelId(request);
				authorize(request, database);
			},
		},
		async (request, reply) => {
			const modelId = readModelId(request);
			const model = findModel(modelId);
			if (!model)
				throw new GatewayError(503, `No available channel for model ${modelId.slice(0, 100)}`, {
					code: "model_not_found",
				});
			const { utterances, promptTokens } = readRequest(request.body, model);
			requireCredit(request, database);
			const signal = followClient(reply);
			await meetTrouble(database, signal);
			if (queue.size >= waitingMax)
				throw new GatewayError(429, `More than ${waitingMax} requests are waiting`, {
					retryAfter: busyRetrySeconds,
				});
			// Charge before giving up the place, so that the next request sees the new balance.
			const speak = async () => {
				requireCredit(request, database);
				const speech = await engine.speak(utterances, maxSeconds, signal);
				signal.throwIfAborted();
				const response = writeResponse(speech, model, promptTokens);
				chargeSpeech(database, readOwnAccount(database, request).id, {
					units: priceSpeech(promptTokens, response.usageMetadata.candidatesTokenCount),
					requestId: request.id,
				});
				return response;
			};
			return queue.add(speak, { signal });
		},
	);
};

/** The model's name in the path; the router has decoded it. */
const readModelId = (request: FastifyRequest): string => {
	const tail = (request.params as { "*": string })["*"];
	const action = ":generateContent";
	if (!tail.endsWith(action) || tail.length === action.length)
		throw invalidUrl(request.method, pathOf(request));
	return tail.slice(0, -action.length);
};

const authorize = (request: FastifyRequest, database: Database): void => {
	const key = readBearer(request) ?? request.headers[googleKeyHeader];
	const caller = identify(database, typeof key === "string" ? key : undefined);
	switch (caller.kind) {
		case "nobody":
			throw new GatewayError(401, "No API key was sent");
		case "stranger":
			throw new GatewayError(401, "Invalid API key");
		case "disabled":
			throw new GatewayError(403, "This account is disabled", { type: "", code: "access_denied" });
		case "owner":
			request.owner = caller.owner;
	}
};

const requireCredit = (request: FastifyRequest, database: Database): void => {
	const account = readOwnAccount(database, request);
	if (!canPay(account))
		throw new GatewayError(403, `The account's balance is used up, remaining quota: ${account.balance}`, {
			code: "insufficient_user_quota",
		});
};

/** @returns a signal that aborts when the client hangs up before it has its answer */
const followClient = (reply: FastifyReply): AbortSignal => {
	const controller = new AbortController();
	reply.raw.once("close", () => {
		if (!reply.raw.writableFinished) controller.abort(new ClientGone());
	});
	if (reply.raw.destroyed) controller.abort(new ClientGone());
	return controller.signal;
};

/** The client hung up: there is nobody to answer. */
export class ClientGone extends Error {
	override readonly name = "ClientGone";
}
