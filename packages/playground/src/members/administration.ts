import type { APIRole, APIUser } from "discord-api-types/v10";
import { banUser, unbanUser } from "../world/around-messages.ts";
import type {
	Channel,
	ChannelDescription,
	Guild,
	GuildDescription,
	Member,
	MemberDescription,
	PermissionName,
	Presence,
	RoleDescription,
} from "../world/guild.ts";
import type { Messages } from "../world/messages.ts";
import { permissionBits } from "../world/permissions.ts";
import type { Webhook, Webhooks } from "../world/webhooks.ts";
import type { World } from "../world/world.ts";
import { mainChannel } from "./actions.ts";

/** What a channel overwrite allows and denies. */
export interface PermissionChange {
	readonly allow?: readonly PermissionName[];
	readonly deny?: readonly PermissionName[];
}

/** Administration of guilds, members and channels. The application gets the events. */
export class Administration {
	readonly #world: World;
	readonly #messages: Messages;
	readonly #webhooks: Webhooks;

	constructor(messages: Messages, webhooks: Webhooks) {
		this.#world = messages.world;
		this.#messages = messages;
		this.#webhooks = webhooks;
	}

	/** Every guild, the one that the page opens first. */
	get guilds(): readonly Guild[] {
		return [...this.#world.guilds.values()];
	}

	/** Makes a guild, by default with the application in it. @throws TypeError for a role or channel that the guild does not have */
	addGuild(description: GuildDescription): Guild {
		return this.#world.addGuild(description);
	}

	/** Removes the application from a guild, and the guild with it. */
	removeGuild(guild: Guild): void {
		this.#world.removeGuild(guild);
	}

	/**
	 * Removes the application's bot from a guild, which keeps its commands ("commands"), or the application ("none"), or
	 * lets it in ("bot"); or makes the guild unavailable ("outage") until it is let in again.
	 */
	setPresence(guild: Guild, presence: Presence): void {
		this.#world.setPresence(guild, presence);
	}

	/** Installs the application for a member, in all places that they are in, or removes it again. */
	setInstalled({ user }: Member, installed: boolean): void {
		this.#world.setInstalled(user, installed);
	}

	/** Opens a member's direct messages with the application, or with another member. @returns the member as they are there */
	openDirect({ user }: Member, other?: Member): Member {
		return this.#within(this.#world.openDirect(user, other?.user ?? this.#world.application))(user);
	}

	/** Opens a group of members. @returns them as they are there, in the same order */
	openGroup<M extends readonly [Member, ...Member[]]>(
		name: string,
		...members: M
	): { [I in keyof M]: Member } {
		const users = members.map(({ user }) => user) as [APIUser, ...APIUser[]];
		return users.map(this.#within(this.#world.addGroup(name, users))) as { [I in keyof M]: Member };
	}

	/** Adds a user to a guild; existing members stay as they are. */
	addMember(guild: Guild, description: MemberDescription): Member {
		return this.#world.addMember(guild, description);
	}

	/** Removes a member from their guild and voice channel. @throws TypeError for the owner and the application */
	removeMember(member: Member): void {
		this.#world.removeMember(member);
	}

	addRole(guild: Guild, description: RoleDescription): APIRole {
		return this.#world.addRole(guild, description);
	}

	/** Replaces a member's roles with these, by id. */
	setRoles(member: Member, roles: readonly string[]): void {
		this.#world.changeMember(member, { roles });
	}

	/** Creates a channel, by default in the first guild. @throws TypeError for an unknown category */
	createChannel(description: ChannelDescription, guild = this.#firstGuild()): Channel {
		return this.#world.addChannel(guild, description);
	}

	/** Deletes a channel; members in it are disconnected. */
	deleteChannel(channel: Channel): void {
		this.#world.removeChannel(channel);
	}

	/** Sets a voice channel's user limit; 0 for none. Members inside stay. */
	setUserLimit(channel: Channel, limit: number): void {
		this.#world.changeChannel(channel, { userLimit: limit });
	}

	/**
	 * Replaces a member's or everyone's overwrite in a channel; by default in the first text channel of the member's
	 * guild, or of the first guild.
	 */
	setPermissions(
		who: Member | "everyone",
		{ allow = [], deny = [] }: PermissionChange,
		where?: Channel,
	): void {
		const channel = where ?? mainChannel(who === "everyone" ? this.#firstGuild() : who.guild);
		this.#world.setOverwrite(channel, {
			id: who === "everyone" ? channel.guild.id : who.user.id,
			type: who === "everyone" ? 0 : 1,
			allow: String(permissionBits(allow)),
			deny: String(permissionBits(deny)),
		});
	}

	/** Bans a member, and deletes their messages of the last seconds. @throws TypeError for the owner and the application */
	ban({ guild, user }: Member, deletedSeconds = 0): void {
		banUser(this.#messages, guild, user, deletedSeconds);
	}

	/** Lets a user come back who was banned. */
	unban(guild: Guild, { id }: { readonly id: string }): void {
		const user = this.#world.users.get(id);
		if (user) unbanUser(this.#world, guild, user);
	}

	/** Creates a webhook in a channel, by default in the first text channel of the first guild, as the guild's owner. */
	createWebhook(name: string, channel = mainChannel(this.#firstGuild())): Webhook {
		return this.#webhooks.create(channel, name, channel.guild.owner.user);
	}

	/** Deletes messages of one channel at once, as moderators' bots do. */
	deleteTogether(messages: readonly { readonly id: string }[]): void {
		const ids = messages.map(({ id }) => id);
		const [first] = ids.flatMap((id) => this.#messages.find(id) ?? []);
		const channel = first && this.#world.channel(first.message.channel_id);
		if (channel) this.#messages.deleteTogether(channel, ids);
	}

	/** Deletes a message, as a moderator may. */
	deleteMessage({ id }: { readonly id: string }): void {
		this.#messages.delete(id);
	}

	#within({ guild }: Channel): (user: APIUser) => Member {
		return ({ id }) => {
			const member = guild.members.get(id);
			if (!member) throw new TypeError("Applications can't be in groups.");
			return member;
		};
	}

	#firstGuild(): Guild {
		const [guild] = this.#world.guilds.values();
		if (!guild) throw new TypeError("There is no guild.");
		return guild;
	}
}
