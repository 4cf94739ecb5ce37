/** @import { APIAttachment } from "discord-api-types/v10" */

/** @type {HTMLAudioElement | undefined} */
let current;

// With many sounds in a channel, each is loaded only when it comes into view.
const loader = new IntersectionObserver((entries) => {
	for (const { target, isIntersecting } of entries) {
		if (!isIntersecting) continue;
		loader.unobserve(target);
		const audio = target.querySelector("audio");
		if (audio) audio.preload = "metadata";
	}
});

/**
 * Loads a player's sound when it becomes visible, and pauses another sound when this one plays.
 *
 * @param {HTMLElement} player
 * @param {HTMLAudioElement} audio
 */
export const watchPlayer = (player, audio) => {
	loader.observe(player);
	audio.addEventListener("play", () => {
		if (current !== audio) current?.pause();
		current = audio;
	});
};

/**
 * The path of an attachment. Its host is left out, since the page may be open under another name of this machine.
 *
 * @param {Pick<APIAttachment, "url">} attachment
 */
export const attachmentPath = ({ url }) => new URL(url).pathname;

/**
 * Runs `draw` on every frame while a sound plays, and once whenever its position changes otherwise.
 *
 * @param {HTMLAudioElement} audio
 * @param {() => void} draw
 */
export const followPosition = (audio, draw) => {
	const step = () => {
		draw();
		if (!audio.paused) requestAnimationFrame(step);
	};
	for (const event of ["play", "pause", "seeked", "ended", "loadedmetadata", "durationchange"])
		audio.addEventListener(event, step);
};

/**
 * The interaction whose answer is played as soon as it arrives.
 *
 * @type {string | undefined}
 */
let awaited;

/**
 * Plays the sound of an interaction's answer once. The player can pause it.
 *
 * @param {string} interactionId
 */
export const playAnswer = (interactionId) => {
	awaited = interactionId;
	playAwaited();
};

/** Plays the awaited answer if it has arrived. Call it after messages change. */
export const playAwaited = () => {
	if (!awaited) return;
	const answer = document.querySelector(`[data-answers="${awaited}"]`);
	if (!answer || answer.querySelector(".thinking")) return;
	awaited = undefined;
	// If the browser wants another click first, the member can press the play button.
	answer
		.querySelector("audio")
		?.play()
		.catch(() => {});
};
