/** @import { APIAttachment } from "discord-api-types/v10" */

/** @type {HTMLAudioElement | undefined} */
let current;

// A channel may have many sounds, so a sound's length is loaded only when its player comes into view.
const loader = new IntersectionObserver((entries) => {
	for (const { target, isIntersecting } of entries) {
		if (!isIntersecting) continue;
		loader.unobserve(target);
		const audio = target.querySelector("audio");
		if (audio) audio.preload = "metadata";
	}
});

/**
 * Loads a sound's length when its player becomes visible. When the sound plays, pauses the one that played before. Calls
 * `draw` on every frame while the sound plays, and once when its position or length changes otherwise.
 *
 * @param {HTMLElement} player
 * @param {HTMLAudioElement} audio
 * @param {() => void} draw
 */
export const watchPlayer = (player, audio, draw) => {
	loader.observe(player);
	audio.addEventListener("play", () => {
		if (current !== audio) current?.pause();
		current = audio;
	});
	const step = () => {
		draw();
		if (!audio.paused) requestAnimationFrame(step);
	};
	for (const event of ["play", "pause", "seeked", "ended", "loadedmetadata", "durationchange"])
		audio.addEventListener(event, step);
};

/**
 * The path of an attachment's URL. The host is left out, because the page may be open under another name of this
 * machine.
 *
 * @param {Pick<APIAttachment, "url">} attachment
 */
export const attachmentPath = ({ url }) => new URL(url).pathname;

/**
 * The id of the interaction whose answer is played as soon as it arrives.
 *
 * @type {string | undefined}
 */
let awaited;

/**
 * Plays the sound of an interaction's answer once, as soon as the answer arrives.
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
