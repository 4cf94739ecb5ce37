import { type APIApplicationCommand, InteractionContextType } from "discord-api-types/v10";
import type { Channel, Guild, Member } from "./guild.ts";
import type { IntegrationOwners } from "./interaction.ts";
import { computePermissions, mayDo } from "./permissions.ts";
import type { World } from "./world.ts";

/** @returns where a command is used: in a server, in direct messages with the application, or in other private channels */
export const contextOf = (guild: Guild): InteractionContextType => {
	if (!guild.isPrivate) return InteractionContextType.Guild;
	return guild.hasBot ? InteractionContextType.BotDM : InteractionContextType.PrivateChannel;
};

/** Whether a user is in a server that has installed the application. */
const sharesServer = ({ guilds }: World, userId: string): boolean =>
	[...guilds.values()].some(({ presence, members }) => presence !== "none" && members.has(userId));

/** Whether the application may write to a user of its own accord. */
export const mayWriteTo = (world: World, userId: string): boolean =>
	world.installedBy.has(userId) || sharesServer(world, userId);

/**
 * Whether only the member's own install allows an interaction: in a server without the application, or in private
 * channels. Discord then limits follow-ups, and may hide the application's answers from others.
 */
export const isOutside = ({ guild }: Member, owners: IntegrationOwners): boolean =>
	owners[0] === undefined && (guild.isPrivate || guild.presence === "none");

/**
 * @returns the installs that let a member use a command in their guild
 * @param types - the kinds of install that the command supports: 0 by a server, 1 by a user
 */
export const ownersFor = (world: World, member: Member, types: readonly number[]): IntegrationOwners => {
	const { guild, user } = member;
	const context = contextOf(guild);
	const inServer = context === InteractionContextType.Guild && guild.presence !== "none";
	const inDirect = context === InteractionContextType.BotDM && sharesServer(world, user.id);
	return {
		...(types.includes(0) && (inServer || inDirect) && { 0: inServer ? guild.id : "0" }),
		...(types.includes(1) && world.installedBy.has(user.id) && { 1: user.id }),
	};
};

/**
 * Whether a member may use a command in a channel. The member must be allowed to use commands there, and have the
 * command's default permissions, if it names any. Owners, administrators and the participants of private channels need
 * no default permissions. If these are "0", nobody else may use the command.
 */
export const mayUse = (member: Member, command: APIApplicationCommand, channel: Channel): boolean => {
	const { default_member_permissions: needs } = command;
	if (!mayDo(member, "UseApplicationCommands", channel)) return false;
	if (needs === null || member.guild.isPrivate || mayDo(member, "Administrator")) return true;
	return needs !== "0" && (computePermissions(member, channel) & BigInt(needs)) === BigInt(needs);
};

/** Whether Discord offers a member a command in their guild, apart from permissions. */
export const isOffered = (world: World, member: Member, command: APIApplicationCommand): boolean => {
	const { contexts, dm_permission: inDirect, integration_types: types } = command;
	const { Guild: inServer, BotDM } = InteractionContextType;
	const where = contexts ?? (inDirect === false ? [inServer] : [inServer, BotDM]);
	const owners = ownersFor(world, member, types ?? []);
	return where.includes(contextOf(member.guild)) && Object.keys(owners).length > 0;
};
