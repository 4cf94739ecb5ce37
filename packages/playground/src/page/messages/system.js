/** @import { MessageView } from "../../page-server/views.ts" */
import { icon, make } from "../dom.js";
import { goTo, memberById, state } from "../state.js";
import { t } from "../texts.js";
import { makeMessageTime, shortTime } from "../times.js";

const pinned = 6;
const threadCreated = 18;
const threadStarter = 21;
const join = 7;
const pollResult = 46;

/** True for Discord's own system messages. @param {MessageView} message */
export const isSystem = ({ type }) => [pinned, join, threadCreated, threadStarter, pollResult].includes(type);

/**
 * @param {MessageView} message
 * @param {string} name
 */
const sentence = (message, name) => {
	if (message.type === pinned) return [t("pinnedMessage", { name })];
	if (message.type === join) return [t("joinedServer", { name })];
	if (message.type === threadStarter) return [t("threadStarter", { name })];
	if (message.type === pollResult) {
		const fields = message.embeds[0]?.fields ?? [];
		const told = Object.fromEntries(fields.map((field) => [field.name, field.value]));
		const question = told.poll_question_text ?? "";
		const answer = told.victor_answer_text;
		return [answer ? t("pollWon", { question, answer }) : t("pollDrawn", { question })];
	}
	const thread = message.message_reference?.channel_id;
	return [`${t("startedThread", { name })} `, thread && threadButton(thread, message.content)];
};

/**
 * The properties of every message's article.
 *
 * @param {MessageView} message
 * @param {string} name - the author's
 */
export const articleProperties = ({ id, author, timestamp }, name) => ({
	id: `m${id}`,
	tabIndex: -1,
	"data-author": author.id,
	"data-time": timestamp,
	"aria-label": `${name}, ${shortTime(timestamp)}`,
});

/** @param {MessageView} message */
export const renderSystem = (message) => {
	const name = memberById(message.author.id)?.name ?? message.author.username;
	return make(
		"article.message.system.faint",
		articleProperties(message, name),
		make("span.system-icon", { "aria-hidden": "true" }, icon(message.type === pinned ? "pin" : "next")),
		make("p.body", sentence(message, name), " ", makeMessageTime(message.timestamp)),
	);
};

/**
 * A button that opens a thread; only the thread's name if the member isn't shown the thread.
 *
 * @param {string} id
 * @param {string} name
 */
export const threadButton = (id, name) => {
	const isThere = state.guild.channels.some((channel) => channel.id === id);
	if (!isThere) return make("strong", name);
	return make("button.text-button", { onclick: () => goTo({ channel: id }) }, name);
};
