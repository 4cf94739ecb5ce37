/** @import { InteractionView } from "../../page-server/views.ts" */
import { makeAvatar, makeBadge } from "../avatar.js";
import { icon, make } from "../dom.js";
import { settled } from "../interactions.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { makeMessageTime } from "../times.js";
import { keepInView, scrollToEnd } from "./list.js";
import { privateLine, usedLine } from "./message.js";

const command = 2;
/** How long an answer may take before the page says that the command is being sent, in ms. */
const quick = 300;

/**
 * @param {InteractionView} interaction
 * @param {string} text
 * @param {boolean} isFailure
 * @returns {HTMLElement}
 */
const makeNote = (interaction, text, isFailure) => {
	const { app } = state.guild;
	/** @type {HTMLElement} */
	const note = make(
		"article.message.replies.pending",
		{ "data-interaction": interaction.id, tabIndex: -1 },
		usedLine({ id: state.guild.me, username: "" }, interaction.name),
		makeAvatar(app),
		make(
			"header.wrap",
			make("strong.name.app", app.name),
			makeBadge(),
			makeMessageTime(new Date(interaction.openedAt).toISOString()),
		),
		make(
			"div.body",
			make("p", { className: isFailure ? "failed" : "faint" }, isFailure && icon("warn"), text),
			isFailure && privateLine(() => note.remove()),
		),
	);
	if (isFailure) note.classList.add("private");
	return note;
};

/**
 * @param {InteractionView} interaction
 * @param {string} text
 * @param {boolean} isFailure
 */
const show = (interaction, text, isFailure) => {
	const old = document.querySelector(`[data-interaction="${interaction.id}"]`);
	const note = makeNote(interaction, text, isFailure);
	keepInView((list) => (old ? old.replaceWith(note) : list.append(note)), isFailure);
};

/**
 * Shows that a command is being sent, and Discord's error if no answer comes in time. If a deferred answer
 * never comes, the error replaces the note that the application is thinking.
 *
 * @param {InteractionView} interaction
 */
export const followCommand = async (interaction) => {
	if (interaction.type !== command || interaction.state !== "waiting") {
		const thinking =
			interaction.state === "failed" ? document.getElementById(`m${interaction.originalId}`) : null;
		thinking?.querySelector(".thinking")?.replaceWith(make("p.failed", icon("warn"), t("noResponse")));
		return;
	}
	scrollToEnd();
	const sign = setTimeout(() => show(interaction, t("sending"), false), quick);
	const end = await settled(interaction.id);
	clearTimeout(sign);
	if (end === "failed") show(interaction, t("noResponse"), true);
	else document.querySelector(`[data-interaction="${interaction.id}"]`)?.remove();
};
