/** @import { Option, SlashCommand } from "../../options/line.js" */

import { readLine } from "../../options/line.js";
import { troubleOf } from "../api.js";
import { find, findAll, make, makeAvatar, targetOf, toast } from "../dom.js";
import { here, lastOwnMessage, localName, state, t } from "../state.js";
import { tellTyping } from "../typing.js";
import { openBeginMenu } from "./begin.js";
import { CommandForm } from "./command-form.js";
import { isNamed, listCommands, messageOf, searchBuiltIn, searchCommands } from "./commands.js";
import { addFiles, beginEdit, hasFiles, leaveDraft, sendDraft } from "./draft.js";
import { lineChoices, withEmoji } from "./line-choices.js";
import { hidePanel, isPanelOpen, showPanel, takeKey, tellTrouble } from "./panel.js";

/** The most characters in a message's text, as on Discord. Options of commands have limits of their own. */
const mostCharacters = 2_000;

/** @type {CommandForm | undefined} */
let form;

const line = () => find("line");

/**
 * Opens the form of a slash command, and fills in texts by option name.
 *
 * @param {SlashCommand} command
 * @param {Readonly<Record<string, string>>} texts
 */
const beginCommand = (command, texts = {}) => {
	form?.leave("");
	line().value = "";
	form = new CommandForm(command, (text) => {
		form = undefined;
		line().value = text;
		line().focus();
		if (/^\/\S*$/.test(text)) showPalette();
	});
	form.begin(texts);
};

/** Drops the command that is being written, and leaves the focus where it is. */
export const dropCommand = () => {
	const { activeElement } = document;
	form?.leave("");
	if (isSlash()) line().value = "";
	hidePanel();
	if (activeElement instanceof HTMLElement) activeElement.focus();
};

/**
 * Opens the form of the command with this name, registered or in the chosen language. If there is none, shows the list
 * of commands.
 *
 * @param {string} name
 * @param {Readonly<Record<string, string>>} texts
 */
export const beginByName = (name, texts = {}) => {
	const command = searchCommands(name).find((each) => each.name === name || each.label === name);
	if (command) return beginCommand(command, texts);
	form?.leave("");
	line().value = `/${name}`;
	line().focus();
	return showPalette();
};

/** @param {readonly Option[]} options */
const listNames = (options) =>
	options.map((option) =>
		make("span", { className: option.required ? "option-name required" : "option-name" }, localName(option)),
	);

const showPalette = () => {
	const { app } = state.guild;
	const typed = line().value.slice(1);
	const commands = searchCommands(typed);
	const builtIn = searchBuiltIn(typed);
	const found = commands.length + builtIn.length;
	// The line holds a whole built-in command, such as `/shrug Well`.
	if (found === 0 && messageOf(line().value) !== undefined) return hidePanel();
	return showPanel(line(), {
		label: t("commands", { name: app.name }),
		head: [
			make("p.panel-title.faint.flex", makeAvatar(app, "tiny"), app.name),
			...(found === 0 ? [make("p.panel-note.faint", t("noCommands"))] : []),
		],
		items: [
			...commands.map((command) => ({
				content: [
					make("span.option-line.flex.wrap", make("strong", `/${command.label}`), listNames(command.options)),
					make("span.faint", command.description),
				],
				pick: () => beginCommand(command),
			})),
			...builtIn.map(({ name, writes }) => ({
				content: [make("strong", `/${name}`), make("span.faint", writes)],
				pick() {
					line().value = `/${name} `;
					hidePanel();
				},
			})),
		],
		foot: t("keysPalette"),
		// If the typed text is only in descriptions, no item is active at first, so that Enter picks none.
		active: commands.some((command) => isNamed(command, typed)) || builtIn.length > 0 ? 0 : -1,
	});
};

const isSlash = () => /^\/[^\n]*$/.test(line().value);

const showLineChoices = () => {
	const items = lineChoices();
	if (items.length > 0)
		showPanel(line(), { label: t("suggestions"), items, foot: t("keysPalette"), active: 0 });
	else hidePanel();
};

/**
 * The texts of a line's options. A space that was just typed after the last text is kept, because another word may
 * follow.
 *
 * @param {Readonly<Record<string, string>>} texts
 * @param {Event} event
 */
const withSpace = (texts, event) => {
	const [name, text] = Object.entries(texts).at(-1) ?? [];
	const isSpace = event instanceof InputEvent && event.data === " ";
	return name && text && isSpace ? { ...texts, [name]: `${text} ` } : texts;
};

/** @param {Event} event */
const onInput = (event) => {
	const found = readLine(line().value, listCommands(), state.locale);
	if (found) beginCommand(found.command, withSpace(found.texts, event));
	else if (isSlash() && !line().value.startsWith("//")) showPalette();
	else {
		showLineChoices();
		if (line().value.trim()) tellTyping();
	}
};

/** @param {KeyboardEvent} event */
const onKey = (event) => {
	if (event.isComposing || takeKey(event)) return;
	const { key, shiftKey } = event;
	if (key === "Escape") {
		if (isPanelOpen()) hidePanel();
		else if (!leaveDraft()) {
			if (!isSlash()) return;
			line().value = "";
		}
	} else if (key === "ArrowUp" && line().value === "") {
		const own = lastOwnMessage();
		if (own) beginEdit(own);
		else find("messages").focus();
	} else if (key === "Enter" && !shiftKey) find("composer").requestSubmit();
	else return;
	event.preventDefault();
};

/**
 * Opens a command's form if the text begins with the command's whole name. If the text's first word is only the first
 * word of such a name, lists the commands. Otherwise says that there is no such command, or who may use it.
 *
 * @param {string} text
 */
const submitCommand = (text) => {
	const found = readLine(`${text} `, listCommands(), state.locale);
	if (found) return beginCommand(found.command, found.texts);
	const name = text.slice(1).split(/\s/)[0] ?? "";
	const isBegun = listCommands().some(({ name: whole, label }) =>
		[whole, label].some((each) => each.startsWith(`${name} `)),
	);
	if (isBegun) {
		line().focus();
		return showPalette();
	}
	const withheld = state.guild.withheld.find(({ names }) => names.includes(name));
	return toast(withheld ? t("onlyFor", { name, names: withheld.by.join(", ") }) : t("noCommand", { name }));
};

/** @param {SubmitEvent} event */
const submit = async (event) => {
	event.preventDefault();
	if (form) return form.send();
	const text = line().value.trim();
	if (!text && !hasFiles()) return;
	const message = messageOf(text);
	if (message === undefined) return submitCommand(text);
	if (message.length > mostCharacters) {
		tellTrouble(line(), t("tooLong", { max: mostCharacters, length: message.length }));
		return line().focus();
	}
	line().value = "";
	hidePanel();
	try {
		await sendDraft(withEmoji(message));
	} catch (error) {
		toast(troubleOf(error));
		if (line().value === "") line().value = text;
	}
};

/**
 * Lets Tab move the focus from the end of an open form to its beginning, and Shift+Tab back.
 *
 * @param {KeyboardEvent} event
 */
const keepInside = (event) => {
	const all = findAll(find("input"), "textarea, input, button");
	const fields = all.filter((each) => each.offsetParent !== null && each.tabIndex >= 0);
	const from = event.shiftKey ? fields[0] : fields.at(-1);
	if (document.activeElement !== from) return;
	event.preventDefault();
	(event.shiftKey ? fields.at(-1) : fields[0])?.focus();
};

/**
 * Gives dropped or pasted files to the command being filled in, if the command takes a file; otherwise to the next
 * message.
 *
 * @param {DataTransfer | null} given
 */
const giveFiles = (given) => {
	const files = [...(given?.files ?? [])];
	if (given && files.length > 0 && !form?.takeFiles(given.files)) addFiles(files);
};

export const watchComposer = () => {
	line().oninput = onInput;
	line().onkeydown = onKey;
	find("composer").onsubmit = submit;
	find("add").onclick = openBeginMenu;
	for (const name of /** @type {const} */ (["dragover", "drop"]))
		document.addEventListener(name, (event) => {
			if (!event.dataTransfer?.types.includes("Files") || targetOf(event).closest("input, dialog")) return;
			event.preventDefault();
			if (name === "drop") giveFiles(event.dataTransfer);
		});
	find("composer").addEventListener("paste", ({ clipboardData }) => giveFiles(clipboardData));
	find("composer").addEventListener("keydown", (event) => {
		if (!form || event.defaultPrevented) return;
		if (event.key === "Tab") keepInside(event);
		if (event.key !== "Escape") return;
		event.preventDefault();
		form.stepOut();
	});
	find("composer").addEventListener("focusout", ({ relatedTarget }) => {
		if (!(relatedTarget instanceof Node) || !find("composer").contains(relatedTarget)) hidePanel();
	});
	document.addEventListener("click", (event) => {
		const name = targetOf(event).closest("[data-command]")?.getAttribute("data-command");
		if (name) beginByName(name);
	});
	// Typing anywhere goes into the input line, as in any chat.
	document.addEventListener("keydown", (event) => {
		const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
		if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey || defaultPrevented || form) return;
		if (!targetOf(event).closest("input, textarea, select, dialog, .popup")) line().focus();
	});
};

/** Updates the composer's texts for another language or channel. */
export const refreshComposer = () => {
	const { label: channel } = here();
	line().placeholder = t(state.guild.isPrivate ? "placeholderDirect" : "placeholder", { channel });
	line().setAttribute("aria-label", line().placeholder);
};
