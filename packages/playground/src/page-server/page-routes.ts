import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { ApiError, InputError } from "../checks/form.ts";
import { isOwn } from "../guard.ts";
import type { Parts } from "../parts.ts";
import { writeAll } from "../texts/write.js";
import type { Faults } from "../troubles/faults.ts";
import type { Member } from "../world/guild.ts";
import type { Messages } from "../world/messages.ts";
import type { World } from "../world/world.ts";
import type { Refusal } from "./messages.ts";
import { addPageActions } from "./page-actions.ts";
import { addLive, addVoiceStream } from "./page-live.ts";
import { pageMember } from "./views.ts";
import { addVoices } from "./voice-panel.ts";

const tooLarge = 413;

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const pageFolder = folder("../page/");
const entries = readdirSync(pageFolder, { withFileTypes: true });
const pageFiles = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
/** The served folders by prefix: the page's, and those with code that the page shares with the server. */
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

/** Serves the page and the routes that it uses, to this machine only. */
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

/** Serves the files of messages, whole or in part, with the faults that a test has planned. */
const addAttachments = (app: FastifyInstance, messages: Messages, faults: Faults): void => {
	app.get<{ Params: { channel: string; id: string; name: string } }>(
		"/attachments/:channel/:id/:name",
		async (request, reply) => {
			const fault = faults.take("GET", request.url);
			if (fault?.kind === "answer")
				return reply.code(fault.answer.status).headers(fault.answer.headers).send(fault.answer.body);
			if (fault?.kind === "cut") {
				request.raw.destroy();
				return reply.hijack();
			}
			if (fault?.kind === "hold") {
				fault.arrive();
				await fault.released;
			}
			const file = messages.files.find(request.params.id);
			if (!file) return reply.code(404).type("text/plain").send("This content is no longer available.");
			const type = file.attachment.content_type ?? "application/octet-stream";
			const shown = /^(audio|image|video)\//.test(type) && !type.includes("svg");
			reply
				.type(type)
				.header("x-content-type-options", "nosniff")
				.header("content-security-policy", "sandbox; default-src 'none'")
				.header("content-disposition", shown ? "inline" : "attachment")
				.header("accept-ranges", "bytes");
			// The file isn't copied, so that answers that clients never read take no memory of their own.
			const { buffer, byteOffset, byteLength: size } = file.bytes;
			const bytes = Buffer.from(buffer, byteOffset, size);
			const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
			if (!range) return reply.send(bytes);
			const start = Number(range[1]);
			const end = Math.min(range[2] ? Number(range[2]) : size - 1, size - 1);
			if (start > end) return reply.code(416).header("content-range", `bytes */${size}`).send();
			return reply
				.code(206)
				.header("content-range", `bytes ${start}-${end}/${size}`)
				.send(bytes.subarray(start, end + 1));
		},
	);
};

/**
 * `GET /oauth2/authorize`: an invite's page, as on Discord, with a button that adds the application. Its content comes
 * from `GET /playground/api/invite?client=ID&as=NAME`.
 */
const addInvite = (page: FastifyInstance, { world }: Parts): void => {
	for (const path of ["/oauth2/authorize", "/api/oauth2/authorize"])
		page.get(path, (_request, reply) => reply.sendFile("invite.html"));
	page.get<{ Querystring: { client?: string; as?: string } }>(
		"/playground/api/invite",
		({ query: { client, as } }) => {
			if (client !== world.applicationId) throw new InputError("noApplication");
			return inviteView(world, pageMember(world, { as }));
		},
	);
};

const inviteView = (world: World, { user }: Member) => ({
	name: world.application.username,
	/** Each server, with the user name of its owner, who may add the application. */
	servers: [...world.guilds.values()].map(({ id, name, owner, presence }) => ({
		id,
		name,
		as: owner.user.username,
		isIn: presence === "bot",
	})),
	/** The user name of the member who opened the invite, and whether they have installed the application. */
	account: { as: user.username, isIn: world.installedBy.has(user.id) },
});
export type Invite = ReturnType<typeof inviteView>;
