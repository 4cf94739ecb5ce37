import { make } from "../dom.js";
import { goTo } from "../place.js";
import { state } from "../state.js";

/**
 * A button that opens a thread; just its name if it can't be opened.
 *
 * @param {string} id
 * @param {string} name
 */
export const threadButton = (id, name) => {
	const isThere = state.guild.channels.some((channel) => channel.id === id);
	if (!isThere) return make("strong", {}, name);
	return make(
		"button",
		{ type: "button", className: "text-button", onclick: () => goTo({ channel: id }) },
		name,
	);
};
