import { checked } from "../checks/json.ts";
import type { Voice } from "../voice/index.ts";
import { displayName } from "../world/fields.ts";
import type { Guild, Member } from "../world/guild.ts";
import type { Interaction, ShownModal } from "../world/interaction.ts";
import type { StoredMessage } from "../world/message.ts";
import type { InteractionView, MemberView, MessageView, ModalView, VoiceView } from "./messages.ts";

/** The voice states of a guild, as the page shows them. */
export const voiceView = (voice: Voice, guild: Guild): VoiceView[] =>
	[...guild.voiceStates].map(([memberId, state]) => {
		const member = guild.members.get(memberId);
		const muted = state.selfMute || state.suppress || (member?.mute ?? false);
		return {
			memberId,
			channelId: state.channelId,
			// Only the application speaks here.
			speaking: member === guild.bot && voice.isSpeaking(guild) && !muted,
			muted,
			suppressed: state.suppress,
			serverMuted: member?.mute ?? false,
			serverDeafened: member?.deaf ?? false,
			deafened: state.selfDeaf || (member?.deaf ?? false),
		};
	});

export const memberView = (member: Member): MemberView => ({
	id: member.user.id,
	name: displayName(member),
	username: member.user.username,
	bot: member.user.bot ?? false,
	owner: member === member.guild.owner && !member.guild.isPrivate,
	roles: member.roles.map((id) => member.guild.roles.get(id)?.name ?? ""),
});

export const messageView = (
	me: Member,
	{ message, visibleTo, reactors, votes }: StoredMessage,
): MessageView => ({
	...message,
	reactions: [...reactors].map(([emoji, users]) => ({
		emoji,
		count: users.size,
		mine: users.has(me.user.id),
	})),
	votes: [...votes].filter(([, users]) => users.has(me.user.id)).map(([answer]) => answer),
	ephemeral: visibleTo !== undefined,
});

export const interactionView = (interaction: Interaction): InteractionView => ({
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
export const modalView = (modal: ShownModal): ModalView => ({
	...modal,
	components: checked(modal.components),
});
