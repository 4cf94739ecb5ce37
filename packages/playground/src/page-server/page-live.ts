import { type APIApplicationCommand, InteractionContextType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import type { ShownModal } from "../checks/modal.ts";
import type { Interaction } from "../world/interactions.ts";
import type { StoredMessage } from "../world/messages.ts";
import { computePermissions, mayDo, permissionNames } from "../world/permissions.ts";
import { displayName, type Member } from "../world/world.ts";
import type {
	GuildView,
	InteractionView,
	LiveEvents,
	MessageChange,
	MessageView,
	ModalView,
} from "./messages.ts";
import { type PageParts, pageMember } from "./page-actions.ts";
import { voiceView } from "./page-voice.ts";

const heartbeatMs = 20_000;

const messageView = ({ message, visibleTo }: StoredMessage): MessageView => ({
	...message,
	ephemeral: visibleTo !== undefined,
});

const interactionView = (interaction: Interaction): InteractionView => ({
	id: interaction.id,
	type: interaction.type,
	name: interaction.name,
	state: interaction.state,
	acknowledgedBy: interaction.acknowledgedBy ?? null,
	originalId: interaction.originalId ?? null,
	sourceMessageId: interaction.sourceMessageId ?? null,
	openedAt: interaction.openedAt,
});

// A modal is checked before it is shown.
const modalView = (modal: ShownModal): ModalView => ({
	...modal,
	components: modal.components as unknown as ModalView["components"],
});

/**
 * `GET /playground/live?as=ID`: what that member sees, first as it is and then as it changes, as server-sent events.
 * With `page=ID` whoever joined voice on that page stays there as long as it follows.
 */
export const addLive = (page: FastifyInstance, parts: PageParts): void => {
	const { world, feed, messages, commands, actions, gateway, troubles } = parts;
	const guildView = (me: Member): GuildView => {
		const mine = computePermissions(world, me, world.text.id);
		const offered = ({ default_member_permissions: needs, contexts }: APIApplicationCommand) =>
			(contexts?.includes(InteractionContextType.Guild) ?? true) &&
			(needs === null || me === world.owner || (needs !== "0" && (mine & BigInt(needs)) === BigInt(needs)));
		const list = mayDo(world, me, "UseApplicationCommands", world.text.id)
			? commands.inGuild(world.guildId).filter(offered)
			: [];
		return {
			name: world.guildName,
			me: me.user.id,
			textChannel: world.text.id,
			connected: gateway.connected,
			permissions: permissionNames(mine),
			troubles: troubles.view(),
			firstSteps: parts.firstSteps,
			channels: [...world.channels.values()].map(({ id, name, type }) => ({ id, name, type })),
			members: [...world.members.values()].map((member) => ({
				id: member.user.id,
				name: displayName(member),
				username: member.user.username,
				bot: member.user.bot ?? false,
				owner: member.user.id === world.ownerId,
				roles: member.roles.map((id) => world.roles.get(id)?.name ?? ""),
			})),
			roles: [...world.roles.values()].map(({ id, name }) => ({ id, name })),
			commands: list,
			voiceStates: voiceView(parts),
		};
	};

	page.get<{ Querystring: { as?: string; page?: string } }>("/playground/live", (request, reply) => {
		const me = pageMember(world, request.query.as ?? world.ownerId);
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
		const send = <E extends keyof LiveEvents>(event: E, data: LiveEvents[E]) =>
			raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

		const onGuild = () => send("guild", guildView(me));
		const onMessage = (kind: MessageChange["kind"], stored: StoredMessage) => {
			if (actions.sees(me, stored)) send("message", { kind, message: messageView(stored) });
		};
		const onInteraction = (interaction: Interaction) => {
			if (interaction.member === me) send("interaction", interactionView(interaction));
		};
		const onModal = (modal: ShownModal) => {
			if (parts.interactions.find(modal.interactionId)?.member === me) send("modal", modalView(modal));
		};
		let shownTroubles = "";
		const onVoice = () => {
			send("voice", voiceView(parts));
			// Some troubles end when somebody moves.
			const now = JSON.stringify(troubles.view());
			if (now !== shownTroubles) send("troubles", troubles.view());
			shownTroubles = now;
		};
		const go = request.query.page && parts.presence.come(request.query.page);
		onGuild();
		send(
			"messages",
			messages
				.all()
				.filter((stored) => actions.sees(me, stored))
				.map(messageView),
		);
		feed
			.on("guild", onGuild)
			.on("voice", onVoice)
			.on("message", onMessage)
			.on("interaction", onInteraction)
			.on("modal", onModal);
		// Without a word now and then a dead connection would be kept for ever.
		const heartbeat = setInterval(() => raw.write(": still here\n\n"), heartbeatMs).unref();
		raw.on("close", () => {
			clearInterval(heartbeat);
			if (go) go();
			feed
				.off("guild", onGuild)
				.off("voice", onVoice)
				.off("message", onMessage)
				.off("interaction", onInteraction)
				.off("modal", onModal);
		});
	});
};
