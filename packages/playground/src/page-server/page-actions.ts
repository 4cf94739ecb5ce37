import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { findCommand, InputError } from "../checks/command-options.ts";
import { limits } from "../checks/limits.ts";
import { noMessage } from "../members/actions.ts";
import type { ControlParts } from "../members/control.ts";
import { InteractionTrace } from "../members/trace.ts";
import type { TroublePanel } from "../troubles/panel.ts";
import type { Commands } from "../world/commands.ts";
import type { Interaction } from "../world/interactions.ts";
import type { Member, World } from "../world/world.ts";
import type { FirstStep } from "./first-step.ts";
import { parseInputLine } from "./input-line.ts";
import type { PagePresence } from "./page-presence.ts";

export interface PageParts extends ControlParts {
	readonly commands: Commands;
	readonly troubles: TroublePanel;
	readonly presence: PagePresence;
	readonly firstSteps: readonly FirstStep[];
	readonly port: () => number;
}

const base = z.object({ as: z.string(), locale: z.string().max(10).default("en-US") });
const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const bodies = {
	line: base.extend({ text: z.string().max(8_000) }),
	command: base.extend({ name: z.string(), values }),
	complete: base.extend({ name: z.string(), values, focused: z.string() }),
	messageCommand: base.extend({ name: z.string(), messageId: z.string() }),
	click: base.extend({ messageId: z.string(), customId: z.string() }),
	select: base.extend({ messageId: z.string(), customId: z.string(), values: z.array(z.string()) }),
	modal: base.extend({
		modal: z.object({
			customId: z.string(),
			title: z.string(),
			interactionId: z.string(),
			components: z.array(z.record(z.string(), z.unknown())),
		}),
		input: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
	}),
	dismiss: base.extend({ messageId: z.string() }),
	joinVoice: base.extend({ channelId: z.string(), page: z.string().max(64).optional() }),
	speakOnStage: base.extend({ speak: z.boolean() }),
	trouble: base.extend({ id: z.string() }),
} as const;

/** The person who uses the page, by id or by user name: one of the two members. @throws InputError for anybody else */
export const pageMember = (world: World, id: string): Member => {
	const member = [world.owner, world.ordinary].find(({ user }) => user.id === id || user.username === id);
	if (!member) throw new InputError("There is no such member.", "Dieses Mitglied gibt es nicht.");
	return member;
};

// By its id the page knows which of the interactions told of by its live channel is its own.
const opened = ({ id }: Interaction) => ({ interactionId: id });

const read = <S extends z.ZodType>(schema: S, body: unknown): z.infer<S> => {
	const result = schema.safeParse(body);
	if (!result.success) {
		const why = z.prettifyError(result.error);
		throw new InputError(why, `Das ist nicht zu verstehen: ${why}`);
	}
	return result.data;
};

/** `POST /playground/api/…`: what the page lets a member do. Answers 400 with a sentence where their client would object. */
export const addPageActions = (page: FastifyInstance, parts: PageParts): void => {
	const { world, actions, messages, commands } = parts;
	const post = <S extends typeof base>(
		name: string,
		schema: S,
		act: (member: Member, body: z.infer<S>, where: { locale: string }) => unknown,
	) => {
		page.post(`/playground/api/${name}`, async (request) => {
			const body = read(schema, request.body);
			const done = await act(pageMember(world, body.as), body, { locale: body.locale });
			return done ?? {};
		});
	};

	post("line", bodies.line, (member, { text }, where) => {
		const line = parseInputLine(text, commands.inGuild(world.guildId), world);
		if (line.kind === "command") return opened(actions.command(member, line.name, line.values, where));
		actions.post(member, line.text);
		return undefined;
	});
	post("command", bodies.command, (member, body, where) =>
		opened(actions.command(member, body.name, body.values, where)),
	);
	post("complete", bodies.complete, async (member, { name, values, focused }, where) => {
		const { options } = findCommand(commands.inGuild(world.guildId), name);
		const option = options.find((each) => each.name === focused);
		if (!option || !("autocomplete" in option) || !option.autocomplete) return { choices: [] };
		const interaction = actions.autocomplete(member, name, values, focused, where);
		await new InteractionTrace(parts, interaction).acknowledged().catch(() => {});
		if (interaction.choices) return { choices: interaction.choices };
		throw new InputError("The application did not answer.", "Die Anwendung hat nicht geantwortet.");
	});
	post("messageCommand", bodies.messageCommand, (member, body, where) =>
		opened(actions.messageCommand(member, body.name, body.messageId, where)),
	);
	post("click", bodies.click, (member, body, where) =>
		opened(actions.click(member, body.messageId, body.customId, where)),
	);
	post("select", bodies.select, (member, body, where) =>
		opened(actions.select(member, body.messageId, body.customId, body.values, where)),
	);
	post("modal", bodies.modal, (member, body, where) =>
		opened(actions.submitModal(member, body.modal, body.input, where)),
	);
	// A file for an option of a command, as its bytes.
	page.addContentTypeParser("application/octet-stream", { parseAs: "buffer" }, (_request, body, done) =>
		done(null, body),
	);
	page.post("/playground/api/upload", { bodyLimit: limits.fileSize }, async (request) => {
		const { as, name } = read(z.object({ as: z.string(), name: z.string().min(1).max(260) }), request.query);
		pageMember(world, as);
		const bytes = request.body as Buffer;
		const file = { index: "0", filename: name, contentType: undefined, bytes, truncated: false };
		return { id: messages.upload(world.text.id, file).id };
	});
	post("dismiss", bodies.dismiss, (member, { messageId }) => {
		if (messages.find(messageId)?.visibleTo !== member.user.id) throw noMessage();
		messages.delete(messageId);
	});
	post("joinVoice", bodies.joinVoice, (member, { channelId, page: opened }) => {
		const channel = world.channels.get(channelId);
		if (!channel) throw new InputError("There is no such channel.", "Diesen Kanal gibt es nicht.");
		parts.voice.join(member, channel);
		if (opened) parts.presence.joined(opened, member);
	});
	post("speakOnStage", bodies.speakOnStage, (member, { speak }) => parts.voice.speakOnStage(member, speak));
	post("leaveVoice", base, (member) => parts.voice.leave(member));
	post("trouble", bodies.trouble, async (_member, { id }) => {
		await parts.troubles.run(id);
	});
};
