import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { UploadedFile } from "../checks/files.ts";
import { InputError } from "../checks/input-error.ts";
import { checked } from "../checks/json.ts";
import { limits } from "../checks/limits.ts";
import { noMessage } from "../members/actions.ts";
import { findCommand } from "../members/fill-in.ts";
import { InteractionTrace } from "../members/trace.ts";
import type { Parts } from "../parts.ts";
import type { Channel, Member } from "../world/guild.ts";
import type { Interaction } from "../world/interaction.ts";
import { mayDo } from "../world/permissions.ts";
import { type ActionName, type Answer, type Body, bodies, type UploadAnswer } from "./messages.ts";
import { pageChannel, pageMember } from "./views.ts";

const noChannel = () => new InputError("noChannel");
const uploadQuery = z.object({
	as: z.string(),
	guild: z.string().optional(),
	name: z.string().min(1).max(260),
	type: z.string().max(100).optional(),
});
const opened = ({ id }: Interaction) => ({ interactionId: id });

const read = <S extends z.ZodType>(schema: S, body: unknown): z.infer<S> => {
	const result = schema.safeParse(body);
	if (!result.success) {
		const why = z.prettifyError(result.error);
		throw new InputError("notUnderstood", { why });
	}
	return result.data;
};

/**
 * `POST /playground/api/…`: a member's acts on the page. Acts that Discord's client or API would refuse are answered 400
 * with a sentence.
 */
export const addPageActions = (page: FastifyInstance, parts: Parts): void => {
	const { world, actions, writing, messages, commands } = parts;
	const post = <N extends ActionName>(
		name: N,
		act: (
			member: Member,
			body: Body<N>,
			where: { locale: string; channel: Channel },
		) => Answer<N> | Promise<Answer<N>> | Promise<void> | void,
	) => {
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
		const file = messages.files.find(id);
		if (!file) throw new InputError("notUploaded");
		messages.files.forget(id);
		const { filename, content_type: contentType } = file.attachment;
		return { filename, contentType, bytes: file.bytes };
	};

	post("post", (member, { text, files: ids, replyTo, ping }, { channel }) => {
		const silent = /^@silent\s+/.exec(text)?.[0];
		const words = text.slice(silent?.length);
		const isSilent = silent !== undefined;
		const files = ids.map(takeUpload);
		if (replyTo === undefined) writing.post(member, channel, words, files, isSilent);
		else
			writing.reply(member, channel, actions.visible(member, replyTo), words, {
				ping,
				silent: isSilent,
				files,
			});
	});
	post("thread", (member, { name, text, messageId }, { channel }) => {
		const on = messageId === undefined ? undefined : actions.visible(member, messageId);
		const thread = writing.openThread(member, channel, name, on);
		if (text.trim()) writing.post(member, thread, text);
		return { channelId: thread.id };
	});
	post("poll", (member, { question, answers, hours, several }, { channel }) => {
		writing.postPoll(member, channel, { question, answers, hours, several });
	});
	post("edit", (member, { messageId, text }) => {
		writing.edit(member, actions.visible(member, messageId), text);
	});
	post("remove", (member, { messageId }, { channel }) => {
		writing.delete(member, channel, actions.visible(member, messageId));
	});
	post("forward", (member, { messageId, to }) => {
		const channel = member.guild.channels.get(to);
		if (!channel) throw noChannel();
		writing.forward(member, channel, actions.visible(member, messageId));
	});
	post("vote", (member, { messageId, answers }) => {
		writing.vote(member, actions.visible(member, messageId), answers);
	});
	post("moderate", (member, { memberId, what, to }) => {
		const other = member.guild.members.get(memberId);
		if (!other) throw new InputError("noMember");
		parts.voice.moderate(member, other, what, member.guild.channels.get(to ?? ""));
	});
	post("command", (member, body, where) => opened(actions.command(member, body.name, body.values, where)));
	post("hint", (member, _body, where) => {
		const { command = "", choose } = parts.chatHint ?? {};
		const interaction = actions.command(member, command, {}, where);
		if (choose)
			new InteractionTrace(messages, interaction)
				.firstAnswer()
				.then(({ id }) => actions.select(member, id, choose.menu, [choose.value], where))
				// If there is no answer, or no such menu in it, the page still shows what happened to the command.
				.catch(() => {});
		return opened(interaction);
	});
	post("complete", async (member, { name, values, focused }, where) => {
		const { options } = findCommand(commands.inGuild(member.guild.id), name);
		const option = options.find((each) => each.name === focused);
		if (!option || !("autocomplete" in option) || !option.autocomplete) return { choices: [] };
		const interaction = actions.command(member, name, values, where, focused);
		// `acknowledged` rejects if the application doesn't answer. `choices` is undefined then.
		await new InteractionTrace(messages, interaction).acknowledged().catch(() => {});
		if (interaction.choices) return { choices: interaction.choices };
		throw new InputError("noAnswer");
	});
	post("messageCommand", (member, body, where) =>
		opened(actions.messageCommand(member, body.name, body.messageId, where)),
	);
	post("click", (member, body, where) => opened(actions.click(member, body.messageId, body.customId, where)));
	post("select", (member, body, where) =>
		opened(actions.select(member, body.messageId, body.customId, body.values, where)),
	);
	post("modal", (member, { modal, input }, where) =>
		opened(actions.submitModal(member, checked(modal), input, where)),
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
	post("react", (member, { messageId, emoji, back }) => {
		actions.react(member, messageId, emoji, back);
	});
	post("typing", (member, _body, { channel }) => {
		world.feed.emit("typing", member, channel, world.clock.now());
	});
	post("chat", (_member, _body, { channel }) => {
		parts.chats.toggle(channel);
	});
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
		const channel = member.guild.channels.get(channelId);
		if (!channel) throw noChannel();
		parts.voice.join(member, channel);
		if (opened) parts.presence.joined(opened, member);
	});
	post("speakOnStage", (member, { speak }) => {
		parts.voice.speakOnStage(member, speak);
	});
	post("leaveVoice", (member) => {
		parts.voice.leave(member);
	});
	post("trouble", async ({ guild }, { id }) => {
		await parts.troubles.run(id, guild);
	});
};
