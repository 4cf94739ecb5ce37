/** @import { PanelItem } from "./panel.js" */
import { find, make } from "../dom.js";
import { state } from "../state.js";
import names from "./emoji.json" with { type: "json" };

const most = 8;
/**
 * The emoji that can be written by name.
 *
 * @type {Readonly<Record<string, string>>}
 */
const emoji = names;

/**
 * The word before the cursor that can be completed: `@na`, `#gen` or `:smi`; undefined if there is none.
 *
 * @returns {{ readonly sign: keyof typeof kinds, readonly typed: string } | undefined}
 */
const typing = () => {
	const { value, selectionStart } = find("line");
	const [, sign, typed = ""] = /** @type {[string, keyof typeof kinds, string] | []} */ (
		/(?:^|\s)(@|#|:)([\p{L}\p{N}_.-]*)$/u.exec(value.slice(0, selectionStart)) ?? []
	);
	// A colon alone, or with one letter, is more often a smiley or a time.
	return sign && (sign !== ":" || typed.length > 1) ? { sign, typed: typed.toLowerCase() } : undefined;
};

/**
 * Replaces the typed word by a text and a space.
 *
 * @param {number} length - of the typed word, with its sign
 * @param {string} text
 */
const insert = (length, text) => {
	const line = find("line");
	const at = line.selectionStart;
	line.setRangeText(`${text} `, at - length, at, "end");
	line.dispatchEvent(new Event("input", { bubbles: true }));
};

const people = () => [
	...state.guild.members.map(({ id, name, username }) => ({
		text: `<@${id}>`,
		label: `@${name}`,
		names: [name, username],
	})),
	...state.guild.roles
		.filter(({ name }) => name !== "@everyone")
		.map(({ id, name }) => ({ text: `<@&${id}>`, label: `@${name}`, names: [name] })),
];

const symbols = () =>
	Object.entries(emoji).map(([name, text]) => ({ text, label: `${text} :${name}:`, names: [name] }));

const places = () =>
	state.guild.channels.map(({ id, name }) => ({ text: `<#${id}>`, label: `#${name}`, names: [name] }));

const kinds = { "@": people, "#": places, ":": symbols };

/**
 * The members, roles, channels or emoji whose names begin with the word before the cursor, if that word begins with
 * `@`, `#` or `:`.
 *
 * @returns {readonly PanelItem[]}
 */
export const lineChoices = () => {
	const now = typing();
	if (!now) return [];
	return kinds[now.sign]()
		.filter(({ names }) => names.some((name) => name.toLowerCase().startsWith(now.typed)))
		.slice(0, most)
		.map(({ text, label }) => ({
			content: [make("span", label)],
			pick: () => insert(now.typed.length + 1, text),
		}));
};

/**
 * Replaces each `:name:` of an emoji in a text by the emoji.
 *
 * @param {string} text
 */
export const withEmoji = (text) =>
	text.replace(/:(\w+):/g, (whole, name) => (Object.hasOwn(emoji, name) ? (emoji[name] ?? whole) : whole));
