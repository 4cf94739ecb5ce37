import { type APIApplicationCommand, InteractionContextType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import type { ShownModal } from "../checks/modal.ts";
import { isThread, mainChannel } from "../world/channel-kinds.ts";
import type { Member } from "../world/guild.ts";
import type { Interaction } from "../world/interaction.ts";
import { displayName } from "../world/member-fields.ts";
import type { StoredMessage } from "../world/message.ts";
import { permissionNames } from "../world/permission-names.ts";
import { computePermissions, mayDo } from "../world/permissions.ts";
import type {
	GuildView,
	InteractionView,
	LiveEvents,
	MessageChange,
	MessageView,
	ModalView,
} from "./messages.ts";
import { type PageUser, pageMember } from "./page-member.ts";
import type { PageParts } from "./page-parts.ts";
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
 * `GET /playground/live?as=ID&guild=ID`: what that member sees in the guild, first as it is and then as it changes, as server-sent events.
 * With `page=ID` whoever joined voice on that page stays there as long as it follows.
 */
export const addLive = (page: FastifyInstance, parts: PageParts): void => {
	const { world, feed, messages, commands, actions, gateway, troubles } = parts;
	const guildView = (me: Member): GuildView => {
		const { guild } = me;
		const text = mainChannel(guild);
		const mine = computePermissions(me, text);
		const offered = ({ default_member_permissions: needs, contexts }: APIApplicationCommand) =>
			(contexts?.includes(InteractionContextType.Guild) ?? true) &&
			(needs === null || me === guild.owner || (needs !== "0" && (mine & BigInt(needs)) === BigInt(needs)));
		const list = mayDo(me, "UseApplicationCommands", text) ? commands.inGuild(guild.id).filter(offered) : [];
		return {
			id: guild.id,
			name: guild.name,
			me: me.user.id,
			textChannel: text.id,
			connected: gateway.connected,
			permissions: permissionNames(mine),
			troubles: troubles.view(guild),
			firstSteps: parts.firstSteps,
			channels: [...guild.channels.values()]
				.filter((channel) => !isThread(channel))
				.map(({ id, name, type }) => ({ id, name, type })),
			members: [...guild.members.values()].map((member) => ({
				id: member.user.id,
				name: displayName(member),
				username: member.user.username,
				bot: member.user.bot ?? false,
				owner: member === guild.owner,
				roles: member.roles.map((id) => guild.roles.get(id)?.name ?? ""),
			})),
			roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name })),
			commands: list,
			voiceStates: voiceView(parts.voice, guild),
		};
	};

	page.get<{ Querystring: PageUser & { page?: string } }>("/playground/live", (request, reply) => {
		const me = pageMember(world, request.query);
		const { guild } = me;
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
		const send = <E extends keyof LiveEvents>(event: E, data: LiveEvents[E]) =>
			raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

		const onGuild = () => {
			// Who has left has nothing more to see.
			if (world.guilds.get(guild.id)?.members.get(me.user.id) === me) send("guild", guildView(me));
			else raw.end();
		};
		const shown = (stored: StoredMessage) =>
			stored.message.channel_id === mainChannel(guild).id && actions.sees(me, stored);
		const onMessage = (kind: MessageChange["kind"], stored: StoredMessage) => {
			if (shown(stored)) send("message", { kind, message: messageView(stored) });
		};
		const onReaction = (stored: StoredMessage) => onMessage("edited", stored);
		const onInteraction = (interaction: Interaction) => {
			if (interaction.member === me) send("interaction", interactionView(interaction));
		};
		const onModal = (modal: ShownModal) => {
			if (parts.interactions.find(modal.interactionId)?.member === me) send("modal", modalView(modal));
		};
		let shownTroubles = "";
		const onVoice = () => {
			send("voice", voiceView(parts.voice, guild));
			// Some troubles end when somebody moves.
			const now = JSON.stringify(troubles.view(guild));
			if (now !== shownTroubles) send("troubles", troubles.view(guild));
			shownTroubles = now;
		};
		const go = request.query.page && parts.presence.come(request.query.page);
		onGuild();
		send("messages", messages.in(mainChannel(guild).id).filter(shown).map(messageView));
		feed
			.on("guild", onGuild)
			.on("voice", onVoice)
			.on("message", onMessage)
			.on("reaction", onReaction)
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
				.off("reaction", onReaction)
				.off("interaction", onInteraction)
				.off("modal", onModal);
		});
	});
};
