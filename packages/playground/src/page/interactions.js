/** How the chosen member's interactions end, as told by the live channel and kept until requested. */

/** @import { InteractionView } from "../page-server/messages.ts" */

/** @typedef {"answered" | "failed"} End */

/** @type {Map<string, PromiseWithResolvers<End>>} */
const ends = new Map();

/** @param {string} id */
const endOf = (id) => {
	const end = ends.get(id) ?? Promise.withResolvers();
	ends.set(id, end);
	return end;
};

/**
 * Handles the live channel's news of an interaction.
 *
 * @param {InteractionView} interaction
 */
export const noteInteraction = ({ id, state }) => {
	if (state !== "waiting") endOf(id).resolve(state);
};

/**
 * Resolves with `answered` or `failed` when the application has answered, or should have.
 *
 * @param {string} id
 */
export const settled = (id) => endOf(id).promise;
