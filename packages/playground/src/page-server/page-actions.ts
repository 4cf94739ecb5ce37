import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { findCommand, InputError } from "../checks/command-options.ts";
import type { Json } from "../checks/form.ts";
import { limits } from "../checks/limits.ts";
import { noMessage } from "../members/actions.ts";
import type { ControlParts } from "../members/control.ts";
import { InteractionTrace } from "../members/trace.ts";
import type { TroublePanel } from "../troubles/panel.ts";
import type { Commands } from "../world/commands.ts";
import type { Interaction } from "../world/interactions.ts";
import type { Member, World } from "../world/world.ts";
import type { FirstStep } from "./first-step.ts";
import { type ActionName, type Answer, type Body, bodies, type ModalRow, type Uploaded } from "./messages.ts";
import type { PagePresence } from "./page-presence.ts";

export interface PageParts extends ControlParts {
	readonly commands: Commands;
	readonly troubles: TroublePanel;
	readonly presence: PagePresence;
	readonly firstSteps: readonly FirstStep[];
	readonly port: () => number;
}

/** The person who uses the page, by id or by user name: one of the two members. @throws InputError for anybody else */
export const pageMember = (world: World, id: string): Member => {
	const member = [world.owner, world.ordinary].find(({ user }) => user.id === id || user.username === id);
	if (!member) throw new InputError("There is no such member.", "Dieses Mitglied gibt es nicht.");
	return member;
};

const nothing = {};
const asJson = (rows: readonly ModalRow[]) => rows as unknown as readonly Json[];
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
	const post = <N extends ActionName>(
		name: N,
		act: (member: Member, body: Body<N>, where: { locale: string }) => Answer<N> | Promise<Answer<N>>,
	) => {
		page.post(`/playground/api/${name}`, async (request) => {
			// The compiler does not see that a schema of the table reads the body of the same name.
			const body = read(bodies[name], request.body) as Body<N>;
			return act(pageMember(world, body.as), body, { locale: body.locale });
		});
	};

	post("post", (member, { text }) => {
		actions.post(member, text);
		return nothing;
	});
	post("command", (member, body, where) => opened(actions.command(member, body.name, body.values, where)));
	post("complete", async (member, { name, values, focused }, where) => {
		const { options } = findCommand(commands.inGuild(world.guildId), name);
		const option = options.find((each) => each.name === focused);
		if (!option || !("autocomplete" in option) || !option.autocomplete) return { choices: [] };
		const interaction = actions.autocomplete(member, name, values, focused, where);
		await new InteractionTrace(parts, interaction).acknowledged().catch(() => {});
		if (interaction.choices) return { choices: interaction.choices };
		throw new InputError("The application did not answer.", "Die Anwendung hat nicht geantwortet.");
	});
	post("messageCommand", (member, body, where) =>
		opened(actions.messageCommand(member, body.name, body.messageId, where)),
	);
	post("click", (member, body, where) => opened(actions.click(member, body.messageId, body.customId, where)));
	post("select", (member, body, where) =>
		opened(actions.select(member, body.messageId, body.customId, body.values, where)),
	);
	post("modal", (member, body, where) =>
		opened(
			actions.submitModal(
				member,
				{ ...body.modal, components: asJson(body.modal.components) },
				body.input,
				where,
			),
		),
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
		return { id: messages.upload(world.text.id, file).id } satisfies Uploaded;
	});
	post("dismiss", (member, { messageId }) => {
		if (messages.find(messageId)?.visibleTo !== member.user.id) throw noMessage();
		messages.delete(messageId);
		return nothing;
	});
	post("joinVoice", (member, { channelId, page: opened }) => {
		const channel = world.channels.get(channelId);
		if (!channel) throw new InputError("There is no such channel.", "Diesen Kanal gibt es nicht.");
		parts.voice.join(member, channel);
		if (opened) parts.presence.joined(opened, member);
		return nothing;
	});
	post("speakOnStage", (member, { speak }) => {
		parts.voice.speakOnStage(member, speak);
		return nothing;
	});
	post("leaveVoice", (member) => {
		parts.voice.leave(member);
		return nothing;
	});
	post("trouble", async (_member, { id }) => {
		await parts.troubles.run(id);
		return nothing;
	});
};
