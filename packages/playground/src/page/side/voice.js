/** @import { MemberView, VoiceView } from "../../page-server/views.ts" */
import { tryAct } from "../api.js";
import { wake } from "../sound/speaker.js";
import { memberById, state } from "../state.js";

const stage = 13;

/** @typedef {VoiceView & { readonly member: MemberView }} Person */

/**
 * The people in a voice channel, sorted by name, with their voice states.
 *
 * @param {string} channelId
 */
export const peopleIn = (channelId) =>
	state.guild.voiceStates
		.filter((each) => each.channelId === channelId)
		.flatMap((each) => {
			const member = memberById(each.memberId);
			return member ? [{ ...each, member }] : [];
		})
		.sort((one, other) => one.member.name.localeCompare(other.member.name, state.locale));

/** @param {string} channelId */
export const isIn = (channelId) => peopleIn(channelId).some(({ memberId }) => memberId === state.guild.me);

const ownState = () => state.guild.voiceStates.find(({ memberId }) => memberId === state.guild.me);

/** The voice channel that the chosen member is in, if any. */
export const ownChannel = () => {
	const channelId = ownState()?.channelId;
	return state.guild.channels.find(({ id }) => id === channelId);
};

/** @param {string} channelId */
export const joinVoice = (channelId) => {
	// Browsers only start sound in response to user input.
	wake();
	return tryAct("joinVoice", { channelId, page: state.page });
};

/** Whether the member is in a stage's audience; undefined outside of stages, or without permission to change that. */
export const isInAudience = () => {
	const isStage = ownChannel()?.type === stage;
	return isStage && state.guild.permissions.includes("MuteMembers") ? ownState()?.suppressed : undefined;
};
