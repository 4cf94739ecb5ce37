/**
 * The list above the input line: commands, options, choices. The focus stays in the input, whose
 * `aria-activedescendant` names the active item.
 */
/** @import { Child } from "../dom.js" */
import { fill, find, icon, make } from "../dom.js";

/** @typedef {{ readonly content: readonly Child[], readonly pick: () => void }} PanelItem */
/**
 * @typedef PanelContent
 * @property {string} label
 * @property {readonly Node[]} [head] - over the list
 * @property {readonly PanelItem[]} [items]
 * @property {string} [foot] - a line under the list
 * @property {number} [active] - the index of the item that is active at first, -1 for none
 */

/** @type {readonly HTMLElement[]} */
let options = [];
let current = -1;
/** @type {HTMLElement | undefined} */
let input;
let tellsTrouble = false;

/** @param {number} index - -1 leaves no item active */
const activate = (index, scroll = true) => {
	options[current]?.setAttribute("aria-selected", "false");
	current = index;
	const option = options[index];
	option?.setAttribute("aria-selected", "true");
	if (scroll) option?.scrollIntoView({ block: "nearest" });
	if (option) input?.setAttribute("aria-activedescendant", option.id);
	else input?.removeAttribute("aria-activedescendant");
};

export const isPanelOpen = () => !find("panel").hidden;

/**
 * True while the panel is open for this input.
 *
 * @param {HTMLElement} field
 */
export const isPanelFor = (field) => isPanelOpen() && input === field;

/**
 * @param {HTMLElement} field
 * @param {PanelContent} content
 */
export const showPanel = (field, { label, head = [], items = [], foot = "", active = -1 }) => {
	activate(-1);
	input = field;
	tellsTrouble = false;
	options = items.map(({ content, pick }, index) =>
		make(
			"div.option",
			{
				role: "option",
				id: `option-${index}`,
				"aria-selected": "false",
				// A click must not take the focus from the input.
				onpointerdown: (event) => event.preventDefault(),
				onclick: pick,
				onpointermove: () => {
					if (current !== index) activate(index, false);
				},
			},
			content,
		),
	);
	const list = make("div", { role: "listbox", id: "panel-list", "aria-label": label }, options);
	fill(find("panel"), ...head, items.length > 0 && list, make("p.panel-foot.faint", foot));
	find("panel").hidden = false;
	// Long lists scroll, and scrollable areas must be reachable with Tab.
	find("panel").tabIndex = 0;
	activate(items.length > 0 ? active : -1);
};

/**
 * Says why something could not be sent.
 *
 * @param {HTMLElement} field
 * @param {string} text
 */
export const tellTrouble = (field, text) => {
	showPanel(field, { label: "", head: [make("p.failed", { role: "alert" }, icon("warn"), text)] });
	tellsTrouble = true;
};

export const forgetTrouble = () => {
	if (tellsTrouble) hidePanel();
};

export const hidePanel = () => {
	find("panel").hidden = true;
	fill(find("panel"));
	activate(-1);
	options = [];
};

/**
 * Handles a key of the input: the arrows activate another item, Tab and Enter pick the active one. The list's ends are
 * neighbours. Returns false if the key means nothing to the list.
 *
 * @param {KeyboardEvent} event
 */
export const takeKey = (event) => {
	const { key, shiftKey } = event;
	const count = options.length;
	const isMove = count > 0 && (key === "ArrowDown" || key === "ArrowUp");
	const isPick = current >= 0 && (key === "Tab" || key === "Enter") && !shiftKey;
	if (!isMove && !isPick) return false;
	event.preventDefault();
	if (isPick) options[current]?.click();
	else activate(key === "ArrowDown" ? (current + 1) % count : (Math.max(current, 0) - 1 + count) % count);
	return true;
};

/** Leaves no item active: the list may be outdated, so Enter must not pick from it. */
export const releasePanel = () => activate(-1);
