/** @import { LiveEvents } from "../page-server/page-live.ts" */
import { act } from "./api.js";
import { find } from "./dom.js";
import { memberById, state, t } from "./state.js";

/** How long a member counts as typing after the last report, in ms, as on Discord. */
const lastsMs = 10_000;
/** How often the page reports that its member is still typing, in ms. */
const tellEveryMs = 8_000;

/** The timers that end members' typing, by member id. @type {Map<string, ReturnType<typeof setTimeout>>} */
const typists = new Map();
let toldAt = -Infinity;

const show = () => {
	const names = [...typists.keys()].flatMap((id) => memberById(id)?.name ?? []);
	const list = new Intl.ListFormat(state.locale).format(names);
	const text = t("typing", { names: list, count: names.length });
	find("typing").textContent = names.length > 0 ? text : "";
};

/**
 * Removes a member's typing indicator, because their message has arrived or they have stopped typing.
 *
 * @param {string} memberId
 */
export const endTyping = (memberId) => {
	if (memberId === state.guild.me) toldAt = -Infinity;
	clearTimeout(typists.get(memberId));
	if (typists.delete(memberId)) show();
};

/** Removes the typing indicators of the previous channel. */
export const forgetTyping = () => {
	for (const id of [...typists.keys(), state.guild.me]) endTyping(id);
};

/**
 * Shows that another member is typing.
 *
 * @param {LiveEvents["typing"]} typing
 */
export const showTyping = ({ memberId }) => {
	if (memberId === state.guild.me) return;
	clearTimeout(typists.get(memberId));
	const timer = setTimeout(() => endTyping(memberId), lastsMs);
	typists.set(memberId, timer);
	show();
};

/** Reports that the chosen member is typing, at most every `tellEveryMs`. */
export const tellTyping = () => {
	if (performance.now() - toldAt < tellEveryMs) return;
	toldAt = performance.now();
	// A failure is ignored: if the member goes on typing, the next report follows.
	act("typing", {}).catch(() => {});
};
