/** @import { Option, SlashCommand } from "../../options/line.js" */
/** @import { Chip, FileChip } from "./chip.js" */
/** @import { Panel, PanelItem } from "./panel.js" */
/** @import { Choice } from "./read-option.js" */
import { act } from "../api.js";
import { make } from "../dom.js";
import { localDescription, localName, state } from "../state.js";
import { t } from "../texts.js";
import { choicesOf, isNameOf } from "./read-option.js";

/** How long typing must pause before the application is asked for choices, in ms. */
const restMs = 150;

/** @param {Choice} choice */
const choiceContent = ({ name, hint }) => [make("span", name), hint && make("span.faint", hint)];

/**
 * The part of a command's form that its list of choices uses.
 *
 * @typedef {object} FilledForm
 * @property {SlashCommand} command
 * @property {readonly Option[]} rest
 * @property {() => Record<string, string | number | boolean>} values
 * @property {(option: Option) => void} add
 * @property {(chip: Chip | FileChip) => void} goOn
 */

/**
 * Suggestions for the option being filled in: its choices, the application's completions, and options that can be
 * added.
 */
export class ChoiceList {
	#panel;
	#form;
	#asked = 0;
	/** @type {ReturnType<typeof setTimeout> | undefined} */
	#timer;

	/**
	 * @param {Panel} panel
	 * @param {FilledForm} form
	 */
	constructor(panel, form) {
		this.#panel = panel;
		this.#form = form;
	}

	/** @param {Chip | FileChip} chip */
	show(chip) {
		this.stop();
		const { option } = chip;
		// A chip that holds a choice, or takes a file, shows no choices, but the options that can be added.
		if (chip.isChosen || !("choose" in chip)) return this.#offer(chip, [], "");
		const choices = choicesOf(option);
		if (choices) return this.#offer(chip, this.#matching(chip, choices), t("noChoices"));
		if ("autocomplete" in option && option.autocomplete) return this.#ask(chip);
		return this.#offer(chip, [], "");
	}

	/**
	 * Shows a command's description, and the options that can be added.
	 *
	 * @param {HTMLInputElement | HTMLButtonElement} field
	 * @param {readonly Option[]} options
	 */
	showCommand(field, options = []) {
		this.stop();
		const head = [this.#head(`/${this.#form.command.label}`, this.#form.command.description)];
		if (options.length > 0) head.push(make("p.panel-title", t("optional")));
		this.#panel.show(field, {
			label: t("optional"),
			head,
			items: this.#optionItems(options),
			foot: t("keysCommand"),
			active: field.value.trim() ? 0 : -1,
		});
	}

	/** Cancels the pending request for the application's suggestions, or ignores its answer. */
	stop() {
		clearTimeout(this.#timer);
		this.#asked += 1;
	}

	/**
	 * @param {Chip} chip
	 * @param {readonly Choice[]} choices
	 */
	#matching(chip, choices) {
		const typed = chip.text.trim().toLowerCase();
		// A text that is a choice's whole name doesn't hide the other choices.
		if (!typed || choices.some((choice) => isNameOf(choice, typed))) return choices;
		return choices.filter(({ name, hint }) => `${name} ${hint ?? ""}`.toLowerCase().includes(typed));
	}

	/** @param {Chip} chip */
	#ask(chip) {
		const asked = this.#asked;
		// This option's earlier suggestions stay, but another option's must not be picked for this option.
		if (this.#panel.isFor(chip.field)) this.#panel.release();
		else this.#offer(chip, [], t("loadingChoices", { name: state.guild.app.name }));
		this.#timer = setTimeout(async () => {
			const values = { ...this.#form.values(), [chip.option.name]: chip.text };
			let told = t("noChoices");
			const answer = await act("complete", {
				name: this.#form.command.name,
				values,
				focused: chip.option.name,
			}).catch(() => {
				told = t("choicesFailed");
				return { choices: [] };
			});
			if (asked === this.#asked) this.#offer(chip, answer.choices, told);
		}, restMs);
	}

	/**
	 * @param {string} name
	 * @param {string} description
	 * @param {string | undefined} [problem]
	 */
	#head(name, description, problem) {
		return make(
			"div.panel-head",
			make("strong", name),
			make("span", description),
			problem && make("span.failed", { role: "alert" }, problem),
		);
	}

	/**
	 * @param {readonly Option[]} options
	 * @returns {PanelItem[]}
	 */
	#optionItems(options) {
		return options.map((option) => ({
			content: [make("strong", localName(option)), make("span.faint", localDescription(option))],
			pick: () => this.#form.add(option),
		}));
	}

	/**
	 * @param {Chip | FileChip} chip
	 * @param {readonly Choice[]} choices
	 * @param {string} nothing - the note if there are no choices
	 */
	#offer(chip, choices, nothing) {
		const { option } = chip;
		const name = localName(option);
		const problem = chip.isWrong ? chip.check() : undefined;
		const head = [this.#head(name, localDescription(option), problem)];
		const items = choices.map((choice) => ({
			content: choiceContent(choice),
			pick: () => {
				if ("choose" in chip) chip.choose(choice);
				this.#form.goOn(chip);
			},
		}));
		const further = this.#optionItems(items.length > 0 || !chip.text ? [] : this.#form.rest);
		const exact = choices.findIndex((choice) => isNameOf(choice, chip.text));
		if (choices.length === 0 && nothing) head.push(make("p.panel-note.faint", nothing));
		if (further.length > 0) head.push(make("p.panel-title", t("optional")));
		const shown = [...items, ...further];
		this.#panel.show(chip.field, {
			label: items.length > 0 ? t("choices", { name }) : t("optional"),
			head,
			items: shown,
			foot: t("keysCommand"),
			active: items.length > 0 && chip.text ? Math.max(exact, 0) : -1,
		});
	}
}
