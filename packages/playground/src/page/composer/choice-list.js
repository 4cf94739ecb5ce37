/**
 * Suggestions for the option being filled in: its choices, the application's completions, and options that can be
 * added.
 */
/** @import { Option, SlashCommand } from "../../options/line.js" */
/** @import { Chip, Choice, FileChip } from "./chip.js" */
/** @import { PanelItem } from "./panel.js" */
import { act } from "../api.js";
import { make } from "../dom.js";
import { localDescription, localName, state, t } from "../state.js";
import { choicesOf, isNameOf } from "./chip.js";
import { isPanelFor, releasePanel, showPanel } from "./panel.js";

/** How long typing must pause before the application is asked for choices, in ms. */
const restMs = 150;

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

let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Shows the suggestions for a chip.
 *
 * @param {FilledForm} form
 * @param {Chip | FileChip} chip
 */
export const showChoices = (form, chip) => {
	stopChoices();
	const { option } = chip;
	// A chip that holds a choice, or takes a file, shows no choices, but the options that can be added.
	if (chip.isChosen || !("choose" in chip)) return offer(form, chip, [], "");
	const choices = choicesOf(option);
	if (choices) return offer(form, chip, matching(chip, choices), t("noChoices"));
	if ("autocomplete" in option && option.autocomplete) return ask(form, chip);
	return offer(form, chip, [], "");
};

/**
 * Shows a command's description, and the options that can be added.
 *
 * @param {FilledForm} form
 * @param {HTMLInputElement | HTMLButtonElement} field
 * @param {readonly Option[]} options
 */
export const showCommand = (form, field, options = []) => {
	stopChoices();
	const head = [makeHead(`/${form.command.label}`, form.command.description)];
	if (options.length > 0) head.push(make("p.panel-title.faint.flex", t("optional")));
	showPanel(field, {
		label: t("optional"),
		head,
		items: optionItems(form, options),
		foot: t("keysCommand"),
		active: field.value.trim() ? 0 : -1,
	});
};

/** Cancels the pending request for the application's suggestions, or ignores its answer. */
export const stopChoices = () => {
	clearTimeout(timer);
	asked += 1;
};

/**
 * @param {Chip} chip
 * @param {readonly Choice[]} choices
 */
const matching = (chip, choices) => {
	const typed = chip.text.trim().toLowerCase();
	// A text that is a choice's whole name doesn't hide the other choices.
	if (!typed || choices.some((choice) => isNameOf(choice, typed))) return choices;
	return choices.filter(({ name, hint }) => `${name} ${hint ?? ""}`.toLowerCase().includes(typed));
};

/**
 * @param {FilledForm} form
 * @param {Chip} chip
 */
const ask = (form, chip) => {
	const mine = asked;
	// This option's earlier suggestions stay, but another option's must not be picked for this option.
	if (isPanelFor(chip.field)) releasePanel();
	else offer(form, chip, [], t("loadingChoices", { name: state.guild.app.name }));
	timer = setTimeout(async () => {
		const { name } = chip.option;
		const values = { ...form.values(), [name]: chip.text };
		const { choices, told } = await act("complete", { name: form.command.name, values, focused: name }).then(
			(answer) => ({ ...answer, told: t("noChoices") }),
			() => ({ choices: [], told: t("choicesFailed") }),
		);
		if (mine === asked) offer(form, chip, choices, told);
	}, restMs);
};

/**
 * @param {string} name
 * @param {string} description
 * @param {string | undefined} [problem]
 */
const makeHead = (name, description, problem) =>
	make(
		"div.panel-head.wrap",
		make("strong", name),
		make("span", description),
		problem && make("span.failed", { role: "alert" }, problem),
	);

/**
 * @param {FilledForm} form
 * @param {readonly Option[]} options
 * @returns {PanelItem[]}
 */
const optionItems = (form, options) =>
	options.map((option) => ({
		content: [make("strong", localName(option)), make("span.faint", localDescription(option))],
		pick: () => form.add(option),
	}));

/**
 * @param {FilledForm} form
 * @param {Chip | FileChip} chip
 * @param {readonly Choice[]} choices
 * @param {string} nothing - the note if there are no choices
 */
const offer = (form, chip, choices, nothing) => {
	const { option, text } = chip;
	const name = localName(option);
	const isEmpty = choices.length === 0;
	const items = choices.map((choice) => ({
		content: [make("span", choice.name), choice.hint && make("span.faint", choice.hint)],
		pick: () => {
			if ("choose" in chip) chip.choose(choice);
			form.goOn(chip);
		},
	}));
	const further = isEmpty && text ? optionItems(form, form.rest) : [];
	const problem = chip.element.matches(".wrong") ? chip.check() : undefined;
	const head = [makeHead(name, localDescription(option), problem)];
	if (isEmpty && nothing) head.push(make("p.panel-note.faint", nothing));
	if (further.length > 0) head.push(make("p.panel-title.faint.flex", t("optional")));
	const exact = choices.findIndex((choice) => isNameOf(choice, text));
	showPanel(chip.field, {
		label: isEmpty ? t("optional") : t("choices", { name }),
		head,
		items: [...items, ...further],
		foot: t("keysCommand"),
		active: !isEmpty && text ? Math.max(exact, 0) : -1,
	});
};
