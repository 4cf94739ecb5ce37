import { type APIApplicationCommand, ChannelType, InteractionContextType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import type { ShownModal } from "../checks/modal.ts";
import { isThread } from "../world/channel-kinds.ts";
import type { Channel, Member, ThreadChannel } from "../world/guild.ts";
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
import { type PageUser, pageChannel, pageMember } from "./page-member.ts";
import type { PageParts } from "./page-parts.ts";
import { voiceView } from "./page-voice.ts";

const heartbeatMs = 20_000;

const messageView = (me: Member, { message, visibleTo, reactors, votes }: StoredMessage): MessageView => ({
	...message,
	reactions: [...reactors].map(([emoji, users]) => ({
		emoji,
		count: users.size,
		mine: users.has(me.user.id),
	})),
	votes: [...votes].filter(([, users]) => users.has(me.user.id)).map(([answer]) => answer),
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

/** True for a thread that a member is shown: neither an archived one, nor a private one that they aren't in. */
const isOpenTo = (member: Member, channel: ThreadChannel): boolean =>
	!channel.thread.archived &&
	mayDo(member, "ViewChannel", channel) &&
	(channel.type !== ChannelType.PrivateThread || channel.thread.members.has(member.user.id));

/**
 * `GET /playground/live?as=ID&guild=ID&channel=ID`: what that member sees in the guild and the channel, first as it is
 * and then as it changes, as server-sent events. With `page=ID`, a member who joined voice on that page stays there
 * while it is connected.
 */
export const addLive = (page: FastifyInstance, parts: PageParts): void => {
	const { world, feed, messages, commands, actions, gateway, troubles } = parts;
	const guildView = (me: Member, text: Channel): GuildView => {
		const { guild } = me;
		const mine = computePermissions(me, text);
		const offered = ({ default_member_permissions: needs, contexts }: APIApplicationCommand) =>
			(contexts?.includes(InteractionContextType.Guild) ?? true) &&
			(needs === null || me === guild.owner || (needs !== "0" && (mine & BigInt(needs)) === BigInt(needs)));
		const list = mayDo(me, "UseApplicationCommands", text) ? commands.inGuild(guild.id).filter(offered) : [];
		return {
			id: guild.id,
			name: guild.name,
			guilds: [...world.guilds.values()].map(({ id, name, members, owner }) => ({
				id,
				name,
				as: (members.get(me.user.id) ?? owner).user.username,
			})),
			me: me.user.id,
			textChannel: text.id,
			chatting: parts.chats.isOn(text),
			connected: gateway.reaches(guild.id),
			permissions: permissionNames(mine),
			troubles: troubles.view(guild),
			firstSteps: parts.firstSteps,
			channels: [...guild.channels.values()]
				.filter((channel) => (isThread(channel) ? isOpenTo(me, channel) : mayDo(me, "ViewChannel", channel)))
				.map(({ id, name, type, parentId }) => ({ id, name, type, parent: parentId })),
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
		const { as, guild: wanted, channel: wantedChannel } = request.query;
		// A guild from before the last restart no longer exists.
		const me = pageMember(world, world.guilds.has(wanted ?? "") ? { as, guild: wanted } : { as });
		const { guild } = me;
		const text = () => pageChannel(me, wantedChannel);
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
		const send = <E extends keyof LiveEvents>(event: E, data: LiveEvents[E]) => {
			if (!raw.writableEnded) raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
		};

		let shownChannel = "";
		const onGuild = () => {
			// A member who left sees nothing more.
			if (world.guilds.get(guild.id)?.members.get(me.user.id) !== me) return raw.end();
			send("guild", guildView(me, text()));
			// A deleted channel has nothing to show either.
			if (shownChannel !== text().id) sendMessages();
			shownChannel = text().id;
			return undefined;
		};
		const sendMessages = () =>
			send(
				"messages",
				messages
					.in(text().id)
					.filter(shown)
					.map((stored) => messageView(me, stored)),
			);
		const shown = (stored: StoredMessage) =>
			stored.message.channel_id === text().id && actions.sees(me, stored);
		const onMessage = (kind: MessageChange["kind"], stored: StoredMessage) => {
			if (shown(stored)) send("message", { kind, message: messageView(me, stored) });
		};
		const onTyping = ({ user }: Member, channel: Channel) => {
			if (channel === text()) send("typing", { memberId: user.id });
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
			// Some troubles end when a member moves.
			const now = JSON.stringify(troubles.view(guild));
			if (now !== shownTroubles) send("troubles", troubles.view(guild));
			shownTroubles = now;
		};
		const go = request.query.page && parts.presence.come(request.query.page);
		onGuild();
		feed
			.on("guild", onGuild)
			.on("voice", onVoice)
			.on("message", onMessage)
			.on("reaction", onReaction)
			.on("vote", onReaction)
			.on("typing", onTyping)
			.on("interaction", onInteraction)
			.on("modal", onModal);
		// Without regular messages, a dead connection would be kept forever.
		const heartbeat = setInterval(() => raw.write(": still here\n\n"), heartbeatMs).unref();
		raw.on("close", () => {
			clearInterval(heartbeat);
			if (go) go();
			feed
				.off("guild", onGuild)
				.off("voice", onVoice)
				.off("message", onMessage)
				.off("reaction", onReaction)
				.off("vote", onReaction)
				.off("typing", onTyping)
				.off("interaction", onInteraction)
				.off("modal", onModal);
		});
	});
};
