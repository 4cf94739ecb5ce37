import type { APIRole } from "discord-api-types/v10";
import { mainChannel } from "../world/channel-kinds.ts";
import type {
	ChannelDescription,
	GuildDescription,
	MemberDescription,
	RoleDescription,
} from "../world/descriptions.ts";
import type { Channel, Guild, Member } from "../world/guild.ts";
import type { Messages } from "../world/messages.ts";
import { type PermissionName, permissionBits } from "../world/permission-names.ts";
import type { World } from "../world/world.ts";

/** What an overwrite of a channel gives and takes. */
export interface PermissionChange {
	readonly allow?: readonly PermissionName[];
	readonly deny?: readonly PermissionName[];
}

/** Guilds, their people and their channels, as whoever runs them changes them. The application is told of it. */
export class Administration {
	readonly #world: World;
	readonly #messages: Messages;

	constructor(world: World, messages: Messages) {
		this.#world = world;
		this.#messages = messages;
	}

	/** Every guild, the one that the page opens first. */
	get guilds(): readonly Guild[] {
		return [...this.#world.guilds.values()];
	}

	/** Invites the application into a new guild. @throws TypeError for a role or channel that the guild does not have */
	addGuild(description: GuildDescription): Guild {
		return this.#world.addGuild(description);
	}

	/** Sends the application out of a guild, which is then gone. */
	removeGuild(guild: Guild): void {
		this.#world.removeGuild(guild);
	}

	/** Lets somebody into a guild; whoever is in it already stays as they are. */
	addMember(guild: Guild, description: MemberDescription): Member {
		return this.#world.addMember(guild, description);
	}

	/** Sends a member out of their guild, and out of their voice channel. @throws TypeError for the owner and the application */
	removeMember(member: Member): void {
		this.#world.removeMember(member);
	}

	addRole(guild: Guild, description: RoleDescription): APIRole {
		return this.#world.addRole(guild, description);
	}

	/** Gives a member these roles, by id, in place of those they had. */
	setRoles(member: Member, roles: readonly string[]): void {
		this.#world.changeMember(member, { roles });
	}

	/** Makes a channel, in the first guild unless told. @throws TypeError when its category is not there */
	createChannel(description: ChannelDescription, guild = this.#firstGuild()): Channel {
		return this.#world.addChannel(guild, description);
	}

	/** Deletes a channel; whoever is in it is disconnected. */
	deleteChannel(channel: Channel): void {
		this.#world.removeChannel(channel);
	}

	/** Sets how many may be in a voice channel; 0 for no limit. Who is inside stays. */
	setUserLimit(channel: Channel, limit: number): void {
		this.#world.changeChannel(channel, { userLimit: limit });
	}

	/**
	 * Sets what a member, or everyone, may do in a channel, in place of what was set for them there before. Unless told
	 * it is the first text channel of the member's guild, or of the first guild.
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

	/** Deletes a message, as a moderator may. */
	deleteMessage({ id }: { readonly id: string }): void {
		this.#messages.delete(id);
	}

	#firstGuild(): Guild {
		const [guild] = this.#world.guilds.values();
		if (!guild) throw new TypeError("There is no guild.");
		return guild;
	}
}
