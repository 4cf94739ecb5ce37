import { find, focusOn, targetOf } from "../dom.js";

/** The drawers, each with the button that opens it. */
const drawers = /** @type {const} */ ([
	["sidebar", "open-sidebar"],
	["people", "open-people"],
]);

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
		find(opener).onclick = () => {
			const open = !find(id).classList.contains("open");
			setOpen(id, opener, open);
			if (open) focusOn(find(id), "a, button, select, summary, [tabindex]");
		};
		find(id).addEventListener("keydown", ({ key }) => {
			if (key !== "Escape" || !find(id).classList.contains("open")) return;
			closeDrawers();
			find(opener).focus();
		});
		find(id).addEventListener("click", (event) => {
			if (targetOf(event).closest("a.channel")) closeDrawers();
		});
	}
	find("cover").onclick = closeDrawers;
};
