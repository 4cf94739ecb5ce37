/** @import { IconName, Properties } from "./dom.js" */
import { find, focusOn, icon, make, targetOf } from "./dom.js";

const margin = 8;

/** @typedef {{ x?: number, y?: number, anchor?: Element | null }} Place - a point in the window, or an element */

/**
 * @param {HTMLElement} popup
 * @param {Place} where
 */
const place = (popup, { x = 0, y = 0, anchor }) => {
	const { width, height } = popup.getBoundingClientRect();
	const box = anchor?.getBoundingClientRect();
	const left = box ? box.left : x;
	const below = box ? box.bottom + 4 : y;
	const above = box ? box.top - 4 - height : y - height;
	const fitsBelow = below + height + margin <= innerHeight;
	popup.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
	popup.style.top = `${Math.max(margin, fitsBelow ? below : above)}px`;
};

/**
 * Shows content over the page, next to an element or a point. The popup closes on Escape, when the window's size
 * changes, and on a press or focus outside of the popup and its anchor. The focus then returns to where it was, except
 * after a press or focus outside. Returns a function that closes the popup.
 *
 * @param {Node} content
 * @param {Place} where
 */
export const openPopup = (content, where, onclose = () => {}) => {
	const before = document.activeElement;
	const popup = make("div.popup", { popover: "manual" }, content);
	// While a modal is open, only its content can be seen and used.
	(where.anchor?.closest("dialog") ?? find("main")).append(popup);
	popup.showPopover();
	place(popup, where);
	// The popup's size changes with its content.
	const sizes = new ResizeObserver(() => place(popup, where));
	sizes.observe(popup);
	const listening = new AbortController();
	const close = (giveBack = true) => {
		if (listening.signal.aborted) return;
		listening.abort();
		sizes.disconnect();
		const hadFocus = popup.contains(document.activeElement);
		popup.remove();
		// An update may have replaced the element that had the focus.
		const back = before?.isConnected ? before : document.getElementById(before?.id ?? "");
		if (giveBack && hadFocus && back instanceof HTMLElement) back.focus();
		onclose();
	};
	const { signal } = listening;
	/** @param {Event} event */
	const leave = (event) => {
		const target = targetOf(event);
		if (!popup.contains(target) && !where.anchor?.contains(target)) close(false);
	};
	document.addEventListener("pointerdown", leave, { signal, capture: true });
	document.addEventListener("focusin", leave, { signal });
	addEventListener("resize", () => close(), { signal });
	popup.addEventListener("keydown", (event) => {
		if (event.key !== "Escape") return;
		event.preventDefault();
		event.stopPropagation();
		close();
	});
	return close;
};

/** @type {Readonly<Record<string, number>>} */
const stepKeys = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Lets the arrow keys, Home, End and first letters move the focus among the buttons of a menu or list.
 *
 * @param {HTMLElement} container
 */
export const moveByArrows = (container) => {
	container.addEventListener("keydown", (event) => {
		/** @type {NodeListOf<HTMLButtonElement>} */
		const buttons = container.querySelectorAll("button:not(:disabled)");
		const items = [...buttons];
		const at = items.findIndex((item) => item.matches(":focus"));
		const step = stepKeys[event.key];
		const stepped = step && (at + step + items.length) % items.length;
		const letter = event.key.length === 1 && event.key !== " " ? event.key.toLowerCase() : undefined;
		const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
		const lettered = letter
			? after.find(({ textContent }) => textContent?.toLowerCase().replace(/^\W+/, "").startsWith(letter))
			: undefined;
		const next = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1 : stepped;
		const goal = next === undefined ? lettered : items[next];
		if (!goal) return;
		event.preventDefault();
		goal.focus();
	});
};

/**
 * Puts a submenu beside its item, on the side with room, inside the window.
 *
 * @param {HTMLElement} box
 * @param {HTMLElement} item
 */
const placeBeside = (box, item) => {
	const at = item.getBoundingClientRect();
	const { width, height } = box.getBoundingClientRect();
	const fitsRight = at.right + width + margin <= innerWidth;
	const left = fitsRight ? at.right : at.left - width;
	box.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
	box.style.top = `${Math.max(margin, Math.min(at.top, innerHeight - height - margin))}px`;
};

/** @typedef {(label: string, run: () => unknown, more?: Properties<"button">, symbol?: IconName) => HTMLButtonElement} MakeItem */

/**
 * Opens a menu and goes to its first item.
 *
 * @param {string} label
 * @param {Place} where
 * @param {(item: MakeItem, menu: HTMLElement) => readonly Element[]} makeItems - makes the menu's items; its `item`
 *   makes a button that closes the menu and then calls `run`
 */
export const openMenu = (label, where, makeItems) => {
	const menu = make("div.menu", { role: "menu", "aria-label": label });
	moveByArrows(menu);
	let close = () => {};
	/** @type {MakeItem} */
	const item = (text, run, more = {}, symbol = undefined) => {
		const onclick = () => {
			close();
			run();
		};
		return make("button", { role: "menuitem", tabIndex: -1, onclick, ...more }, text, symbol && icon(symbol));
	};
	menu.append(...makeItems(item, menu));
	close = openPopup(menu, where);
	menu.querySelector("button")?.focus();
};

/**
 * Gives an item of an open menu a menu of its own, which opens on hover, on a press and with the right arrow.
 *
 * @param {HTMLElement} menu
 * @param {HTMLButtonElement} item
 * @param {() => readonly HTMLElement[]} makeItems
 */
export const addSubmenu = (menu, item, makeItems) => {
	/** @type {HTMLElement | undefined} */
	let box;
	item.setAttribute("aria-expanded", "false");
	const close = () => {
		box?.remove();
		box = undefined;
		item.setAttribute("aria-expanded", "false");
	};
	const open = () => {
		if (box) return box;
		const inner = make("div.menu", { role: "menu", "aria-label": item.textContent ?? "" }, makeItems());
		moveByArrows(inner);
		box = make("div.popup.submenu", { popover: "manual" }, inner);
		// Inside the menu's popup, because a press outside of that popup closes the menu.
		menu.parentElement?.append(box);
		box.showPopover();
		placeBeside(box, item);
		item.setAttribute("aria-expanded", "true");
		inner.addEventListener("keydown", (event) => {
			if (event.key !== "ArrowLeft" && event.key !== "Escape") return;
			event.preventDefault();
			event.stopPropagation();
			close();
			item.focus();
		});
		return box;
	};
	const enter = () => focusOn(open(), "button");
	item.onclick = enter;
	item.onpointerenter = ({ pointerType }) => {
		if (pointerType === "mouse") open();
	};
	item.addEventListener("keydown", ({ key }) => {
		if (key === "ArrowRight") enter();
	});
	menu.addEventListener("pointerover", ({ target }) => {
		if (target instanceof Element && target.closest("button") && !item.contains(target)) close();
	});
};
