import { refuse } from "../checks/api-error.ts";
import { checkField } from "../checks/form.ts";
import type { Channel, Guild, Member, PermissionName } from "../world/guild.ts";
import type { StoredMessage } from "../world/message.ts";
import type { Messages } from "../world/messages.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import type { Query } from "./routes.ts";

/** The guild of an id. @throws ApiError 10004 */
export const findGuild = (world: World, id: string): Guild => {
	const guild = world.guilds.get(id);
	if (!guild?.hasBot) throw refuse.unknownGuild();
	return guild;
};

/** A guild's member; `@me` is the application. @throws ApiError 10004, 10007 */
export const findMember = (world: World, guildId: string, userId: string): Member => {
	const guild = findGuild(world, guildId);
	const member = guild.members.get(userId === "@me" ? world.applicationId : userId);
	if (!member) throw refuse.unknownMember();
	return member;
};

/** A channel that the application can see and act in. @throws ApiError 10003, 50001, 50013 */
export const findChannel = (world: World, id: string, ...needs: readonly PermissionName[]): Channel => {
	const channel = world.channel(id);
	if (!channel) throw refuse.unknownChannel();
	const { bot } = channel.guild;
	if (!channel.guild.hasBot || !mayDo(bot, "ViewChannel", channel)) throw refuse.missingAccess();
	if (!needs.every((name) => mayDo(bot, name, channel))) throw refuse.missingPermissions();
	return channel;
};

/** Refuses what the application may not do in a guild, or in a channel of it. @throws ApiError 50013 */
export const need = ({ bot }: Guild, name: PermissionName, channel?: Channel): void => {
	if (!mayDo(bot, name, channel)) throw refuse.missingPermissions();
};

/** A channel's message that the application can see. @throws ApiError 10008 */
export const findMessage = (messages: Messages, channelId: string, id: string): StoredMessage => {
	const stored = messages.find(id);
	if (!stored || stored.visibleTo || stored.message.channel_id !== channelId) throw refuse.unknownMessage();
	return stored;
};

/** A query's boolean: libraries write `true`, `True` or `1`. */
export const isTrue = (value: string | undefined): boolean => /^(true|1)$/i.test(value ?? "");

/** A query's count, by default `fallback`. @throws ApiError 50035 when it is out of bounds */
export const readLimit = (value: string | undefined, fallback: number, max: number): number => {
	if (value === undefined) return fallback;
	checkField("limit", (field) => field.number(/^-?\d+$/.test(value) ? Number(value) : value, 1, max, true));
	return Number(value);
};

/** A query's id, if it has one. @throws ApiError 50035 when it isn't an id */
export const readId = (name: string, value: string | undefined): bigint | undefined => {
	if (value === undefined) return undefined;
	checkField(name, (field) => {
		if (!/^\d{1,20}$/.test(value)) field.refuse("NUMBER_TYPE_COERCE", `Value "${value}" is not snowflake.`);
	});
	return BigInt(value);
};

const idOf = ({ message }: StoredMessage): bigint => BigInt(message.id);

/**
 * The part of a history (oldest first) that a query asks for, newest first. If several are given, Discord uses the
 * first of around, before, after. @throws ApiError 50035
 */
export const pickHistory = (seen: readonly StoredMessage[], query: Query): StoredMessage[] => {
	const limit = readLimit(query.limit, 50, 100);
	const around = readId("around", query.around);
	const before = readId("before", query.before);
	const after = readId("after", query.after);
	return pick().reverse();

	function pick(): StoredMessage[] {
		if (around !== undefined) {
			const earlier = seen.filter((each) => idOf(each) < around).slice(-Math.floor(limit / 2) || seen.length);
			const later = seen.filter((each) => idOf(each) >= around).slice(0, limit - earlier.length);
			return [...earlier, ...later];
		}
		if (before !== undefined) return seen.filter((each) => idOf(each) < before).slice(-limit);
		if (after !== undefined) return seen.filter((each) => idOf(each) > after).slice(0, limit);
		return seen.slice(-limit);
	}
};
