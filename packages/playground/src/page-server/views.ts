import { InputError } from "../checks/form.ts";
import type { Voice } from "../voice/index.ts";
import { displayName } from "../world/fields.ts";
import { type Channel, type Guild, type Member, mainChannel, takesMessages } from "../world/guild.ts";
import type { Interaction } from "../world/interaction.ts";
import type { StoredMessage } from "../world/message-fields.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";

/** The member who asks, and the place that they are in. */
export interface PageUser {
	/** The member's id or user name; by default the guild's owner. */
	readonly as?: string | undefined;
	/** The id of the guild, direct messages or group; by default the first guild. */
	readonly guild?: string | undefined;
	/** The channel's id; by default the guild's `mainChannel`. */
	readonly channel?: string | undefined;
}

/** @returns the guild with this id, or the one that holds the direct messages or group with this id */
export const findPlace = ({ guilds, directs }: World, id = ""): Guild | undefined =>
	guilds.get(id) ?? directs.get(id)?.guild;

/**
 * @returns the channel or thread that a page shows: the given one if it has messages and the member can view it, else the
 *   guild's `mainChannel`
 */
export const pageChannel = (member: Member, id: string | undefined): Channel => {
	const channel = member.guild.channels.get(id ?? "");
	const isShown = channel && takesMessages(channel) && mayDo(member, "ViewChannel", channel);
	return isShown ? channel : mainChannel(member.guild);
};

/**
 * @returns the member as whom a page acts: the one with the ID or username `as`, by default the guild's owner
 * @throws InputError if the guild doesn't exist, or has no such member, or only a bot
 */
export const pageMember = (world: World, { as, guild: guildId }: PageUser): Member => {
	const guild = guildId === undefined ? [...world.guilds.values()][0] : findPlace(world, guildId);
	if (!guild) throw new InputError("noServer");
	if (as === undefined) return guild.owner;
	for (const member of [guild.members.get(as), ...guild.members.values()])
		if (member && !member.user.bot && (member.user.id === as || member.user.username === as)) return member;
	throw new InputError("noMember");
};

/** The voice channel that each member in voice is in, and the member's state there. */
export const voiceView = (voice: Voice, guild: Guild) =>
	[...guild.voiceStates].map(([memberId, state]) => {
		const member = guild.members.get(memberId);
		const muted = state.selfMute || state.suppress || (member?.mute ?? false);
		return {
			memberId,
			channelId: state.channelId,
			// In the playground, only the application can speak.
			speaking: member === guild.bot && voice.isSpeaking(guild) && !muted,
			/** True if the member muted themselves, or if `suppressed` or `serverMuted`. */
			muted,
			suppressed: state.suppress,
			/** Whether a moderator has muted or deafened the member in all of the guild's voice channels. */
			serverMuted: member?.mute ?? false,
			serverDeafened: member?.deaf ?? false,
			/** True if the member deafened themselves, or if `serverDeafened`. */
			deafened: state.selfDeaf || (member?.deaf ?? false),
		};
	});
export type VoiceView = ReturnType<typeof voiceView>[number];

export const memberView = (member: Member) => ({
	id: member.user.id,
	name: displayName(member),
	username: member.user.username,
	bot: member.user.bot ?? false,
	owner: member === member.guild.owner && !member.guild.isPrivate,
	roles: member.roles.map((id) => member.guild.roles.get(id)?.name ?? ""),
});
export type MemberView = ReturnType<typeof memberView>;

/** A message as the member `me` sees it: which reactions and votes are theirs, and whether only they see it. */
export const messageView = (me: Member, { message, visibleTo, reactors, votes }: StoredMessage) => ({
	...message,
	reactions: [...reactors].map(([emoji, users]) => ({
		emoji,
		count: users.size,
		mine: users.has(me.user.id),
	})),
	votes: [...votes].filter(([, users]) => users.has(me.user.id)).map(([answer]) => answer),
	ephemeral: visibleTo !== undefined,
});
export type MessageView = ReturnType<typeof messageView>;

export const interactionView = ({ id, type, name, state, originalId, openedAt }: Interaction) => ({
	id,
	type,
	name,
	state,
	/** Null while no message answers the interaction. */
	originalId: originalId ?? null,
	openedAt,
});
export type InteractionView = ReturnType<typeof interactionView>;
