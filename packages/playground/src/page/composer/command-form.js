/** @import { NamedText, Option, SlashCommand } from "../../options/line.js" */
/** @import { Panel } from "./panel.js" */
import { cutAtNames, optionNames } from "../../options/line.js";
import { optionType } from "../../options/value.js";
import { act, troubleOf } from "../api.js";
import { find, iconButton, make } from "../dom.js";
import { localName, state } from "../state.js";
import { t } from "../texts.js";
import { Chip, FileChip } from "./chip.js";
import { ChoiceList } from "./choice-list.js";
import { OptionField } from "./option-field.js";

/** A slash command being filled in: its options as chips, the required ones first. */
export class CommandForm {
	command;
	/** @type {(Chip | FileChip)[]} */
	#chips = [];
	#panel;
	#onend;
	#choices;
	#isSending = false;
	#isLeft = false;
	#more;
	#names;

	/**
	 * @param {SlashCommand} command
	 * @param {Panel} panel
	 * @param {(text: string) => void} onend - called when the command was sent or left, with the line's new text
	 */
	constructor(command, panel, onend) {
		this.command = command;
		this.#panel = panel;
		this.#onend = onend;
		this.#choices = new ChoiceList(panel, this);
		this.#more = make("button.chip.more-options");
		this.#more.onclick = () => this.#addNext();
		this.#names = new OptionField(command, {
			input: () => this.#onname(),
			focus: () => this.#showOptions(),
			keydown: (event) => this.#onnamekey(event),
		});
		const box = find("command");
		box.replaceChildren(
			make("strong.command-name", `/${command.label}`),
			this.#names.element,
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
		else if (this.command.options.length > 0) this.#names.element.focus();
		else {
			// There is nothing to fill in, so Enter sends the command, as on Discord.
			find("send").focus();
			this.#choices.showCommand(find("send"));
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
		if (this.#names.element.value.trim()) return this.#names.element.focus();
		if (this.#isSending) return undefined;
		this.#isSending = true;
		await Promise.all(this.#chips.map((chip) => "renew" in chip && chip.uploaded));
		try {
			if (!this.#isLeft) await this.#sendNow();
		} finally {
			this.#isSending = false;
		}
		return undefined;
	}

	async #sendNow() {
		const [wrong] = this.#chips.filter((chip) => chip.check(true));
		if (wrong) {
			wrong.field.focus();
			this.#choices.show(wrong);
			return;
		}
		try {
			await act("command", { name: this.command.name, values: this.values() });
			this.leave("");
		} catch (error) {
			for (const chip of this.#chips) if ("renew" in chip) chip.renew();
			this.#panel.tellTrouble(this.#chips[0]?.field ?? find("line"), troubleOf(error));
		}
	}

	/**
	 * Closes the list if it is open. Otherwise leaves the command; if any text was typed in it, the line gets the whole
	 * command as text.
	 */
	stepOut() {
		if (this.#panel.isOpen) {
			this.#choices.stop();
			this.#panel.hide();
		} else this.leave(this.#hasText ? this.#typed() : "");
	}

	get #hasText() {
		return this.#names.element.value !== "" || this.#chips.some((chip) => "choose" in chip && chip.text);
	}

	/** The command as it would be typed in a line, without files. */
	#typed() {
		const texts = this.#chips
			.filter((chip) => "choose" in chip && chip.text)
			.map((chip) => ` ${localName(chip.option)}:${chip.text}`);
		return `/${this.command.label}${texts.join("")}${this.#names.element.value ? ` ${this.#names.element.value}` : ""}`;
	}

	/** @param {string} text */
	leave(text) {
		this.#isLeft = true;
		this.#choices.stop();
		this.#panel.hide();
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
		else this.#choices.show(chip);
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
		const common = {
			/** @param {Chip | FileChip} chip */
			focus: (chip) => this.#choices.show(chip),
			/**
			 * @param {Chip | FileChip} chip
			 * @param {KeyboardEvent} event
			 */
			keydown: (chip, event) => this.#onkey(chip, event),
			/** @param {Chip | FileChip} chip */
			remove: (chip) => this.#remove(chip),
		};
		const chip =
			option.type === optionType.attachment
				? new FileChip(option, { ...common, input: (each) => this.#choices.show(each) })
				: new Chip(option, { ...common, input: (each) => this.#oninput(each) });
		this.#chips.push(chip);
		this.#names.element.value = "";
		this.#more.before(chip.element);
		this.#showMore();
		return chip;
	}

	/** @param {Chip | FileChip} chip */
	#remove(chip) {
		const at = this.#drop(chip);
		const before = this.#chips[at - 1] ?? this.#chips[0];
		(before?.field ?? this.#names.element).focus();
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
	#oninput(chip) {
		const own = optionNames(chip.option, state.locale).find((name) => chip.text.startsWith(`${name}:`));
		if (own) chip.fill(chip.text.slice(own.length + 1).trimStart());
		const others = this.command.options.filter((option) => option !== chip.option);
		const { bare, named } = cutAtNames(others, chip.text, state.locale);
		if (named.length === 0) return this.#choices.show(chip);
		chip.fill(bare);
		if (!bare && !chip.option.required) this.#drop(chip);
		return this.#fill(named);
	}

	#showOptions() {
		this.#choices.showCommand(this.#names.element, this.#names.matching);
	}

	#onname() {
		const taken = this.#names.take();
		if (taken.length > 0) this.#fill(taken);
		else this.#showOptions();
	}

	#showMore() {
		this.#more.textContent = t("moreOptions", { count: this.rest.length });
		this.#more.title = this.rest.map((option) => localName(option)).join(", ");
		this.#more.hidden = this.rest.length === 0;
		this.#names.element.hidden = this.#chips.length > 0 || this.command.options.length === 0;
	}

	/**
	 * @param {Chip | FileChip} chip
	 * @param {KeyboardEvent} event
	 */
	#onkey(chip, event) {
		if (event.isComposing || this.#oncommonkey(event)) return;
		const { key, shiftKey } = event;
		const taken = () => event.preventDefault();
		if (key === "Tab" && !shiftKey && this.#isLast(chip) && chip.text && this.#addNext()) taken();
		else if (key === "Backspace" && chip.text === "") {
			taken();
			if (chip.option.required) this.leave(`/${this.command.label}`);
			else this.#remove(chip);
		}
	}

	/** @param {KeyboardEvent} event */
	#onnamekey(event) {
		if (event.isComposing || this.#oncommonkey(event)) return;
		const { key, shiftKey } = event;
		const isEmpty = this.#names.element.value === "";
		if (key === "Tab" && !shiftKey && isEmpty && this.#addNext()) event.preventDefault();
		else if (key === "Backspace" && isEmpty) {
			event.preventDefault();
			this.leave(`/${this.command.label}`);
		}
	}

	/**
	 * Handles keys that work anywhere in the form. True if the key was handled.
	 *
	 * @param {KeyboardEvent} event
	 */
	#oncommonkey(event) {
		if (this.#panel.take(event)) return true;
		const isSend = event.key === "Enter" && !event.shiftKey;
		if (!isSend && event.key !== "Escape") return false;
		event.preventDefault();
		if (isSend) void this.send();
		else this.stepOut();
		return true;
	}

	/** @param {Chip | FileChip} chip */
	#isLast(chip) {
		return this.#chips.at(-1) === chip;
	}
}
