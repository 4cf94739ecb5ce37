/** @import { MemberView, VoiceView } from "../../page-server/views.ts" */

import { tryAct } from "../api.js";
import { fill, find, icon, iconButton, make, refill } from "../dom.js";
import { canDecode, followVoice, isAsleep, level, makeSpeaker, setVolume, wake } from "../sound/speaker.js";
import { actor, memberById, state, t } from "../state.js";

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
const isInAudience = () => {
	const isStage = ownChannel()?.type === stage;
	return isStage && state.guild.permissions.includes("MuteMembers") ? ownState()?.suppressed : undefined;
};

const retryMs = 1_000;

/**
 * The member who hears the stream that plays, and what ends the stream; undefined while none plays.
 *
 * @type {{ readonly as: string, readonly gone: AbortController } | undefined}
 */
let listening;

const stop = () => {
	listening?.gone.abort();
	listening = undefined;
};

const listen = async () => {
	if (listening?.as === state.as) return;
	stop();
	const mine = { as: state.as, gone: new AbortController() };
	listening = mine;
	const panel = find("voice");
	let frames = 0;
	let loudest = 0;
	const speaker = makeSpeaker(() => {
		frames += 1;
		loudest = Math.max(loudest, level());
		panel.dataset.frames = String(frames);
		panel.dataset.loudest = loudest.toFixed(3);
	}, showVoice);
	// The connection is tried again, whatever ended it.
	await followVoice(actor(), mine.gone.signal, speaker.take).catch(() => {});
	speaker.close();
	if (mine.gone.signal.aborted) return;
	stop();
	setTimeout(showVoice, retryMs);
};

let volume = 1;
let isMuted = false;

const volumeControls = () => {
	const mute = iconButton(isMuted ? "deafened" : "speaker", t(isMuted ? "unmute" : "mute"), () => {
		isMuted = !isMuted;
		setVolume(isMuted ? 0 : volume);
		showVoice();
	});
	mute.classList.add("mute");
	mute.setAttribute("aria-pressed", String(isMuted));
	const slider = make("input.volume", {
		type: "range",
		min: "0",
		max: "100",
		value: String(Math.round(volume * 100)),
		"aria-label": t("volume"),
	});
	slider.oninput = () => {
		volume = Number(slider.value) / 100;
		const wasMuted = isMuted;
		isMuted = false;
		setVolume(volume);
		if (wasMuted) showVoice();
	};
	return make("div.loudness.flex", mute, slider);
};

/**
 * Shows the voice channel that the chosen member is in, and plays its sound. Without such a channel, hides the panel.
 */
export const showVoice = () => {
	const panel = find("voice");
	const channel = ownChannel();
	panel.hidden = channel === undefined;
	if (!channel) {
		stop();
		return panel.replaceChildren();
	}
	if (canDecode) void listen();
	/**
	 * @param {string} className
	 * @param {string} text
	 * @param {() => unknown} onclick
	 */
	const button = (className, text, onclick) => make("button", { className, onclick }, text);
	const audience = isInAudience();
	const next = /** @type {HTMLElement} */ (panel.cloneNode());
	fill(
		next,
		icon("speaker"),
		make("p", { className: audience === undefined ? "" : "wide" }, t("inChannel", { channel: channel.name })),
		canDecode && isAsleep() && button("join hear", t("hear"), wake),
		audience !== undefined &&
			button("join stage", t(audience ? "becomeSpeaker" : "becomeAudience"), () =>
				tryAct("speakOnStage", { speak: audience }),
			),
		canDecode && volumeControls(),
		button("join leave", t("leaveVoice"), () => tryAct("leaveVoice", {})),
		!canDecode && make("p.alone", t("cannotHear")),
	);
	// A slider that is replaced can't be dragged on.
	if (!next.isEqualNode(panel)) refill(panel, ...next.childNodes);
};
