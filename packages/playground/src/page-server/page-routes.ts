import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../checks/api-error.ts";
import { InputError } from "../checks/input-error.ts";
import { isOwn } from "../guard.ts";
import type { Parts } from "../parts.ts";
import { writeAll } from "../texts/write.js";
import { addAttachments } from "./attachments.ts";
import type { Refusal } from "./messages.ts";
import { addPageActions } from "./page-actions.ts";
import { addLive, addVoiceStream } from "./page-live.ts";

const tooLarge = 413;

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const contentSecurity = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"media-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join("; ");

/** The page and its server's routes. */
export const addPage = async (app: FastifyInstance, parts: Parts): Promise<void> => {
	await app.register(async (page) => {
		page.addHook("onRequest", async (request, reply) => {
			if (!isOwn(request.raw))
				return reply.code(403).send({ message: "This page is for this machine only." });
			reply.header("content-security-policy", contentSecurity);
			reply.header("x-content-type-options", "nosniff").header("referrer-policy", "no-referrer");
			return undefined;
		});
		page.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
			const refuse = (status: number, refusal: Refusal) => reply.code(status).send(refusal);
			if (error instanceof InputError) return refuse(400, { message: error.message, texts: error.texts });
			const status = error instanceof ApiError ? error.status : error.statusCode;
			if (status === tooLarge)
				return refuse(400, { message: error.message, texts: writeAll("fileTooLarge") });
			if (error instanceof ApiError) return refuse(400, { message: error.message });
			return refuse(error.statusCode ?? 500, { message: error.message });
		});
		await page.register(fastifyStatic, {
			root: folder("../page/"),
			wildcard: false,
			cacheControl: false,
		});
		// Next to the page, as on disk: code that both the page and the server load.
		for (const shared of ["options", "texts"])
			await page.register(fastifyStatic, {
				root: folder(`../${shared}/`),
				prefix: `/${shared}/`,
				wildcard: false,
				cacheControl: false,
				decorateReply: false,
			});
		addAttachments(page, parts.messages, parts.fileFaults);
		addLive(page, parts);
		addPageActions(page, parts);
		addVoiceStream(page, parts);
	});
};
