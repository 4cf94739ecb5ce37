/** @import { MessageChange } from "../../page-server/page-live.ts" */
/** @import { InteractionView, MessageView } from "../../page-server/views.ts" */

import { settled } from "../api.js";
import { find, findAll, focusControl, focusedIn, icon, make, makeAvatar, makeBadge } from "../dom.js";
import { goTo, shown, state, t } from "../state.js";
import { longDay, makeMessageTime } from "../times.js";
import { privateLine, renderMessage, usedLine } from "./message.js";
import { patch } from "./patch.js";

/** The distance from the list's end, in pixels, below which the reader counts as being at the end. */
const nearEnd = 80;
/** How long a pause between one author's messages must be to begin a new header, in ms. */
const sameHeadMs = 7 * 60_000;

const list = () => find("list");
const scroller = () => find("messages");

// With CSS `column-reverse`, `scrollTop` is 0 at the list's end, and negative above the end.
const isAtEnd = () => shown.size === 0 || scroller().scrollTop > -nearEnd;

const scrollToEnd = () => {
	scroller().scrollTop = 0;
	find("jump").hidden = true;
};

/**
 * Changes the list. If the reader was at the list's end, scrolls to the new end. Otherwise, if the change `isNews`,
 * shows the button that jumps to the end.
 *
 * @param {(list: HTMLElement) => void} change
 */
const keepInView = (change, isNews = false) => {
	const atEnd = isAtEnd();
	change(list());
	if (atEnd) scrollToEnd();
	else if (isNews) find("jump").hidden = false;
};

/**
 * Updates what depends on the previous message: whether a message has its own header, and the date of a new day.
 *
 * @param {Element | null | undefined} article
 */
const join = (article) => {
	if (!(article instanceof HTMLElement) || !article.dataset.author) return;
	const isSystem = article.classList.contains("system");
	const sibling = article.previousElementSibling;
	const before = sibling instanceof HTMLElement ? sibling : undefined;
	const told = article.dataset.time ?? "";
	const time = new Date(told);
	const previous = before?.dataset.time ? new Date(before.dataset.time) : undefined;
	const sameDay = previous?.toDateString() === time.toDateString();
	const follows =
		before !== undefined &&
		previous !== undefined &&
		sameDay &&
		!isSystem &&
		!before.classList.contains("system") &&
		before.dataset.author === article.dataset.author &&
		!article.classList.contains("replies") &&
		before.classList.contains("private") === article.classList.contains("private") &&
		time.getTime() - previous.getTime() < sameHeadMs;
	article.classList.toggle("follows", follows);
	const divider = article.querySelector(":scope > .day");
	if (sameDay || !previous) divider?.remove();
	else if (!divider) article.prepend(make("div.day.faint.flex", longDay(told)));
};

/**
 * Whether two versions of a message are the same outside of their bodies.
 *
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
const hasSameFrame = (old, fresh) => {
	/** @param {HTMLElement} article */
	const frame = (article) => {
		const lines = findAll(article, ":scope > header, :scope > .used").map((line) => line.outerHTML);
		const hasMenu = article.querySelector(":scope > .more") !== null;
		return [article.className.replace(" follows", ""), hasMenu, ...lines].join();
	};
	return frame(old) === frame(fresh);
};

/** @param {MessageView} message */
const put = (message) => {
	const old = document.getElementById(`m${message.id}`);
	const focused = old && focusedIn(old);
	const fresh = renderMessage(message);
	shown.set(message.id, message);
	const [body, freshBody] = [old, fresh].map((each) => each?.querySelector(":scope > .body"));
	if (body && freshBody) {
		// This edit may be the answer that a component waits for.
		for (const busy of body.querySelectorAll("[aria-busy]")) busy.removeAttribute("aria-busy");
		patch(body, freshBody);
	}
	const article = old && hasSameFrame(old, fresh) ? old : fresh;
	if (!old) list().append(fresh);
	else if (article === fresh) {
		if (body) freshBody?.replaceWith(body);
		fresh.tabIndex = old.tabIndex;
		old.replaceWith(fresh);
	}
	join(article);
	join(article.nextElementSibling);
	if (focused && !focusedIn(article)) focusControl(article, focused.dataset.customId);
};

/** @param {string} id */
const drop = (id) => {
	shown.delete(id);
	const old = document.getElementById(`m${id}`);
	const next = old?.nextElementSibling;
	if (old?.contains(document.activeElement)) find("line").focus();
	old?.remove();
	join(next);
};

/**
 * Shows exactly these messages. Unchanged messages keep their elements, unless `anew`.
 *
 * @param {readonly MessageView[]} messages
 * @param {boolean} anew
 */
export const showAll = (messages, anew) => {
	const atEnd = isAtEnd();
	if (anew) {
		for (const article of list().querySelectorAll("article[data-author]")) article.remove();
		shown.clear();
	}
	const ids = new Set(messages.map(({ id }) => id));
	for (const id of [...shown.keys()]) if (!ids.has(id)) drop(id);
	for (const message of messages)
		if (JSON.stringify(shown.get(message.id)) !== JSON.stringify(message)) put(message);
	if (atEnd || anew) scrollToEnd();
	// Without messages, the welcome is shown from its top.
	if (messages.length === 0) scroller().scrollTop = -scroller().scrollHeight;
	if (anew) goToAwaited();
};

/** @param {MessageChange} change */
export const showChange = ({ kind, message }) => {
	const isCreated = kind === "created";
	keepInView(() => (kind === "deleted" ? drop(message.id) : put(message)), isCreated);
	if (isCreated && message.author.id === state.guild.me) scrollToEnd();
};

const articles = () => findAll(list(), ":scope > article");

/**
 * @param {HTMLElement} article
 * @param {boolean} isCurrent
 */
const mark = (article, isCurrent) => {
	article.tabIndex = isCurrent ? 0 : -1;
	article.toggleAttribute("data-current", isCurrent);
	for (const button of findAll(article, ".more")) button.tabIndex = article.tabIndex;
};

/** @param {HTMLElement} target */
const go = (target) => {
	for (const old of articles()) if (old.hasAttribute("data-current")) mark(old, false);
	mark(target, true);
	target.focus();
	target.scrollIntoView({ block: "nearest" });
};

/**
 * The id of the message that a pressed link leads to, until the message's channel is shown.
 *
 * @type {string | undefined}
 */
let awaited;

const goToAwaited = () => {
	const target = awaited && document.getElementById(`m${awaited}`);
	awaited = undefined;
	if (target) go(target);
};

/** Makes the list a single Tab stop with arrow keys, Home and End to move between messages. Follows message links. */
export const watchList = () => {
	const box = scroller();
	box.tabIndex = 0;
	box.addEventListener("keydown", (event) => {
		const all = articles();
		const at = all.findIndex((article) => article.matches(":focus"));
		const inList = document.activeElement === box;
		if (at < 0 && !inList) return;
		/** @type {Readonly<Record<string, HTMLElement | undefined>>} */
		const ways = {
			ArrowUp: inList ? all.at(-1) : all[at - 1],
			ArrowDown: inList ? all[0] : all[at + 1],
			Home: all[0],
			End: all.at(-1),
		};
		const next = ways[event.key];
		if (event.key === "ArrowDown" && at === all.length - 1 && at >= 0) find("line").focus();
		if (!next) return;
		event.preventDefault();
		go(next);
	});
	box.addEventListener("scroll", () => {
		if (isAtEnd()) find("jump").hidden = true;
	});
	document.addEventListener("click", ({ target }) => {
		const link = target instanceof Element ? target.closest("[data-message]") : null;
		if (!(link instanceof HTMLElement)) return;
		const { channel = "", message } = link.dataset;
		awaited = message;
		if (channel === state.guild.textChannel) goToAwaited();
		else goTo({ channel });
	});
	find("jump").onclick = () => {
		scrollToEnd();
		find("line").focus();
	};
};

const command = 2;
/** How long an answer may take before the page says that the command is being sent, in ms. */
const quick = 300;

/**
 * @param {InteractionView} interaction
 * @param {string} text
 * @param {boolean} isFailure
 */
const showNote = (interaction, text, isFailure) => {
	const { app } = state.guild;
	const time = makeMessageTime(new Date(interaction.openedAt).toISOString());
	/** @type {HTMLElement} */
	const note = make(
		"article.message.replies.pending",
		{ "data-interaction": interaction.id, tabIndex: -1 },
		usedLine({ id: state.guild.me, username: "" }, interaction.name),
		makeAvatar(app),
		make("header.wrap", make("strong.name.app", app.name), makeBadge(), time),
		make(
			"div.body",
			make("p", { className: isFailure ? "failed" : "faint" }, isFailure && icon("warn"), text),
			isFailure && privateLine(() => note.remove()),
		),
	);
	if (isFailure) note.classList.add("private");
	const old = document.querySelector(`[data-interaction="${interaction.id}"]`);
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
	const sign = setTimeout(() => showNote(interaction, t("sending"), false), quick);
	const end = await settled(interaction.id);
	clearTimeout(sign);
	if (end === "failed") showNote(interaction, t("noResponse"), true);
	else document.querySelector(`[data-interaction="${interaction.id}"]`)?.remove();
};
