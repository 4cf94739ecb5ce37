import { find, make } from "./dom.js";

const shownForMs = 6_000;

/**
 * Shows a short notice, also announced to screen readers.
 *
 * @param {string} text
 */
export const toast = (text) => {
	const note = make("p", { className: "toast" }, text);
	find("toasts").append(note);
	setTimeout(() => note.remove(), shownForMs);
};
