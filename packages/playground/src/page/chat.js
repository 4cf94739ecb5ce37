import { tryAct } from "./api.js";
import { listCommands } from "./composer/commands.js";
import { fill, find, make } from "./dom.js";
import { pick, state, t } from "./state.js";

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
