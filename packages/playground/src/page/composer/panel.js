/** @import { Child } from "../dom.js" */
import { find, icon, make } from "../dom.js";

/** @typedef {{ readonly content: readonly Child[], readonly pick: () => void }} PanelItem */
/**
 * @typedef PanelContent
 * @property {string} label
 * @property {readonly Node[]} [head] - over the list
 * @property {readonly PanelItem[]} [items]
 * @property {string} [foot] - a line under the list
 * @property {number} [active] - the index of the item that is active at first, -1 for none
 */

/**
 * The list above the input line: commands, options, choices. The focus stays in the input, whose
 * `aria-activedescendant` names the active item.
 */
export class Panel {
	/** @type {readonly { readonly element: HTMLElement, readonly pick: () => void }[]} */
	#items = [];
	#active = -1;
	/** @type {HTMLElement | undefined} */
	#input;
	#tellsTrouble = false;

	get isOpen() {
		return !find("panel").hidden;
	}

	/**
	 * True while the panel is open for this input.
	 *
	 * @param {HTMLElement} input
	 */
	isFor(input) {
		return this.isOpen && this.#input === input;
	}

	/**
	 * @param {HTMLElement} input
	 * @param {PanelContent} content
	 */
	show(input, { label, head = [], items = [], foot = "", active = -1 }) {
		this.#input?.removeAttribute("aria-activedescendant");
		this.#input = input;
		this.#tellsTrouble = false;
		this.#items = items.map(({ content, pick }, index) => {
			const element = make(
				"div",
				{ role: "option", id: `option-${index}`, className: "option", "aria-selected": "false" },
				content,
			);
			// A click must not take the focus from the input.
			element.onpointerdown = (event) => event.preventDefault();
			element.onclick = pick;
			element.onpointermove = () => {
				if (this.#active !== index) this.#activate(index, false);
			};
			return { element, pick };
		});
		const list = make(
			"div",
			{ role: "listbox", id: "panel-list", "aria-label": label },
			this.#items.map(({ element }) => element),
		);
		find("panel").replaceChildren(...head, ...(items.length > 0 ? [list] : []), make("p.panel-foot", foot));
		find("panel").hidden = false;
		// Long lists scroll, and scrollable areas must be reachable with Tab.
		find("panel").tabIndex = 0;
		this.#active = -1;
		this.#activate(items.length > 0 ? active : -1);
	}

	/**
	 * Says why something could not be sent.
	 *
	 * @param {HTMLElement} input
	 * @param {string} text
	 */
	tellTrouble(input, text) {
		this.show(input, {
			label: "",
			head: [make("p.failed", { role: "alert" }, icon("warn"), text)],
		});
		this.#tellsTrouble = true;
	}

	forgetTrouble() {
		if (this.#tellsTrouble) this.hide();
	}

	hide() {
		if (!this.isOpen) return;
		find("panel").hidden = true;
		find("panel").replaceChildren();
		this.#items = [];
		this.#active = -1;
		this.#input?.removeAttribute("aria-activedescendant");
	}

	/**
	 * Handles a key of the input: the arrows activate another item, Tab and Enter pick the active one. Returns false if the
	 * key means nothing to the list.
	 *
	 * @param {KeyboardEvent} event
	 */
	take(event) {
		const { key, shiftKey } = event;
		const isMove = key === "ArrowDown" || key === "ArrowUp";
		const isPick = (key === "Tab" || key === "Enter") && !shiftKey;
		if (!(isMove && this.#items.length > 0) && !(isPick && this.#active >= 0)) return false;
		event.preventDefault();
		if (isPick) this.#items[this.#active]?.pick();
		else this.#move(key === "ArrowDown" ? 1 : -1);
		return true;
	}

	/** @param {1 | -1} step - to the next or the previous item; the list's ends are neighbours */
	#move(step) {
		const count = this.#items.length;
		const from = this.#active < 0 && step < 0 ? 0 : this.#active;
		this.#activate((from + step + count) % count);
	}

	/** Leaves no item active: the list may be outdated, so Enter must not pick from it. */
	release() {
		this.#activate(-1);
	}

	/** @param {number} index */
	#activate(index, scroll = true) {
		this.#items[this.#active]?.element.setAttribute("aria-selected", "false");
		this.#active = index;
		const element = this.#items[index]?.element;
		if (!element) {
			this.#input?.removeAttribute("aria-activedescendant");
			return;
		}
		element.setAttribute("aria-selected", "true");
		if (scroll) element.scrollIntoView({ block: "nearest" });
		this.#input?.setAttribute("aria-activedescendant", element.id);
	}
}
