import { type APIOverwrite, type APIRole, type APIUser, ChannelType, UserFlags } from "discord-api-types/v10";
import { type ApplicationDescription, ApplicationSettings } from "./application-settings.ts";
import { type Clock, createSnowflakes } from "./clock.ts";
import { Feed, type FeedEvents } from "./feed.ts";
import {
	type Channel,
	type ChannelDescription,
	Guild,
	type GuildDescription,
	isVoice,
	type Member,
	type MemberDescription,
	type MessageContentGrant,
	type Presence,
	type PrivateChannelType,
	type RoleDescription,
	type ThreadType,
} from "./guild.ts";
import { everyonesPermissions, makeChannel, makeMember, makeRole, makeSticker, makeUser } from "./make.ts";
import { permissionBits } from "./permissions.ts";

export interface WorldOptions {
	/** The clock for ids, times and deadlines; the gateways' heartbeats use real time. */
	readonly clock: Clock;
	readonly botName?: string;
	/** Whether the application has the Message Content intent; by default "limited", as small applications have it. */
	readonly messageContent?: MessageContentGrant;
	/** Whether the application is verified, and which team owns it; by default unverified, and of the first guild's owner. */
	readonly application?: ApplicationDescription;
	/**
	 * When the initial guilds were made, in ms since the Unix epoch; by default now. The same `bornAt` and guilds give the
	 * same ids at each start.
	 */
	readonly bornAt?: number;
}

export type ChannelChange = Partial<
	Pick<Channel, "name" | "position" | "parentId" | "topic" | "nsfw" | "slowmodeSeconds" | "userLimit">
>;

export type MemberChange = Partial<Pick<Member, "nick" | "timedOutUntil">> & {
	readonly roles?: readonly string[];
};

export interface ThreadDescription {
	readonly name: string;
	readonly type: ThreadType;
	readonly owner: Member;
	/** The id of the message that the thread is started from; the thread gets the same id. By default a new id. */
	readonly messageId?: string;
	readonly autoArchiveMinutes?: number;
	readonly invitable?: boolean;
	readonly appliedTags?: readonly string[];
}

/** The users, guilds and channels of this Discord, with the clock, the ids and the events that all parts share. */
export class World {
	readonly clock: Clock;
	readonly feed = new Feed();
	readonly newId: () => string;
	readonly application: APIUser;
	readonly settings: ApplicationSettings;
	messageContent: MessageContentGrant;
	readonly users = new Map<string, APIUser>();
	readonly guilds = new Map<string, Guild>();
	/** Direct messages and groups, by channel id. */
	readonly directs = new Map<string, Channel>();
	/** Ids of the users who have installed the application for themselves. */
	readonly installedBy = new Set<string>();
	readonly #usersByName = new Map<string, APIUser>();
	readonly #channels = new Map<string, Channel>();
	#bornAt: number | undefined;

	constructor({ clock, botName = "Bot", messageContent = "limited", application, bornAt }: WorldOptions) {
		this.clock = clock;
		this.#bornAt = bornAt;
		this.newId = createSnowflakes(() => this.#bornAt ?? clock.now());
		this.messageContent = messageContent;
		this.settings = new ApplicationSettings(application);
		this.application = this.user({ username: botName, bot: true });
		if (application?.verified) this.application.public_flags = UserFlags.VerifiedBot;
	}

	/** Ends the setup: from now on, ids have the clock's time. */
	begin(): void {
		this.#bornAt = undefined;
	}

	get applicationFlags(): number {
		return this.settings.flags(this.messageContent);
	}

	get applicationId(): string {
		return this.application.id;
	}

	/** The time now, as an ISO 8601 time. */
	now(): string {
		return new Date(this.clock.now()).toISOString();
	}

	/** A guild's channel or thread, direct messages or a group, by id. */
	channel(id: string): Channel | undefined {
		return this.#channels.get(id);
	}

	/** The user with a name, created if missing. */
	user(description: MemberDescription): APIUser {
		const known = this.#usersByName.get(description.username);
		if (known) return known;
		const user = makeUser(this.newId(), description);
		this.users.set(user.id, user);
		this.#usersByName.set(user.username, user);
		return user;
	}

	/**
	 * Creates a guild, by default with the application as a member.
	 *
	 * @throws TypeError if the description names a role or channel that the guild doesn't have
	 */
	addGuild(description: GuildDescription): Guild {
		const { newId } = this;
		const owner = this.user(description.members[0]);
		const guild = new Guild(newId(), description.name, owner.id);
		guild.presence = description.presence ?? "bot";
		guild.roles.set(guild.id, makeRole(guild.id, "@everyone", 0, everyonesPermissions));
		for (const role of description.roles ?? []) this.addRole(guild, role);
		guild.bot = makeMember(guild, this.application, this.now(), []);
		if (guild.presence !== "none") this.#giveBotRole(guild);
		for (const member of description.members) this.#placeMember(guild, member);
		if (guild.presence !== "none") guild.members.set(this.applicationId, guild.bot);
		for (const channel of description.channels ?? [{ name: "general" }]) this.addChannel(guild, channel);
		for (const sticker of description.stickers ?? []) {
			const made = makeSticker(newId(), guild.id, sticker);
			guild.stickers.set(made.id, made);
		}
		if (description.attachmentLimit !== undefined) guild.attachmentLimit = description.attachmentLimit;
		if (description.preferredLocale !== undefined) guild.preferredLocale = description.preferredLocale;
		if (description.afkChannel !== undefined)
			guild.afkChannelId = idOf(guild, "channel", description.afkChannel);
		this.guilds.set(guild.id, guild);
		this.emit("guildChange", "created", guild);
		return guild;
	}

	/** Removes a guild. To the application, it looks as if the guild had kicked it. */
	removeGuild(guild: Guild): void {
		if (!this.guilds.delete(guild.id)) return;
		for (const id of guild.channels.keys()) this.#channels.delete(id);
		this.emit("guildChange", "deleted", guild);
	}

	/** Changes how the application is in a guild: with its bot, with commands only, not installed, or in an outage. */
	setPresence(guild: Guild, presence: Presence): void {
		guild.presence = presence;
		this.#giveBotRole(guild);
		if (presence === "none") guild.members.delete(this.applicationId);
		else guild.members.set(this.applicationId, guild.bot);
		this.emit("presenceChange", guild);
	}

	setInstalled({ id }: APIUser, installed: boolean): void {
		if (installed) this.installedBy.add(id);
		else this.installedBy.delete(id);
		this.feed.emit("guild");
	}

	/** The direct messages of two users, opened if there are none. */
	openDirect(one: APIUser, other: APIUser): Channel {
		for (const channel of this.directs.values()) {
			const { members } = channel.guild;
			if (channel.type === ChannelType.DM && members.has(one.id) && members.has(other.id)) return channel;
		}
		return this.#addPrivate(ChannelType.DM, "", [one, other]);
	}

	/** Opens a group, in which no application can be. */
	addGroup(name: string, users: readonly [APIUser, ...APIUser[]]): Channel {
		return this.#addPrivate(ChannelType.GroupDM, name, users);
	}

	#addPrivate(type: PrivateChannelType, name: string, users: readonly [APIUser, ...APIUser[]]): Channel {
		const guild = new Guild(this.newId(), name, users[0].id, true);
		for (const user of users) guild.members.set(user.id, makeMember(guild, user, this.now(), []));
		const bot = guild.members.get(this.applicationId);
		guild.bot = bot ?? makeMember(guild, this.application, this.now(), []);
		guild.presence = bot ? "bot" : "none";
		const channel = this.#keep(makeChannel(guild.id, guild, type, { name }, null));
		this.directs.set(channel.id, channel);
		this.feed.emit("guild");
		return channel;
	}

	addRole(guild: Guild, { name, permissions = [] }: RoleDescription): APIRole {
		const role = makeRole(this.newId(), name, guild.roles.size, permissionBits(permissions));
		guild.roles.set(role.id, role);
		// A new guild is announced with all of its roles and channels.
		if (this.guilds.has(guild.id)) this.emit("roleChange", "created", role, guild);
		return role;
	}

	/** Adds a user to a guild; an existing member stays as they are. @throws TypeError for a banned user */
	addMember(guild: Guild, description: MemberDescription): Member {
		const known = guild.members.get(this.user(description).id);
		if (known) return known;
		if (guild.banned.has(this.user(description).id))
			throw new TypeError(`${description.username} is banned from ${guild.name}.`);
		const member = this.#placeMember(guild, description);
		this.emit("memberChange", "created", member);
		return member;
	}

	changeMember(member: Member, { roles, ...change }: MemberChange): void {
		Object.assign(member, change);
		if (roles) member.roles.splice(0, member.roles.length, ...roles);
		this.emit("memberChange", "changed", member);
	}

	/** Removes a member from their guild. @throws TypeError for the guild's owner and for the application */
	removeMember(member: Member): void {
		const { guild, user } = member;
		if (member === guild.owner || member === guild.bot)
			throw new TypeError(`${guild.name} can't be without ${user.username}.`);
		if (!guild.members.delete(user.id)) return;
		this.emit("memberChange", "deleted", member);
	}

	/** Creates a channel. @throws TypeError if the guild has no such category */
	addChannel(guild: Guild, description: ChannelDescription): Channel {
		const { type = ChannelType.GuildText, category } = description;
		const parentId = category === undefined ? null : idOf(guild, "channel", category);
		const channel = makeChannel(this.newId(), guild, type, description, parentId);
		channel.position = [...guild.channels.values()].filter(
			(other) => !other.thread && isVoice(other) === isVoice(channel),
		).length;
		return this.#keep(channel);
	}

	/** Creates a thread in a channel or forum, with its owner as a member. */
	addThread(parent: Channel, description: ThreadDescription): Channel {
		const { name, type, owner, messageId, invitable = true, autoArchiveMinutes = 4_320 } = description;
		const now = this.now();
		const { guild, nsfw, id } = parent;
		const base = makeChannel(messageId ?? this.newId(), guild, type, { name, nsfw }, id);
		const thread = {
			ownerId: owner.user.id,
			members: new Map([[owner.user.id, now]]),
			createdAt: now,
			archived: false,
			archivedAt: now,
			autoArchiveMinutes,
			locked: false,
			invitable,
			messageCount: 0,
			totalMessages: 0,
			appliedTags: [...(description.appliedTags ?? [])],
		};
		return this.#keep({ ...base, thread });
	}

	changeChannel(channel: Channel, change: ChannelChange): void {
		Object.assign(channel, change);
		this.emit("channelChange", "changed", channel);
	}

	/**
	 * Replaces a channel's overwrite for a role or member. If the new overwrite allows and denies nothing, the channel has
	 * none for the role or member afterwards.
	 */
	setOverwrite(channel: Channel, overwrite: APIOverwrite): void {
		const at = channel.overwrites.findIndex(({ id }) => id === overwrite.id);
		if (at >= 0) channel.overwrites.splice(at, 1);
		if (overwrite.allow !== "0" || overwrite.deny !== "0") channel.overwrites.push(overwrite);
		this.emit("channelChange", "changed", channel);
	}

	/** Deletes a channel and its threads. The channels of a deleted category stay. */
	removeChannel(channel: Channel): void {
		const { guild } = channel;
		for (const below of [...guild.channels.values()].filter(({ parentId }) => parentId === channel.id)) {
			if (below.thread) this.removeChannel(below);
			else this.changeChannel(below, { parentId: null });
		}
		if (!guild.channels.delete(channel.id)) return;
		this.#channels.delete(channel.id);
		if (guild.afkChannelId === channel.id) guild.afkChannelId = null;
		this.emit("channelChange", "deleted", channel);
	}

	/** Sets the permissions of the application's own role, as an invite does. */
	grantBotRole(guild: Guild, permissions: bigint): void {
		this.#giveBotRole(guild, permissions);
		const [id = ""] = guild.bot.roles;
		const role = guild.roles.get(id);
		if (!role || role.permissions === String(permissions)) return;
		role.permissions = String(permissions);
		this.emit("roleChange", "changed", role, guild);
	}

	/** Gives the application its own role, if it has none. */
	#giveBotRole({ bot, roles }: Guild, permissions = everyonesPermissions): void {
		if (bot.roles.length > 0) return;
		const { username } = this.application;
		const role = makeRole(this.newId(), username, roles.size, permissions, true);
		roles.set(role.id, role);
		bot.roles.push(role.id);
	}

	#placeMember(guild: Guild, description: MemberDescription): Member {
		const roles = (description.roles ?? []).map((name) => idOf(guild, "role", name));
		const member = makeMember(guild, this.user(description), this.now(), roles, description.nick);
		guild.members.set(member.user.id, member);
		return member;
	}

	/** Keeps a new channel, and announces it if its guild has been announced. */
	#keep(channel: Channel): Channel {
		channel.guild.channels.set(channel.id, channel);
		this.#channels.set(channel.id, channel);
		if (this.guilds.has(channel.guild.id)) this.emit("channelChange", "created", channel);
		return channel;
	}

	/** Emits an event, and then `guild`, which makes the page refresh its view. */
	emit<E extends keyof FeedEvents>(name: E, ...change: FeedEvents[E]): void {
		this.feed.emit(name, ...(change as never));
		this.feed.emit("guild");
	}
}

const idOf = (guild: Guild, what: "channel" | "role", name: string): string => {
	for (const each of guild[`${what}s`].values()) if (each.name === name) return each.id;
	throw new TypeError(`${guild.name} has no ${what} "${name}".`);
};
