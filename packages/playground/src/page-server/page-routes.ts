import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { ApiError, InputError, orThrow } from "../checks/form.ts";
import { checked } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import type { UploadedFile } from "../checks/message-body.ts";
import { isOwn } from "../guard.ts";
import { type Circumstances, noMessage } from "../members/acts.ts";
import { findCommand } from "../members/fill-in.ts";
import type { InteractionTrace } from "../members/trace.ts";
import type { Parts } from "../parts.ts";
import { writeAll } from "../texts/write.js";
import type { Faults } from "../troubles/faults.ts";
import type { Member } from "../world/guild.ts";
import type { Messages } from "../world/messages.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import type { ActionName, Answer, Body, Refusal, UploadAnswer } from "./messages.ts";
import { bodies } from "./messages.ts";
import { addLive, addVoiceStream } from "./page-live.ts";
import { pageChannel, pageMember } from "./views.ts";
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

const noChannel = () => new InputError("noChannel");
const uploadQuery = z.object({
	as: z.string(),
	guild: z.string().optional(),
	name: z.string().min(1).max(260),
	type: z.string().max(100).optional(),
});
const opened = ({ interaction }: InteractionTrace) => ({ interactionId: interaction.id });

const read = <S extends z.ZodType>(schema: S, body: unknown): z.infer<S> => {
	const { success, data, error } = schema.safeParse(body);
	if (!success) throw new InputError("notUnderstood", { why: z.prettifyError(error) });
	return data;
};

type Result<N extends ActionName> = Answer<N> | Promise<Answer<N>> | Promise<void> | void;
type Act<N extends ActionName> = (member: Member, body: Body<N>, where: Required<Circumstances>) => Result<N>;

/**
 * `POST /playground/api/…`: a member's acts on the page. Acts that Discord's client or API would refuse are answered 400
 * with a sentence.
 */
const addPageActions = (page: FastifyInstance, parts: Parts): void => {
	const { world, acts, messages, commands } = parts;
	const post = <N extends ActionName>(name: N, act: Act<N>) => {
		page.post(`/playground/api/${name}`, async (request) => {
			// The compiler can't see that each schema of the table parses the body of the same name.
			const body = read(bodies[name], request.body) as Body<N>;
			const member = pageMember(world, body);
			const where = { locale: body.locale, channel: pageChannel(member, body.channel) };
			return (await act(member, body, where)) ?? {};
		});
	};

	/** Removes an uploaded file from the store. @returns the file @throws InputError if it isn't there */
	const takeUpload = (id: string): UploadedFile => {
		const file = orThrow(messages.files.find(id), () => new InputError("notUploaded"));
		messages.files.forget(id);
		const { filename, content_type: contentType } = file.attachment;
		return { filename, contentType, bytes: file.bytes };
	};

	post("post", (member, { text, files: ids, replyTo, ping }, { channel }) => {
		const silent = /^@silent\s+/.exec(text)?.[0];
		const words = text.slice(silent?.length);
		const isSilent = silent !== undefined;
		const files = ids.map(takeUpload);
		if (replyTo === undefined) acts.post(member, words, { channel, silent: isSilent }, files);
		else acts.reply(member, { id: replyTo }, words, { ping, silent: isSilent, files });
	});
	post("thread", (member, { name, text, messageId }, { channel }) => {
		const on = messageId === undefined ? undefined : acts.visible(member, messageId);
		const thread = acts.openThread(member, channel, name, on);
		if (text.trim()) acts.post(member, text, { channel: thread });
		return { channelId: thread.id };
	});
	post("poll", (member, poll, where) => void acts.postPoll(member, poll, where));
	post("edit", (member, { messageId: id, text }) => void acts.editMessage(member, { id }, text));
	post("remove", (member, { messageId: id }, { channel }) => acts.deleteMessage(member, { id }, channel));
	post("forward", (member, { messageId: id, to }) => {
		const channel = orThrow(member.guild.channels.get(to), noChannel);
		acts.forward(member, { id }, { channel });
	});
	post("vote", (member, { messageId: id, answers }) => acts.vote(member, { id }, ...answers));
	post("moderate", (member, { memberId, what, to }) => {
		const other = orThrow(member.guild.members.get(memberId), () => new InputError("noMember"));
		parts.voice.moderate(member, other, what, member.guild.channels.get(to ?? ""));
	});
	post("command", (member, body, where) => opened(acts.command(member, body.name, body.values, where)));
	post("hint", (member, _body, where) => {
		const { command = "", choose } = parts.chatHint ?? {};
		const trace = acts.command(member, command, {}, where);
		if (choose)
			trace
				.firstAnswer()
				.then((answer) => acts.select(member, answer, choose.menu, [choose.value], where))
				// If there is no answer, or no such menu in it, the page still shows what happened to the command.
				.catch(() => {});
		return opened(trace);
	});
	post("complete", async (member, { name, values, focused }, where) => {
		const { options } = findCommand(commands.inGuild(member.guild.id), name);
		const option = options.find((each) => each.name === focused);
		if (!option || !("autocomplete" in option) || !option.autocomplete) return { choices: [] };
		const trace = acts.command(member, name, values, where, focused);
		// `acknowledged` rejects if the application doesn't answer. `choices` is undefined then.
		await trace.acknowledged().catch(() => {});
		const { choices } = trace.interaction;
		if (choices) return { choices };
		throw new InputError("noAnswer");
	});
	post("messageCommand", (member, { name, messageId: id }, where) =>
		opened(acts.messageCommand(member, name, { id }, where)),
	);
	post("click", (member, { messageId: id, customId }, where) =>
		opened(acts.click(member, { id }, customId, where)),
	);
	post("select", (member, { messageId: id, customId, values }, where) =>
		opened(acts.select(member, { id }, customId, values, where)),
	);
	post("modal", (member, { modal, input }, where) =>
		opened(acts.submitModal(member, checked(modal), input, where)),
	);
	// The body of an upload: the bytes of a file for a message or a command's option.
	page.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
		done(null, body),
	);
	page.post("/playground/api/upload", { bodyLimit: limits.fileSize }, async (request) => {
		const { name, type, ...user } = read(uploadQuery, request.query);
		pageMember(world, user);
		const file = { filename: name, contentType: type || undefined, bytes: request.body as Buffer };
		return { id: messages.files.upload(file).id } satisfies UploadAnswer;
	});
	post("react", (member, { messageId: id, emoji, back }) => acts.react(member, { id }, emoji, back));
	post("typing", (member, _body, { channel }) => {
		world.feed.emit("typing", member, channel, world.clock.now());
	});
	post("chat", (_member, _body, { channel }) => parts.chats.toggle(channel));
	const findOther = (me: Member, id: string) => {
		const user = world.users.get(id);
		if (!user || user === me.user) throw new InputError("noMember");
		return user;
	};
	post("direct", (me, { userId }) => ({ guildId: world.openDirect(me.user, findOther(me, userId)).id }));
	post("group", (me, { name, userIds }) => {
		const others = userIds.map((id) => findOther(me, id));
		if (others.some(({ bot }) => bot)) throw new InputError("noBotsInGroups");
		return { guildId: world.addGroup(name, [me.user, ...others]).id };
	});
	post("install", (member, { where, add, permissions }) => {
		if (where === "account") return world.setInstalled(member.user, add);
		if (!mayDo(member, "ManageGuild")) throw new InputError("mayNotModerate");
		if (add && permissions !== undefined) world.grantBotRole(member.guild, BigInt(permissions));
		return world.setPresence(member.guild, add ? "bot" : "none");
	});
	post("dismiss", (member, { messageId }) => {
		if (messages.find(messageId)?.visibleTo !== member.user.id) throw noMessage();
		messages.delete(messageId);
	});
	post("joinVoice", (member, { channelId, page: opened }) => {
		const channel = orThrow(member.guild.channels.get(channelId), noChannel);
		parts.voice.join(member, channel);
		if (opened) parts.presence.joined(opened, member);
	});
	post("speakOnStage", (member, { speak }) => parts.voice.speakOnStage(member, speak));
	post("leaveVoice", (member) => parts.voice.leave(member));
	post("trouble", ({ guild }, { id }) => parts.troubles.run(id, guild));
};
