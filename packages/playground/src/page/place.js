/** Which guild and channel one looks at: told to the server, which answers with what is there. */

import { state } from "./state.js";

/** @type {() => void} */
let onmove = () => {};

/**
 * Says what to do when one has gone elsewhere.
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
