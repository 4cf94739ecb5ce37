/**
 * The interaction whose answer is to be heard as soon as it is there.
 *
 * @type {string | undefined}
 */
let awaited;

/**
 * Plays the sound of an interaction's answer automatically, once. The player can pause it.
 *
 * @param {string} interactionId
 */
export const playAnswer = (interactionId) => {
	awaited = interactionId;
	playAwaited();
};

/** Plays the awaited answer if it has arrived; call it when messages have changed. */
export const playAwaited = () => {
	if (!awaited) return;
	const answer = document.querySelector(`[data-answers="${awaited}"]`);
	if (!answer || answer.querySelector(".thinking")) return;
	awaited = undefined;
	// If the browser requires another click, there is the play button.
	answer
		.querySelector("audio")
		?.play()
		.catch(() => {});
};
