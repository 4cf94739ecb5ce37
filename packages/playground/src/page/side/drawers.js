import { find, focusOn, targetOf } from "../dom.js";

const drawers = /** @type {const} */ ([
	["sidebar", "open-sidebar"],
	["people", "open-people"],
]);

/** Swallows the click of the press that closed a drawer, so that the press does nothing else. */
const dropClick = () => {
	const next = new AbortController();
	const options = { capture: true, once: true, signal: next.signal };
	document.addEventListener(
		"click",
		(event) => {
			event.preventDefault();
			event.stopPropagation();
			next.abort();
		},
		options,
	);
	// A press that became a scroll makes no click. The next press then ends the wait for a click.
	setTimeout(() => document.addEventListener("pointerdown", () => next.abort(), options));
};

/**
 * @param {string} id
 * @param {string} opener
 * @param {boolean} open
 */
const setOpen = (id, opener, open) => {
	find(id).classList.toggle("open", open);
	find(opener).setAttribute("aria-expanded", String(open));
};

export const closeDrawers = () => {
	for (const [id, opener] of drawers) setOpen(id, opener, false);
};

/** On a narrow screen, the side columns are drawers: a button opens them, a click outside or Escape closes them. */
export const watchDrawers = () => {
	for (const [id, opener] of drawers) {
		/** @param {boolean} open */
		const set = (open) => setOpen(id, opener, open);
		find(opener).onclick = () => {
			const open = !find(id).classList.contains("open");
			set(open);
			if (open) focusOn(find(id), "a, button, select, summary, [tabindex]");
		};
		document.addEventListener(
			"pointerdown",
			(event) => {
				const target = targetOf(event);
				const isInside = find(id).contains(target) || find(opener).contains(target);
				if (isInside || target.closest(".popup, dialog") || !find(id).classList.contains("open")) return;
				set(false);
				dropClick();
			},
			{ capture: true },
		);
		find(id).addEventListener("keydown", ({ key }) => {
			if (key !== "Escape" || !find(id).classList.contains("open")) return;
			set(false);
			find(opener).focus();
		});
		find(id).addEventListener("click", (event) => {
			if (targetOf(event).closest("a.channel")) set(false);
		});
	}
};
