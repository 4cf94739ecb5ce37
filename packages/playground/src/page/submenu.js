import { focusOn, make } from "./dom.js";
import { moveByArrows } from "./popup.js";

const margin = 8;

/**
 * Puts a submenu beside its item, on the side where there is room, all of it inside the window.
 *
 * @param {HTMLElement} box
 * @param {HTMLElement} item
 */
const place = (box, item) => {
	const at = item.getBoundingClientRect();
	const { width, height } = box.getBoundingClientRect();
	const fitsRight = at.right + width + margin <= innerWidth;
	const left = fitsRight ? at.right : at.left - width;
	box.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`;
	box.style.top = `${Math.max(margin, Math.min(at.top, innerHeight - height - margin))}px`;
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
		const inner = make(
			"div",
			{ className: "menu", role: "menu", "aria-label": item.textContent ?? "" },
			makeItems(),
		);
		moveByArrows(inner);
		box = make("div", { className: "popup submenu", popover: "manual" }, inner);
		// Inside the menu's own popup, so that a press here is none outside.
		menu.parentElement?.append(box);
		box.showPopover();
		place(box, item);
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
