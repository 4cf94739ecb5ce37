/** The current guild and channel: sent to the server, which answers with their content. */

import { state } from "./state.js";

/** @type {() => void} */
let onmove = () => {};

/**
 * Sets what happens after moving elsewhere.
 *
 * @param {() => void} move
 */
export const watchPlace = (move) => {
	onmove = move;
};

/**
 * Goes to another guild's first channel, or to another channel of this guild.
 *
 * @param {{ readonly guild?: string, readonly channel?: string }} place
 */
export const goTo = ({ guild = state.guild.id, channel }) => {
	state.place = { guild, ...(channel !== undefined && { channel }) };
	onmove();
};
