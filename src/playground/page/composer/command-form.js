import { act } from "../api.js";
import { find, icon, iconButton, make } from "../dom.js";
import { localized } from "../state.js";
import { t } from "../texts.js";
import { Chip } from "./chip.js";
import { ChoiceList } from "./choice-list.js";
import { FileChip } from "./file-chip.js";
import { optionType } from "./validate.js";

/** A slash command being filled in: its options as chips, the required ones first. */
export class CommandForm {
	command;
	#chips = [];
	#panel;
	#onend;
	#choices;
	#more;

	/** `onend` is called when the command was sent or left; with the text that the line then holds. */
	constructor(command, panel, onend) {
		this.command = command;
		this.#panel = panel;
		this.#onend = onend;
		this.#choices = new ChoiceList(panel, this);
		this.#more = make("button", { type: "button", className: "chip more-options" });
		this.#more.onclick = () => this.#addNext();
		const box = find("command");
		box.replaceChildren(
			make("strong", { className: "command-name" }, `/${command.label}`),
			this.#more,
			iconButton("close", t("cancelCommand", { name: command.label }), () => this.leave("")),
		);
		box.hidden = false;
		find("line").hidden = true;
		for (const option of command.options) if (option.required) this.#add(option);
		this.#showMore();
	}

	/** Fills options in by name and puts the cursor where the next value is wanted. */
	begin(texts = {}) {
		for (const [name, text] of Object.entries(texts)) {
			const option = this.command.options.find((each) => each.name === name);
			const chip = this.#chips.find((each) => each.option === option) ?? this.#add(option);
			chip.fill(text);
		}
		const next = this.#chips.find((chip) => !chip.text) ?? this.#chips.at(-1);
		if (next) next.field.focus();
		else {
			// Nothing is required, so Enter sends, as on Discord.
			this.#submitButton().focus();
			this.#choices.showCommand(this.#submitButton());
		}
	}

	/** The values by option name, where they can be read. */
	values() {
		const read = this.#chips.map((chip) => [chip.option.name, chip.read().value]);
		return Object.fromEntries(read.filter(([, value]) => value !== undefined));
	}

	/** Sends the command, or goes to the first option that keeps it from being sent. */
	async send() {
		const wrong = this.#chips.filter((chip) => chip.check(true));
		if (wrong.length > 0) {
			wrong[0].field.focus();
			this.#choices.show(wrong[0]);
			return;
		}
		try {
			await act("command", { name: this.command.name, values: this.values() });
			this.leave("");
		} catch (error) {
			this.#panel.show(this.#chips[0]?.field ?? find("line"), {
				label: "",
				head: [make("p", { className: "failed", role: "alert" }, icon("warn"), error.message)],
			});
		}
	}

	leave(text) {
		this.#choices.stop();
		this.#panel.hide();
		find("command").hidden = true;
		find("command").replaceChildren();
		find("line").hidden = false;
		this.#onend(text);
	}

	/** Goes on to the option after `chip`; at the last one stays there, and shows what could be added. */
	goOn(chip) {
		const after = this.#chips[this.#chips.indexOf(chip) + 1];
		if (after) after.field.focus();
		else this.#choices.show(chip);
	}

	/** The options that could still be added. */
	get rest() {
		return this.command.options.filter((option) => !this.#chips.some((chip) => chip.option === option));
	}

	add(option) {
		this.#add(option).field.focus();
	}

	#submitButton() {
		return find("composer").querySelector("[type=submit]");
	}

	#addNext() {
		const [option] = this.rest;
		if (option) this.add(option);
		return option !== undefined;
	}

	#add(option) {
		const Kind = option.type === optionType.attachment ? FileChip : Chip;
		const chip = new Kind(option, {
			input: (each) => this.#choices.show(each),
			focus: (each) => this.#choices.show(each),
			keydown: (each, event) => this.#onkey(each, event),
			remove: (each) => this.#remove(each),
		});
		this.#chips.push(chip);
		this.#more.before(chip.element);
		this.#showMore();
		return chip;
	}

	#remove(chip) {
		const at = this.#chips.indexOf(chip);
		this.#chips.splice(at, 1);
		chip.element.remove();
		this.#showMore();
		const before = this.#chips[at - 1] ?? this.#chips[0];
		if (before) before.field.focus();
		else this.#more.focus();
	}

	#showMore() {
		this.#more.textContent = t("moreOptions", { count: this.rest.length });
		this.#more.title = this.rest.map((option) => localized(option, "name")).join(", ");
		this.#more.hidden = this.rest.length === 0;
	}

	#onkey(chip, event) {
		if (event.isComposing) return;
		const { key, shiftKey } = event;
		const taken = () => event.preventDefault();
		if (key === "ArrowDown" && this.#panel.move(1)) taken();
		else if (key === "ArrowUp" && this.#panel.move(-1)) taken();
		else if (key === "Enter" && !shiftKey) {
			taken();
			if (!this.#panel.pick()) this.send();
		} else if (key === "Tab" && !shiftKey && this.#panel.pick()) taken();
		else if (key === "Tab" && !shiftKey && this.#isLast(chip) && chip.text && this.#addNext()) taken();
		else if (key === "Backspace" && chip.text === "") {
			taken();
			if (chip.option.required) this.leave(`/${this.command.label}`);
			else this.#remove(chip);
		} else if (key === "Escape") {
			taken();
			this.leave("");
		}
	}

	#isLast(chip) {
		return this.#chips.at(-1) === chip;
	}
}
