/** @import { SlashCommand } from "../options/line.js" */
/** @import { FirstStep } from "../page-server/messages.ts" */

import { tryAct } from "./api.js";
import { listCommands } from "./composer/commands.js";
import { beginByName } from "./composer/composer.js";
import { fill, find, icon, make } from "./dom.js";
import { playAnswer } from "./sound/player.js";
import { here, pick, state, t } from "./state.js";

/** The most commands that are listed if none is suggested. */
const mostCommands = 6;

const direct = 1;

/** The suggested commands that the member may use, in the server's order; if there are none, the first commands. */
const proposals = () => {
	const commands = listCommands();
	const proposed = state.guild.firstSteps.flatMap(
		({ command }) => commands.find(({ name }) => name === command) ?? [],
	);
	return proposed.length > 0 ? proposed : commands.slice(0, mostCommands);
};

/** @param {SlashCommand} command */
const makeTry = (command) => {
	const step = state.guild.firstSteps.find((each) => each.command === command.name);
	const atOnce = step?.atOnce ? step : undefined;
	const { option = "", values = [] } = step?.offers ?? {};
	const begin = (offered = {}) => beginByName(command.name, { ...step?.values, ...offered });
	const use = async () => {
		if (!atOnce) return begin();
		const sent = await tryAct("command", { name: command.name, values: atOnce.values });
		return sent && playAnswer(sent.interactionId);
	};
	return make(
		"li",
		make(
			"button.try.box.faint",
			{ onclick: use },
			make("strong", atOnce && icon("play"), `/${command.label}`),
			make("span", command.description),
			atOnce && make("span.at-once", t("hearAtOnce")),
		),
		values.map((value) =>
			make("button.text-button.offer", { title: value, onclick: () => begin({ [option]: value }) }, value),
		),
	);
};

/** Shows the welcome message of a channel: the channel's name, and commands to try. */
export const showStart = () => {
	const { name, type, icon: mark, label } = here();
	const title = type === direct ? t("startDirect", { name }) : t("startTitle", { channel: label });
	const commands = proposals();
	const old = document.getElementById("start");
	const start = make(
		"article.start",
		{ id: "start", tabIndex: old?.tabIndex ?? -1, "aria-label": title },
		make("span.start-icon", { "aria-hidden": "true" }, icon(mark)),
		make("h2", title),
		commands.length > 0 && make("p", t("startText")),
		make("ul", commands.map(makeTry)),
		make("p", { id: "voice-offer" }),
		make("p.faint", t(matchMedia("(hover: none)").matches ? "startHintTouch" : "startHint")),
	);
	if (old) old.replaceWith(start);
	else find("list").prepend(start);
};

/** How long the application in voice may stay silent after the chat begins, before the page shows the hint, in ms. */
const silentMs = 8_000;

/**
 * The channel whose members are chatting ("" for none), whether the application has spoken since the chat began, and
 * whether `silentMs` have passed.
 */
const chat = { channel: "", isHeard: false, isSilent: false, timer: 0 };

/** @param {string} channel - whose members are chatting; "" for none */
const follow = (channel) => {
	if (channel === chat.channel) return;
	clearTimeout(chat.timer);
	Object.assign(chat, { channel, isHeard: false, isSilent: false });
	if (!channel) return;
	chat.timer = window.setTimeout(() => {
		chat.isSilent = true;
		showChat();
	}, silentMs);
};

/**
 * Shows the button that starts and ends the members' chat. While they chat and the application hasn't spoken, also shows
 * the hint: at once if the application isn't in voice, otherwise after `silentMs`.
 */
export const showChat = () => {
	const { isPrivate, chatting, textChannel, app, voiceStates, chatHint } = state.guild;
	const button = find("chat");
	button.textContent = t(chatting ? "stopChat" : "letChat");
	button.hidden = isPrivate;
	button.onclick = () => tryAct("chat", {});
	button.title = chatting ? "" : t("letChatHint");
	follow(chatting ? textChannel : "");
	const ofApp = voiceStates.find(({ memberId }) => memberId === app.id);
	chat.isHeard ||= ofApp?.speaking === true;
	const isTold = chatHint !== null && chatting && !chat.isHeard && (!ofApp || chat.isSilent);
	if (isTold !== find("silence").childNodes.length > 0) fill(find("silence"), isTold && makeHint(chatHint));
};

/** @param {NonNullable<typeof state.guild.chatHint>} hint */
const makeHint = ({ text, command }) => {
	const offered = listCommands().find(({ name }) => name === command);
	return make(
		"span",
		`${pick(text)} `,
		offered && make("button.text-button", { onclick: () => tryAct("hint", {}) }, `/${offered.label}`),
	);
};
