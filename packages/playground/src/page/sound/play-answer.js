/**
 * The interaction whose answer is to be heard as soon as it is there.
 *
 * @type {string | undefined}
 */
let awaited;

/**
 * Plays the sound of an interaction's answer by itself, once. Whoever asked for it can pause it in its player.
 *
 * @param {string} interactionId
 */
export const playAnswer = (interactionId) => {
	awaited = interactionId;
	playAwaited();
};

/** Plays the awaited answer if it is there; to be called when messages have changed. */
export const playAwaited = () => {
	if (!awaited) return;
	const answer = document.querySelector(`[data-answers="${awaited}"]`);
	if (!answer || answer.querySelector(".thinking")) return;
	awaited = undefined;
	// Where a browser wants a press of its own for it, the play button is there.
	answer
		.querySelector("audio")
		?.play()
		.catch(() => {});
};
