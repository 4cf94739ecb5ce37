/** @import { NamedText, Option, SlashCommand } from "../../options/line.js" */
import { cutAtNames, optionNames } from "../../options/line.js";
import { optionType } from "../../options/value.js";
import { act, troubleOf } from "../api.js";
import { find, iconButton, make } from "../dom.js";
import { localName, state, t } from "../state.js";
import { Chip, FileChip } from "./chip.js";
import { showChoices, showCommand, stopChoices } from "./choice-list.js";
import { hidePanel, isPanelOpen, takeKey, tellTrouble } from "./panel.js";

/** A slash command being filled in: its options as chips, the required ones first. */
export class CommandForm {
	command;
	/** @type {(Chip | FileChip)[]} */
	#chips = [];
	#onend;
	#isSending = false;
	#isLeft = false;
	#more;
	/**
	 * The field for an option's name, shown while the form shows no option. Text that is no name becomes the value of the
	 * first option that isn't a file, as in a typed line.
	 */
	#names;

	/**
	 * @param {SlashCommand} command
	 * @param {(text: string) => void} onend - called when the command was sent or left, with the line's new text
	 */
	constructor(command, onend) {
		this.command = command;
		this.#onend = onend;
		this.#more = make("button.chip.more-options.faint", { onclick: () => this.#addNext() });
		this.#names = make("input", {
			id: "option-field",
			type: "text",
			spellcheck: false,
			autocomplete: "off",
			"aria-label": t("optionsOf", { name: command.label }),
			"aria-autocomplete": "list",
			"aria-haspopup": "listbox",
			"aria-controls": "panel",
			oninput: () => this.#onname(),
			onfocus: () => this.#showOptions(),
			onkeydown: (event) => this.onkey(event),
		});
		const box = find("command");
		box.replaceChildren(
			make("strong.command-name", `/${command.label}`),
			this.#names,
			this.#more,
			iconButton("close", t("cancelCommand", { name: command.label }), () => this.leave("")),
		);
		box.hidden = false;
		find("line").hidden = true;
		for (const option of command.options) if (option.required) this.#add(option);
		this.#showMore();
	}

	/**
	 * Fills in options by name. Then focuses the first option without text, or else the last option. If no option is
	 * shown, focuses the field for option names; if the command has no options, the send button.
	 *
	 * @param {Readonly<Record<string, string>>} texts
	 */
	begin(texts = {}) {
		for (const [name, text] of Object.entries(texts)) {
			const option = this.command.options.find((each) => each.name === name);
			if (option) this.#chipOf(option).fill(text);
		}
		const next = this.#chips.find((chip) => !chip.text) ?? this.#chips.at(-1);
		if (next) next.field.focus();
		else if (this.command.options.length > 0) this.#names.focus();
		else {
			// There is nothing to fill in, so Enter sends the command, as on Discord.
			find("send").focus();
			showCommand(this, find("send"));
		}
	}

	/** The valid values, by option name. */
	values() {
		/** @type {Record<string, string | number | boolean>} */
		const values = {};
		for (const chip of this.#chips) {
			const { value } = chip.read();
			if (value !== undefined) values[chip.option.name] = value;
		}
		return values;
	}

	/** Sends the command once its files are uploaded. If a field is missing, wrong or unfinished, focuses it instead. */
	async send() {
		if (this.#names.value.trim()) return this.#names.focus();
		if (this.#isSending) return;
		this.#isSending = true;
		await Promise.all(this.#chips.map((chip) => "renew" in chip && chip.uploaded));
		try {
			if (!this.#isLeft) await this.#sendNow();
		} finally {
			this.#isSending = false;
		}
	}

	async #sendNow() {
		const [wrong] = this.#chips.filter((chip) => chip.check(true));
		if (wrong) {
			wrong.field.focus();
			this.show(wrong);
			return;
		}
		try {
			await act("command", { name: this.command.name, values: this.values() });
			this.leave("");
		} catch (error) {
			for (const chip of this.#chips) if ("renew" in chip) chip.renew();
			tellTrouble(this.#chips[0]?.field ?? find("line"), troubleOf(error));
		}
	}

	/**
	 * Closes the list if it is open. Otherwise leaves the command; if any text was typed in it, the line gets the whole
	 * command as text.
	 */
	stepOut() {
		if (isPanelOpen()) {
			stopChoices();
			hidePanel();
		} else this.leave(this.#hasText ? this.#typed() : "");
	}

	get #hasText() {
		return this.#names.value !== "" || this.#chips.some((chip) => "choose" in chip && chip.text);
	}

	/** The command as it would be typed in a line, without files. */
	#typed() {
		const texts = this.#chips
			.filter((chip) => "choose" in chip && chip.text)
			.map((chip) => ` ${localName(chip.option)}:${chip.text}`);
		return `/${this.command.label}${texts.join("")}${this.#names.value ? ` ${this.#names.value}` : ""}`;
	}

	/** @param {string} text */
	leave(text) {
		this.#isLeft = true;
		stopChoices();
		hidePanel();
		find("command").hidden = true;
		find("command").replaceChildren();
		find("line").hidden = false;
		this.#onend(text);
	}

	/**
	 * Focuses the chip after this one; at the last chip, shows its choices or the options that can be added.
	 *
	 * @param {Chip | FileChip} chip
	 */
	goOn(chip) {
		const after = this.#chips[this.#chips.indexOf(chip) + 1];
		if (after) after.field.focus();
		else this.show(chip);
	}

	/** @param {Chip | FileChip} chip */
	show(chip) {
		showChoices(this, chip);
	}

	/**
	 * Gives files to the command's first option that takes a file.
	 *
	 * @param {FileList} files
	 * @returns false if the command has no such option
	 */
	takeFiles(files) {
		const option = this.command.options.find(({ type }) => type === optionType.attachment);
		if (!option) return false;
		const chip = this.#chipOf(option);
		if ("renew" in chip) chip.take(files);
		return true;
	}

	/** The options that could still be added. */
	get rest() {
		return this.command.options.filter((option) => !this.#chips.some((chip) => chip.option === option));
	}

	/** @param {Option} option */
	add(option) {
		this.#chipOf(option).field.focus();
	}

	/** @param {Option} option */
	#chipOf(option) {
		return this.#chips.find((each) => each.option === option) ?? this.#add(option);
	}

	#addNext() {
		const [option] = this.rest;
		if (option) this.add(option);
		return option !== undefined;
	}

	/** @param {Option} option */
	#add(option) {
		const chip = option.type === optionType.attachment ? new FileChip(option, this) : new Chip(option, this);
		this.#chips.push(chip);
		this.#names.value = "";
		this.#more.before(chip.element);
		this.#showMore();
		return chip;
	}

	/** @param {Chip | FileChip} chip */
	remove(chip) {
		const at = this.#drop(chip);
		const before = this.#chips[at - 1] ?? this.#chips[0];
		(before?.field ?? this.#names).focus();
	}

	/** @param {Chip | FileChip} chip */
	#drop(chip) {
		const at = this.#chips.indexOf(chip);
		this.#chips.splice(at, 1);
		chip.element.remove();
		this.#showMore();
		return at;
	}

	/**
	 * Fills options with texts, and focuses the field of the last option.
	 *
	 * @param {readonly NamedText[]} named
	 */
	#fill(named) {
		for (const { option, text } of named) if (text) this.#chipOf(option).fill(text);
		const last = named.at(-1);
		if (!last) return;
		const { field } = this.#chipOf(last.option);
		field.focus();
		// The option was named again without a text: what is typed now replaces its earlier value.
		if (!last.text) field.select();
	}

	/**
	 * Takes option names out of a chip's text. The chip's own name is dropped. Text after another option's name moves
	 * to that option's chip.
	 *
	 * @param {Chip} chip
	 */
	oninput(chip) {
		const own = optionNames(chip.option, state.locale).find((name) => chip.text.startsWith(`${name}:`));
		if (own) chip.fill(chip.text.slice(own.length + 1).trimStart());
		const others = this.command.options.filter((option) => option !== chip.option);
		const { bare, named } = cutAtNames(others, chip.text, state.locale);
		if (named.length === 0) return this.show(chip);
		chip.fill(bare);
		if (!bare && !chip.option.required) this.#drop(chip);
		return this.#fill(named);
	}

	/** The options whose names begin with the text of the field for names; all options if there is no text. */
	get #matching() {
		const typed = this.#names.value.trim().toLowerCase();
		return this.command.options.filter((option) =>
			optionNames(option, state.locale).some((name) => name.toLowerCase().startsWith(typed)),
		);
	}

	/**
	 * The options in the field for names, with their texts; none as long as the text may become an option's name.
	 *
	 * @returns {readonly NamedText[]}
	 */
	#takeNamed() {
		const { options } = this.command;
		const [, word = "", rest] = /^\s*(\S+)\s(.*)$/.exec(this.#names.value) ?? [];
		const isName = options.some((option) => optionNames(option, state.locale).includes(word));
		// The space after an option's name counts as a colon.
		const typed = isName ? `${word}:${rest}` : this.#names.value;
		const { bare, named } = cutAtNames(options, typed, state.locale);
		if (named.length === 0 && this.#matching.length > 0) return [];
		const first = options.find(({ type }) => type !== optionType.attachment);
		return [...(bare && first ? [{ option: first, text: bare }] : []), ...named];
	}

	#showOptions() {
		showCommand(this, this.#names, this.#matching);
	}

	#onname() {
		const taken = this.#takeNamed();
		if (taken.length > 0) this.#fill(taken);
		else this.#showOptions();
	}

	#showMore() {
		this.#more.textContent = t("moreOptions", { count: this.rest.length });
		this.#more.title = this.rest.map((option) => localName(option)).join(", ");
		this.#more.hidden = this.rest.length === 0;
		this.#names.hidden = this.#chips.length > 0 || this.command.options.length === 0;
	}

	/**
	 * @param {KeyboardEvent} event
	 * @param {Chip | FileChip} [chip] - the chip that has the focus; undefined for the field for names
	 */
	onkey(event, chip) {
		if (event.isComposing || takeKey(event)) return;
		const { key, shiftKey } = event;
		const isEmpty = !(chip ? chip.text : this.#names.value);
		const isAtEnd = chip ? chip === this.#chips.at(-1) && !isEmpty : isEmpty;
		if (key === "Enter" && !shiftKey) void this.send();
		else if (key === "Escape") this.stepOut();
		else if (key === "Backspace" && isEmpty) {
			if (!chip || chip.option.required) this.leave(`/${this.command.label}`);
			else this.remove(chip);
		} else if (key !== "Tab" || shiftKey || !isAtEnd || !this.#addNext()) return;
		event.preventDefault();
	}
}
