import { make } from "./dom.js";

const margin = 8;

const place = (popup, { x, y, anchor }) => {
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
 * Shows content over the page, beside an element or a point, until it is closed, left or escaped; the focus then goes
 * back to where it was. Returns the function that closes it.
 */
export const openPopup = (content, where, onclose = () => {}) => {
	const before = document.activeElement;
	const popup = make("div", { className: "popup", popover: "manual" }, content);
	// What is outside an open modal can be neither seen nor used.
	(where.anchor?.closest("dialog") ?? document.querySelector("main")).append(popup);
	popup.showPopover();
	place(popup, where);
	const listening = new AbortController();
	const close = (giveBack = true) => {
		if (listening.signal.aborted) return;
		listening.abort();
		const hadFocus = popup.contains(document.activeElement);
		popup.remove();
		if (giveBack && hadFocus && before?.isConnected) before.focus();
		onclose();
	};
	const { signal } = listening;
	const leave = ({ target }) => {
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

const stepKeys = { ArrowDown: 1, ArrowUp: -1 };

/** Lets the arrow keys, Home and End move the focus among the buttons of a menu or list. */
export const moveByArrows = (container, selector = "button:not(:disabled)") => {
	container.addEventListener("keydown", (event) => {
		const items = [...container.querySelectorAll(selector)];
		const at = items.indexOf(document.activeElement);
		const next =
			event.key === "Home"
				? 0
				: event.key === "End"
					? items.length - 1
					: stepKeys[event.key] && (at + stepKeys[event.key] + items.length) % items.length;
		if (next === undefined) return;
		event.preventDefault();
		items[next]?.focus();
	});
};
