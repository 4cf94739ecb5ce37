import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError, refuse } from "../checks/form.ts";
import { parseJson } from "../checks/json.ts";
import { keep, limits } from "../checks/limits.ts";
import type { Parts } from "../parts.ts";
import { sentAnswers } from "../sent.ts";
import type { Fault } from "../troubles/faults.ts";
import { addApplicationRoutes } from "./application.ts";
import { addChannelRoutes, addThreadMemberRoutes, addThreadRoutes } from "./channels.ts";
import { addBanRoutes, addMemberRoutes, addRoleRoutes, addVoiceRoutes } from "./members.ts";
import { addMessageRoutes, addPinRoutes, addPollRoutes, addReactionRoutes } from "./messages.ts";
import { operationOf, routesOf } from "./routes.ts";
import { addInteractionRoutes, addWebhookRoutes } from "./webhooks.ts";

const prefix = "/api/v10";
// Paths with a token that authorises the request, so that the bot's own token isn't needed.
const needsNoLogin = /^\/(interactions|webhooks)\/\d+\//;
const pathOf = (request: FastifyRequest): string => request.url.slice(prefix.length).split("?")[0] ?? "";

const publishAnswer = (request: FastifyRequest, status: number, payload: unknown): void => {
	const path = request.routeOptions.url?.slice(prefix.length);
	if (path === undefined || !sentAnswers.hasSubscribers) return;
	const operation = operationOf(request.method, path, request.params as Readonly<Record<string, string>>);
	sentAnswers.publish({ operation, status, text: typeof payload === "string" ? payload : undefined });
};

/** The parts of Discord's REST API, version 10, that ordinary bots use. */
export const addRestApi = async (app: FastifyInstance, parts: Parts): Promise<void> => {
	await app.register(
		async (api) => {
			await api.register(multipart, {
				limits: {
					fileSize: limits.requestSize,
					files: limits.files + 1,
					parts: 50,
					fieldSize: keep.jsonBytes,
				},
				throwFileSizeLimit: false,
			});
			const log = (request: FastifyRequest, status: number) => {
				const { method, body = null } = request;
				parts.requests.push({ method, path: pathOf(request), status, body });
				if (parts.requests.length > keep.requests) parts.requests.shift();
			};
			const faults = new WeakMap<FastifyRequest, Fault>();
			api.addHook("onRequest", async (request, reply) => {
				const fault = parts.faults.take(request.method, pathOf(request));
				if (fault) faults.set(request, fault);
				if (fault?.whose === "request") {
					if (fault.kind === "cut") {
						log(request, 0);
						request.raw.destroy();
						return reply.hijack();
					}
					if (fault.kind === "answer")
						return reply.code(fault.answer.status).headers(fault.answer.headers).send(fault.answer.body);
					fault.arrive();
					await fault.released;
				}
				const path = pathOf(request);
				const ofBot = !needsNoLogin.test(path);
				if (ofBot && request.headers.authorization !== `Bot ${parts.token}`) throw refuse.unauthorized();
				const route = request.routeOptions.url?.slice(prefix.length);
				const { headers = {}, refusal } = parts.rateLimits?.take(request.method, route, path, ofBot) ?? {};
				reply.headers(headers);
				return refusal && reply.code(429).send(refusal);
			});
			api.addContentTypeParser(
				"application/json",
				{ parseAs: "string", bodyLimit: keep.jsonBytes },
				(_request, text, done) => {
					try {
						done(null, text === "" ? undefined : parseJson(String(text)));
					} catch (error) {
						done(error as Error);
					}
				},
			);
			// Some libraries give a content type without sending a body.
			api.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) =>
				done(body.length > 0 ? refuse.invalidJson() : null),
			);
			api.addHook("onSend", async (request, reply, payload) => {
				// Libraries compare the content type exactly, and don't recognise JSON if a charset follows.
				if (String(reply.getHeader("content-type")).startsWith("application/json"))
					reply.header("content-type", "application/json");
				// The request is logged before it is answered, so that whoever receives the answer finds the request in the log.
				const planned = faults.get(request);
				const fault = planned?.whose === "answer" ? planned : undefined;
				if (fault?.kind === "answer") reply.code(fault.answer.status).headers(fault.answer.headers);
				log(request, fault?.kind === "cut" ? 0 : reply.statusCode);
				if (!planned) publishAnswer(request, reply.statusCode, payload);
				if (fault?.kind === "answer") return JSON.stringify(fault.answer.body);
				if (fault?.kind === "cut") request.raw.socket.destroy();
				if (fault?.kind !== "hold") return payload;
				fault.arrive();
				await fault.released;
				return payload;
			});
			api.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
				const refusal = error instanceof ApiError ? error : asApiError(error);
				if (refusal.status >= 500) request.log.error({ error }, "the playground failed");
				return reply.code(refusal.status).send(refusal.toBody());
			});
			api.setNotFoundHandler((_request, reply) => reply.code(404).send(refuse.notFound().toBody()));
			const routes = routesOf(api);
			addApplicationRoutes(routes, parts);
			addChannelRoutes(routes, parts);
			addMessageRoutes(routes, parts);
			addReactionRoutes(routes, parts);
			addPinRoutes(routes, parts);
			addThreadRoutes(routes, parts);
			addThreadMemberRoutes(routes, parts);
			addMemberRoutes(routes, parts);
			addPollRoutes(routes, parts);
			addRoleRoutes(routes, parts);
			addInteractionRoutes(routes, parts);
			addVoiceRoutes(routes, parts);
			addBanRoutes(routes, parts);
			addWebhookRoutes(routes, parts);
		},
		{ prefix },
	);
};

const asApiError = (error: Error & { statusCode?: number; code?: string }): ApiError => {
	if (error.statusCode === 413) return refuse.tooLarge();
	if (error.code?.startsWith("FST_ERR_CTP") || error instanceof SyntaxError) return refuse.invalidJson();
	return new ApiError(error.statusCode ?? 500, 0, `${error.statusCode ?? 500}: ${error.message}`);
};
