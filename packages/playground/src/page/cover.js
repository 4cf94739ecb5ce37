/** @import { Child } from "./dom.js" */
import { make } from "./dom.js";
import { t } from "./state.js";

/**
 * Makes a press on a cover replace the cover with the element that it hides.
 *
 * @param {HTMLButtonElement} cover
 * @param {HTMLElement} shown
 */
const uncover = (cover, shown) => {
	cover.dataset.behind = shown.outerHTML;
	cover.onclick = () => {
		shown.classList.add("spoiler-shown");
		shown.tabIndex = -1;
		cover.replaceWith(shown);
		shown.focus();
	};
	return cover;
};

/**
 * Hides words until they are pressed. The cover takes as much space as the words.
 *
 * @param {readonly Child[]} words
 */
export const coverText = (words) => {
	const shown = make("span", words);
	const blank = make("span", { "aria-hidden": "true" }, shown.textContent);
	return uncover(make("button.spoiler", { "aria-label": t("spoiler") }, blank), shown);
};

/**
 * Hides a picture, a file or a box until it is pressed.
 *
 * @param {HTMLElement} element
 */
export const coverBlock = (element) =>
	uncover(make("button.button.secondary.covered", t("spoiler")), element);
