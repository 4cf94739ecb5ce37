import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../checks/api-error.ts";
import { InputError } from "../checks/input-error.ts";
import { isOwn } from "../guard.ts";
import type { Parts } from "../parts.ts";
import { writeAll } from "../texts/write.js";
import { addAttachments } from "./attachments.ts";
import { addInvite } from "./invite.ts";
import type { Refusal } from "./messages.ts";
import { addPageActions } from "./page-actions.ts";
import { addLive, addVoiceStream } from "./page-live.ts";
import { addVoices } from "./voice-panel.ts";

const tooLarge = 413;

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const pageFolder = folder("../page/");
const entries = readdirSync(pageFolder, { withFileTypes: true });
const pageFiles = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
/** Folders by prefix: those of the page, and, as on disk, code that the page shares with the server. */
const served = [
	...entries
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => [`/${name}/`, `${pageFolder}${name}`] as const),
	...["options", "texts"].map((name) => [`/${name}/`, folder(`../${name}/`)] as const),
];

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
		await page.register(fastifyStatic, { root: pageFolder, serve: false, cacheControl: false });
		for (const name of pageFiles) page.get(`/${name}`, (_request, reply) => reply.sendFile(name));
		page.get("/", (_request, reply) => reply.sendFile("index.html"));
		for (const [prefix, root] of served)
			await page.register(fastifyStatic, { root, prefix, cacheControl: false, decorateReply: false });
		addAttachments(page, parts.messages, parts.fileFaults);
		addLive(page, parts);
		addPageActions(page, parts);
		addInvite(page, parts);
		addVoiceStream(page, parts);
		addVoices(page, parts.voices);
	});
};
