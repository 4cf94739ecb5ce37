/** @import { MemberView } from "../page-server/views.ts" */

/** @typedef {keyof HTMLElementTagNameMap} Tag */
/** @typedef {Node | string | false | 0 | null | undefined} Child - falsy children are left out */
/** @typedef {Child | readonly Child[]} Content */
/**
 * @template {Tag} T
 * @typedef {{ [K in keyof HTMLElementTagNameMap[T]]?: HTMLElementTagNameMap[T][K] | undefined }
 *   & { [attribute: `${"aria" | "data"}-${string}`]: string | undefined }} Properties
 */

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
const isShown = (child) => Boolean(child);

/** @param {unknown} value */
const isProperties = (value) => Object.getPrototypeOf(value ?? "") === Object.prototype;

/**
 * Makes an element, such as `p.faint` or `ul`. Strings among its children become text, never markup. `aria-…`, `data-…`
 * and `role` are set as attributes, everything else as properties.
 *
 * @template {Tag} T
 * @param {T | `${T}.${string}`} name - the tag, and the classes after a dot each
 * @param {readonly Content[] | readonly [Properties<T>, ...Content[]]} rest - the properties, if any, and the children
 */
export const make = (name, ...rest) => {
	const [tag, ...classes] = name.split(".");
	const element = document.createElement(/** @type {T} */ (tag));
	if (classes.length > 0) element.classList.add(...classes);
	// By default, a press on a button would submit the form around it.
	if (element instanceof HTMLButtonElement) element.type = "button";
	const [properties, ...children] = isProperties(rest[0]) ? rest : [{}, ...rest];
	for (const [key, value] of Object.entries(properties ?? {})) {
		if (value === undefined) continue;
		if (key === "role" || key.includes("-")) element.setAttribute(key, String(value));
		else Reflect.set(element, key, value);
	}
	fill(element, .../** @type {readonly Content[]} */ (children));
	return element;
};

/**
 * Replaces an element's children.
 *
 * @param {Element} element
 * @param {Content[]} children
 */
export const fill = (element, ...children) => element.replaceChildren(...children.flat().filter(isShown));

/** @typedef {{ line: HTMLTextAreaElement, composer: HTMLFormElement, send: HTMLButtonElement, modal: HTMLDialogElement, voices: HTMLDialogElement }} Known */

/**
 * The page's element with this id. Throws an Error if there is none.
 *
 * @template {string} I
 * @param {I} id
 */
export const find = (id) => {
	const element = document.getElementById(id);
	if (!element) throw new Error(`The page has no #${id}`);
	return /** @type {I extends keyof Known ? Known[I] : HTMLElement} */ (/** @type {unknown} */ (element));
};

/**
 * The elements inside `box` that match a selector.
 *
 * @param {ParentNode} box
 * @param {string} selector
 */
export const findAll = (box, selector) => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(selector)]);

/**
 * The element that an event happened to; the document's root if the event's target isn't an element.
 *
 * @param {Event} event
 */
export const targetOf = ({ target }) => (target instanceof Element ? target : document.documentElement);

/**
 * The focused element if it is inside `box`; otherwise undefined.
 *
 * @param {Element} box
 */
export const focusedIn = (box) => {
	const { activeElement } = document;
	return activeElement instanceof HTMLElement && box.contains(activeElement) ? activeElement : undefined;
};

/**
 * Gives the focus to the first element in a box that matches a selector, if there is one.
 *
 * @param {Element} box
 * @param {string} selector
 */
export const focusOn = (box, selector) => {
	const element = box.querySelector(selector);
	if (element instanceof HTMLElement) element.focus();
};

/**
 * Replaces an element's children. If a control inside had the focus, the new control with the same id, data or class has
 * it afterwards.
 *
 * @param {Element} box
 * @param {Content[]} children
 */
export const refill = (box, ...children) => {
	const attributes = [...(focusedIn(box)?.attributes ?? [])];
	const key =
		attributes.find(({ name }) => name === "id" || name.startsWith("data-")) ??
		attributes.find(({ name }) => name === "class");
	fill(box, ...children);
	if (key) focusOn(box, `[${key.name}="${CSS.escape(key.value)}"]`);
};

/**
 * Gives the focus to a message's control with this custom id; if there is none, to the message.
 *
 * @param {HTMLElement} message
 * @param {string | undefined} customId
 */
export const focusControl = (message, customId) => {
	message.focus();
	if (customId) focusOn(message, `[data-custom-id="${CSS.escape(customId)}"]`);
};

/**
 * A link to another site, which opens in another tab.
 *
 * @param {"a" | `a.${string}`} name - as in `make`
 * @param {string} href
 * @param {Content} content
 */
export const linkOut = (name, href, content) =>
	make(name, { href, rel: "noreferrer noopener", target: "_blank" }, content);

const shapes = {
	hash: "M9 3 7 21M17 3l-2 18M3.5 8.5h18M2.5 15.5h18",
	speaker: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
	muted:
		"M9 5.5a3 3 0 0 1 6 0V11m-6-2v2.5a3 3 0 0 0 4.5 2.6M5.5 11a6.5 6.5 0 0 0 10 5.5M18.5 11a6.5 6.5 0 0 1-.6 2.7M12 18v3M4 3l16 17",
	deafened: "M5 15v-3a7 7 0 0 1 10.5-6M19 15v-3a7 7 0 0 0-.7-3M5 14h3v6H5zM16 16v4h3v-5M4 3l16 17",
	play: "M7 4.5v15l12.5-7.5z",
	pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
	download: "M12 4v11m0 0 4.5-4.5M12 15l-4.5-4.5M4.5 20h15",
	more: "M5 12h.01M12 12h.01M19 12h.01",
	eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
	chat: "M4 5h16v11H10l-4.5 4v-4H4z",
	add: "M12 5v14M5 12h14",
	close: "M6 6l12 12M18 6 6 18",
	menu: "M4 6.5h16M4 12h16M4 17.5h16",
	people:
		"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c0-3.5 3-5.5 6.5-5.5s6.5 2 6.5 5.5M16 4.4a3.5 3.5 0 0 1 0 6.2M18 14.4c2.2.8 3.5 2.6 3.5 5.1",
	theme: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
	send: "M4 12 3.5 4l18 8-18 8zm0 0h9",
	warn: "M12 4 2.5 20h19zM12 10v4.5M12 17.2h.01",
	app: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 16.7h6.5M16.7 13.5V20",
	back: "M14.5 5.5 8 12l6.5 6.5",
	next: "M9.5 5.5 16 12l-6.5 6.5",
	check: "m5 12.5 4.5 4.5L19 7.5",
	down: "m5.5 9 6.5 6.5L18.5 9",
	pin: "M14.5 3.5 20.5 9.5 17 10l-4 4-.5 4.5-7-7L10 11l4-4zM8.5 15.5 3.5 20.5",
	edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14.5 6l3.5 3.5",
	copy: "M8.5 8.5V4h11.5v11.5h-4.5M4 8.5h11.5V20H4z",
};
const filled = new Set(["play", "pause"]);

/** @typedef {keyof typeof shapes} IconName */

/**
 * @param {"svg" | "path" | "rect"} tag
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {SVGElement[]} children
 */
export const makeSvg = (tag, attributes, ...children) => {
	const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
	for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
	element.append(...children);
	return element;
};

/**
 * Makes an icon that is hidden from screen readers.
 *
 * @param {IconName} name
 */
export const icon = (name) => {
	const className = filled.has(name) ? "icon filled" : "icon";
	const path = makeSvg("path", { d: shapes[name] });
	return makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: className }, path);
};

/**
 * A button that shows only an icon.
 *
 * @param {IconName} name
 * @param {string} label
 * @param {() => unknown} onclick
 * @param {Properties<"button">} properties
 */
export const iconButton = (name, label, onclick, properties = {}) =>
	make("button.icon-button", { "aria-label": label, title: label, onclick, ...properties }, icon(name));

/** @param {number} number - a colour as Discord's API writes it: 0xRRGGBB */
export const colourText = (number) => `#${number.toString(16).padStart(6, "0")}`;

const shownForMs = 6_000;

/**
 * Shows a short notice, also announced to screen readers.
 *
 * @param {string} text
 */
export const toast = (text) => {
	const note = make("p.toast", text);
	find("toasts").append(note);
	setTimeout(() => note.remove(), shownForMs);
};

// White text on each of these colours has a contrast of at least 4.5:1.
const colours = ["#5b5bd6", "#1f7a5c", "#a6457a", "#9a5b13", "#2f6f9f", "#8f4a3c"];

/** @param {string} name */
const colourOf = (name) => {
	const sum = [...name].reduce((all, letter) => all + Number(letter.codePointAt(0)), 0);
	return colours[sum % colours.length] ?? null;
};

/**
 * A member's round picture: the first letter of a person's name, a loudspeaker icon for an application.
 *
 * @param {Partial<MemberView> | undefined} member
 */
export const makeAvatar = (member, className = "") => {
	const name = member?.name ?? "?";
	const picture = member?.bot ? icon("speaker") : [...name][0]?.toUpperCase();
	const avatar = make("span", { className: `avatar ${className}`, "aria-hidden": "true" }, picture);
	avatar.style.setProperty("--avatar", member?.bot ? "#4f46c8" : colourOf(name));
	return avatar;
};

export const makeBadge = () => make("span.badge", "APP");
