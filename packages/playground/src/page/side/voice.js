import { tryAct } from "../api.js";
import { wake } from "../sound/speaker.js";
import { memberById, state } from "../state.js";

const stage = 13;

/**
 * Who is in which voice channel, as the server tells it in `guild.voiceStates` and, when it changes, in the live event
 * `voice`: a list of `{ memberId, channelId, speaking?, muted?, suppressed?, deafened? }`; absent where the server has no voice.
 */
export const hasVoice = () => state.guild.voiceStates !== undefined;

/** The people in a voice channel, each with their voice state. */
export const peopleIn = (channelId) =>
	(state.guild.voiceStates ?? [])
		.filter((each) => each.channelId === channelId)
		.map((each) => ({ ...each, member: memberById(each.memberId) }))
		.filter(({ member }) => member !== undefined);

export const isIn = (channelId) => peopleIn(channelId).some(({ memberId }) => memberId === state.guild.me);

/** The voice channel that the chosen member is in. */
export const ownChannel = () => {
	const { channelId } =
		(state.guild.voiceStates ?? []).find(({ memberId }) => memberId === state.guild.me) ?? {};
	return state.guild.channels.find(({ id }) => id === channelId);
};

export const joinVoice = (channelId) => {
	// Browsers let sound begin only while somebody presses something.
	wake();
	return tryAct("joinVoice", { channelId, page: state.page });
};

/** True in a stage's audience, false for its speakers; nothing for who can't change it. */
export const isInAudience = () => {
	const mine = (state.guild.voiceStates ?? []).find(({ memberId }) => memberId === state.guild.me);
	const isStage = ownChannel()?.type === stage;
	return isStage && state.guild.permissions.includes("MuteMembers") ? mine.suppressed : undefined;
};

export const speakOnStage = (speak) => tryAct("speakOnStage", { speak });
export const leaveVoice = () => tryAct("leaveVoice", {});
