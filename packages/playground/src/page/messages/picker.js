/** @import { APISelectMenuComponent, APISelectMenuOption } from "discord-api-types/v10" */
/** @import { NamedChoice } from "../choices.js" */
import { channels, people, roles } from "../choices.js";
import { icon, make } from "../dom.js";
import { moveByArrows, openPopup } from "../popup.js";
import { t } from "../state.js";

const userSelect = 5;
const roleSelect = 6;
const mentionableSelect = 7;
const channelSelect = 8;

/**
 * @param {NamedChoice} choice
 * @returns {APISelectMenuOption}
 */
const named = ({ name, value, hint = "" }) => ({ label: name, value, description: hint });

/**
 * @param {APISelectMenuComponent} component
 * @returns {readonly APISelectMenuOption[]}
 */
const optionsOf = (component) => {
	switch (component.type) {
		case userSelect:
			return people().map(named);
		case roleSelect:
			return roles().map(named);
		case mentionableSelect:
			return [...people(), ...roles()].map(named);
		case channelSelect:
			return channels(component.channel_types).map(named);
		default:
			return component.options;
	}
};

/**
 * @param {APISelectMenuComponent} component
 * @param {readonly APISelectMenuOption[]} options
 */
const chosenAtFirst = (component, options) => {
	const ids = "default_values" in component ? (component.default_values ?? []).map(({ id }) => id) : [];
	return options.filter((option) => option.default || ids.includes(option.value)).map(({ value }) => value);
};

/**
 * @param {string} label
 * @param {string | undefined} description
 */
export const choiceText = (label, description) =>
	make("span.choice-text", make("span", label), description && make("span.faint", description));

/**
 * A select menu: a button that opens a list. If only one option can be chosen, a change is passed to `onchange` at
 * once. Otherwise, all choices are passed when the list closes, if they have changed and are enough.
 *
 * @param {APISelectMenuComponent} component
 * @param {(values: readonly string[]) => void} onchange
 * @param {string} label
 */
export const makePicker = (component, onchange, label = component.placeholder ?? t("choose")) => {
	const options = optionsOf(component);
	const most = Math.min(component.max_values ?? 1, options.length);
	const least = component.min_values ?? 1;
	let chosen = chosenAtFirst(component, options);
	const text = make("span.picker-text");
	const button = make(
		"button.picker.box.flex.spread",
		{
			disabled: component.disabled ?? false,
			"aria-haspopup": "listbox",
			"aria-expanded": "false",
			"data-behind": JSON.stringify([least, most, chosen, options]),
		},
		text,
		icon("down"),
	);
	const show = () => {
		const labels = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);
		text.textContent = labels.join(", ") || component.placeholder || t("choose");
		text.classList.toggle("faint", labels.length === 0);
		const shown = text.textContent;
		button.setAttribute("aria-label", shown === label ? label : `${label}: ${shown}`);
	};

	const open = () => {
		const before = chosen;
		const list = make("div.listbox", {
			role: "listbox",
			"aria-label": label,
			"aria-multiselectable": String(most > 1),
		});
		const items = options.map((option) =>
			make(
				"button.choice.flex.spread",
				{
					role: "option",
					"aria-selected": String(chosen.includes(option.value)),
					onclick: () => choose(option.value),
				},
				choiceText([option.emoji?.name, option.label].filter(Boolean).join(" "), option.description),
				icon("check"),
			),
		);
		list.append(...items);
		moveByArrows(list);
		const close = openPopup(list, { anchor: button }, () => {
			button.setAttribute("aria-expanded", "false");
			if (most === 1) return;
			const changed = before.length !== chosen.length || chosen.some((value) => !before.includes(value));
			if (changed && chosen.length >= least) onchange(chosen);
			else chosen = before;
			show();
		});
		/** @param {string} value */
		const choose = (value) => {
			if (most === 1) {
				const same = chosen[0] === value;
				chosen = same && least === 0 ? [] : [value];
				close();
				show();
				if (!same || least === 0) onchange(chosen);
				return;
			}
			if (chosen.includes(value)) chosen = chosen.filter((each) => each !== value);
			else if (chosen.length < most) chosen = [...chosen, value];
			for (const [index, item] of items.entries())
				item.setAttribute("aria-selected", String(chosen.includes(options[index]?.value ?? "")));
			show();
		};
		button.setAttribute("aria-expanded", "true");
		(items.find((item) => item.getAttribute("aria-selected") === "true") ?? items[0])?.focus();
	};
	button.onclick = open;
	button.onkeydown = (event) => {
		if (event.key !== "ArrowDown") return;
		event.preventDefault();
		open();
	};
	show();
	return { element: button, values: () => chosen };
};
