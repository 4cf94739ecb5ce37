/** @import { Child, IconName, Properties } from "./dom.js" */
import { fill, find, findAll, focusOn, icon, make } from "./dom.js";

/** @typedef {{ x?: number, y?: number, anchor?: Element | null }} Place - a point in the window, or an element */

/**
 * Shows content over the page, next to an element or a point. The popup closes on Escape, when the window's size
 * changes, and on a press or focus outside of the popup. The focus then returns to where it was, except after a press or
 * focus outside. Returns a function that closes the popup.
 *
 * @param {Node} content
 * @param {Place} place
 */
export const openPopup = (content, { x, y, anchor }, onclose = () => {}) => {
	const before = document.activeElement;
	// An update may replace the anchor, so the popup is placed beside an element of its own.
	const box = anchor?.getBoundingClientRect() ?? new DOMRect(x, y);
	const place = make("div.place");
	for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
		place.style[side] = `${box[side]}px`;
	const popup = make("div.popup.box", { popover: "auto" }, content);
	// The button that opened the popup is released over it: a release outside would close the popup.
	if (!anchor) popup.classList.add("under-pointer");
	// While a modal is open, only its content can be seen and used.
	(anchor?.closest("dialog") ?? find("main")).append(place, popup);
	const close = () => popup.hidePopover();
	addEventListener("resize", close);
	popup.addEventListener("focusout", ({ relatedTarget }) => {
		if (relatedTarget instanceof Node && !popup.contains(relatedTarget)) close();
	});
	popup.onbeforetoggle = ({ newState }) => {
		if (newState === "closed") onclose();
	};
	popup.ontoggle = ({ newState }) => {
		if (newState !== "closed") return;
		removeEventListener("resize", close);
		place.remove();
		popup.remove();
		// An update may have replaced the element that had the focus.
		const isLost = document.activeElement === document.body && before?.isConnected === false;
		if (isLost) document.getElementById(before.id)?.focus();
	};
	popup.showPopover();
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
		const items = findAll(container, "button:not(:disabled)");
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

/** @typedef {(label: string, run: () => unknown, more?: Properties<"button">, symbol?: IconName) => HTMLButtonElement} MakeItem */

/**
 * Opens a menu and goes to its first item.
 *
 * @param {string} label
 * @param {Place} where
 * @param {(item: MakeItem, menu: HTMLElement) => readonly Child[]} makeItems - makes the menu's items; its `item`
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
		const content = [text, symbol && icon(symbol)];
		return make("button.flex.spread", { role: "menuitem", tabIndex: -1, onclick, ...more }, content);
	};
	fill(menu, makeItems(item, menu));
	close = openPopup(menu, where);
	menu.querySelector("button")?.focus();
};

/**
 * Gives an item of a menu a menu of its own, which opens on hover, on a press and with the right arrow.
 *
 * @param {HTMLElement} menu
 * @param {HTMLButtonElement} item
 * @param {readonly HTMLElement[]} items
 */
export const addSubmenu = (menu, item, items) => {
	const inner = make("div.menu", { role: "menu", "aria-label": item.textContent ?? "" }, items);
	const box = make("div.popup.submenu.box", { popover: "auto" }, inner);
	moveByArrows(inner);
	item.setAttribute("aria-expanded", "false");
	box.ontoggle = ({ newState }) => item.setAttribute("aria-expanded", String(newState === "open"));
	const open = () => {
		// Inside the menu's popup, because a press outside of that popup closes the menu.
		if (!box.isConnected) menu.after(box);
		box.showPopover();
	};
	const enter = () => {
		open();
		focusOn(inner, "button");
	};
	item.onclick = enter;
	item.onpointerenter = ({ pointerType }) => {
		if (pointerType === "mouse") open();
	};
	item.addEventListener("keydown", ({ key }) => {
		if (key === "ArrowRight") enter();
	});
	inner.addEventListener("keydown", (event) => {
		if (event.key !== "ArrowLeft" && event.key !== "Escape") return;
		event.preventDefault();
		box.hidePopover();
		item.focus();
	});
	menu.addEventListener("pointerover", ({ target }) => {
		if (target instanceof Element && target.closest("button") && !item.contains(target)) box.hidePopover();
	});
};
