/** @import { MemberView } from "../page-server/views.ts" */
import { icon, make } from "./dom.js";

// White text on each of these colours has a contrast of at least 4.5:1.
const colours = ["#5b5bd6", "#1f7a5c", "#a6457a", "#9a5b13", "#2f6f9f", "#8f4a3c"];

/** @param {string} name */
const colourOf = (name) => {
	const sum = [...name].reduce((all, letter) => all + Number(letter.codePointAt(0)), 0);
	return colours[sum % colours.length] ?? null;
};

/**
 * A member's round picture: the first letter of a person's name, a loudspeaker icon for an application.
 *
 * @param {Partial<MemberView> | undefined} member
 */
export const makeAvatar = (member, className = "") => {
	const name = member?.name ?? "?";
	const avatar = make(
		"span",
		{ className: `avatar ${className}`, "aria-hidden": "true" },
		member?.bot ? icon("speaker") : [...name][0]?.toUpperCase(),
	);
	avatar.style.setProperty("--avatar", member?.bot ? "#4f46c8" : colourOf(name));
	return avatar;
};

export const makeBadge = () => make("span.badge", "APP");
