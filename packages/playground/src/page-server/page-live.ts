import { setImmediate as nextTurn } from "node:timers/promises";
import { type APIUser, ChannelType } from "discord-api-types/v10";
import type { FastifyInstance } from "fastify";
import { checked } from "../checks/json.ts";
import type { Parts } from "../parts.ts";
import type { FeedEvents } from "../world/feed.ts";
import { displayName } from "../world/fields.ts";
import { type Channel, isThread, type Member, type ThreadChannel } from "../world/guild.ts";
import type { StoredMessage } from "../world/message-fields.ts";
import { isOffered, mayUse } from "../world/offers.ts";
import { computePermissions, mayDo, permissionNames } from "../world/permissions.ts";
import type { ModalView } from "./messages.ts";
import {
	findPlace,
	type InteractionView,
	interactionView,
	type MessageView,
	memberView,
	messageView,
	type PageUser,
	pageChannel,
	pageMember,
	voiceView,
} from "./views.ts";
import type { VoicePanel } from "./voice-panel.ts";

const heartbeatMs = 20_000;
/** How much audio is buffered for a slow page, in bytes: some seconds. More is dropped. */
const mostWaiting = 32 * 1024;
const lengthBytes = 2;
/**
 * How much a page may leave unread before it is disconnected, in bytes: several times a channel full of long messages.
 */
const unreadMax = 32 * 1024 * 1024;
/** The most users that the page offers to write to. */
const mostContacts = 25;
/** The most members who are named as those who may use a withheld command. */
const mostNamed = 3;

/** Whether a member is shown a thread: it isn't archived, they may view it and, if it is private, have joined it. */
const isOpenTo = (member: Member, channel: ThreadChannel): boolean =>
	!channel.thread.archived &&
	mayDo(member, "ViewChannel", channel) &&
	(channel.type !== ChannelType.PrivateThread || channel.thread.members.has(member.user.id));

/** @returns the name under which a member sees direct messages or a group */
const directName = ({ guild, name }: Channel, me: APIUser): string =>
	name ||
	[...guild.members.values()]
		.filter(({ user }) => user.id !== me.id)
		.map(displayName)
		.join(", ");

/** @returns a guild as seen by a member who has the channel `text` open */
const guildView = (parts: Parts, me: Member, text: Channel) => {
	const { world, commands, gateway, troubles } = parts;
	const { guild } = me;
	const offered = commands.inGuild(guild.id).filter((command) => isOffered(world, me, command));
	return {
		id: guild.id,
		name: guild.name,
		guilds: [...world.guilds.values()].map(({ id, name, members, owner }) => ({
			id,
			name,
			/** The user name to act as there: the member's, or the owner's if the member isn't in that guild. */
			as: (members.get(me.user.id) ?? owner).user.username,
		})),
		isPrivate: guild.isPrivate,
		directs: [...world.directs.values()]
			.filter((channel) => channel.guild.members.has(me.user.id))
			.map((channel) => ({
				id: channel.id,
				name: directName(channel, me.user),
				isGroup: channel.type === ChannelType.GroupDM,
			})),
		contacts: [...world.users.values()]
			.filter((user) => user !== me.user && (!user.bot || user === world.application))
			.slice(0, mostContacts)
			.map(({ id, global_name: shown, username, bot = false }) => ({ id, name: shown ?? username, bot })),
		/** The application, even if it isn't a member of the guild. */
		app: memberView(guild.bot),
		isInstalled: {
			server: guild.presence !== "none",
			account: world.installedBy.has(me.user.id),
		},
		me: me.user.id,
		/** The channel or thread whose messages are shown. */
		textChannel: text.id,
		/** Whether the playground's ten simulated members chat in `textChannel`. */
		chatting: parts.chats.isOn(text),
		/** Whether the application's shard for this guild is connected. */
		connected: gateway.reaches(guild),
		permissions: permissionNames(computePermissions(me, text)),
		troubles: troubles.view(guild),
		firstSteps: parts.firstSteps,
		chatHint: parts.chatHint,
		channels: [...guild.channels.values()]
			.filter((channel) => (isThread(channel) ? isOpenTo(me, channel) : mayDo(me, "ViewChannel", channel)))
			.map((channel) => ({
				id: channel.id,
				name: guild.isPrivate ? directName(channel, me.user) : channel.name,
				type: channel.type,
				/** The id of the channel's category; for a thread, of its channel. */
				parent: channel.parentId,
			})),
		members: [...guild.members.values()].map(memberView),
		roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name })),
		commands: offered.filter((command) => mayUse(me, command, text)),
		/** Each command that only others may use: its names in all languages, and the names of some who may use it. */
		withheld: offered
			.filter((command) => !mayUse(me, command, text))
			.map((command) => ({
				names: [command.name, ...Object.values(command.name_localizations ?? {})].filter(
					(name) => name !== null,
				),
				by: [...guild.members.values()]
					.filter((member) => !member.user.bot && mayUse(member, command, text))
					.slice(0, mostNamed)
					.map(displayName),
			}))
			.filter(({ by }) => by.length > 0),
		voiceStates: voiceView(parts.voice, guild),
	};
};

export type GuildView = ReturnType<typeof guildView>;
export type ChannelView = GuildView["channels"][number];
export type DirectEntry = GuildView["directs"][number];
export type TroubleView = GuildView["troubles"][number];

export interface MessageChange {
	readonly kind: FeedEvents["message"][0];
	readonly message: MessageView;
}

/** The events of `/playground/live`, by name. */
export interface LiveEvents {
	readonly guild: GuildView;
	readonly messages: readonly MessageView[];
	readonly message: MessageChange;
	readonly interaction: InteractionView;
	readonly modal: ModalView;
	readonly voice: GuildView["voiceStates"];
	readonly troubles: GuildView["troubles"];
	readonly typing: { readonly memberId: string };
	/** Sent only if the program that starts the playground has voices. */
	readonly voices: ReturnType<VoicePanel["view"]>;
}

/**
 * `GET /playground/live?as=ID&guild=ID&channel=ID`: the guild and the channel as the member `as` sees them, now and
 * after each change, as server-sent events. With `page=ID`, a member who joined voice on that page stays in voice as
 * long as the page is connected.
 */
export const addLive = (page: FastifyInstance, parts: Parts): void => {
	const { world, messages, acts, troubles } = parts;
	/**
	 * Resolves when the turn of the last page in the queue begins. A first view is large, so each page gets a turn of the
	 * event loop.
	 */
	let turn = Promise.resolve();
	page.get<{ Querystring: PageUser & { page?: string } }>("/playground/live", async (request, reply) => {
		turn = turn.then(() => nextTurn());
		await turn;
		if (reply.raw.destroyed) return;
		const { as, guild: wanted, channel: wantedChannel } = request.query;
		// The guild that a page asks for may be gone since a restart. The page then gets the first guild.
		const me = pageMember(world, findPlace(world, wanted) ? { as, guild: wanted } : { as });
		const { guild } = me;
		const text = () => pageChannel(me, wantedChannel);
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
		const send = <E extends keyof LiveEvents>(event: E, data: LiveEvents[E]) => {
			if (raw.writableEnded) return;
			raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
			if (raw.writableLength > unreadMax) raw.destroy();
		};

		const view = (stored: StoredMessage) => messageView(me, stored);
		const shown = (stored: StoredMessage) => stored.message.channel_id === text().id && acts.sees(me, stored);
		const sendMessage = (kind: MessageChange["kind"], stored: StoredMessage) => {
			if (shown(stored)) send("message", { kind, message: view(stored) });
		};
		let shownChannel = "";
		const sendGuild = () => {
			// A member who has left the guild sees nothing more.
			if (findPlace(world, guild.id)?.members.get(me.user.id) !== me) {
				raw.end();
				return;
			}
			send("guild", guildView(parts, me, text()));
			// This is the first view, or the channel shown before was deleted or hidden from the member.
			if (shownChannel !== text().id) {
				const all = messages.in(text().id).filter(shown);
				send("messages", all.map(view));
			}
			shownChannel = text().id;
		};
		let shownTroubles = "";
		const go = request.query.page && parts.presence.come(request.query.page);
		const sendVoices = () => {
			if (parts.voices) send("voices", parts.voices.view());
		};
		sendVoices();
		sendGuild();
		const stopListening = world.feed.listen({
			guild: sendGuild,
			voices: sendVoices,
			voice() {
				send("voice", voiceView(parts.voice, guild));
				// Some troubles, such as the application's mute, also begin or end with a change of its voice state.
				const now = JSON.stringify(troubles.view(guild));
				if (now !== shownTroubles) send("troubles", troubles.view(guild));
				shownTroubles = now;
			},
			message: sendMessage,
			reaction: (stored) => sendMessage("edited", stored),
			vote: (stored) => sendMessage("edited", stored),
			typing({ user }, channel) {
				if (channel === text()) send("typing", { memberId: user.id });
			},
			interaction(interaction) {
				if (interaction.member === me) send("interaction", interactionView(interaction));
			},
			modal(modal) {
				// The API checked the components when the application answered with the modal.
				if (parts.interactions.find(modal.interactionId)?.member === me) send("modal", checked(modal));
			},
		});
		// Without regular messages, a dead connection would be kept forever.
		const heartbeat = setInterval(() => raw.write(": still here\n\n"), heartbeatMs).unref();
		raw.on("close", () => {
			clearInterval(heartbeat);
			if (go) go();
			stopListening();
		});
	});
};

/**
 * `GET /playground/voice?as=ID&guild=ID`: the sound that the member `as` hears from now on, as Opus packets.
 * Each packet is preceded by its length in 2 bytes.
 */
export const addVoiceStream = (page: FastifyInstance, { world, voice }: Parts): void => {
	page.get<{ Querystring: PageUser }>("/playground/voice", async (request, reply) => {
		const me = pageMember(world, request.query);
		reply.hijack();
		const { raw } = reply;
		const gone = new AbortController();
		raw.on("close", () => gone.abort());
		raw.writeHead(200, { "content-type": "application/octet-stream", "cache-control": "no-store" });
		raw.flushHeaders();
		for await (const { opus } of voice.listen(me, gone.signal)) {
			if (raw.writableLength > mostWaiting) continue;
			const head = Buffer.alloc(lengthBytes);
			head.writeUInt16BE(opus.length);
			raw.write(Buffer.concat([head, opus]));
		}
	});
};
