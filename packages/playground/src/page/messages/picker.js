/** @import { APISelectMenuComponent, APISelectMenuOption } from "discord-api-types/v10" */
import { icon, make, makeButton } from "../dom.js";
import { moveByArrows, openPopup } from "../popup.js";
import { state } from "../state.js";
import { t } from "../texts.js";

const userSelect = 5;
const roleSelect = 6;
const mentionableSelect = 7;
const channelSelect = 8;

/**
 * @param {{ readonly id: string, readonly name: string }} thing
 * @param {string} sign
 * @returns {APISelectMenuOption}
 */
const named = ({ id, name }, sign) => ({ label: `${sign}${name}`, value: id });

/**
 * @param {APISelectMenuComponent} component
 * @returns {readonly APISelectMenuOption[]}
 */
const optionsOf = (component) => {
	const { members, roles, channels } = state.guild;
	const people = members.map((each) => named(each, "@"));
	const groups = roles.filter(({ name }) => name !== "@everyone").map((each) => named(each, "@"));
	switch (component.type) {
		case userSelect:
			return people;
		case roleSelect:
			return groups;
		case mentionableSelect:
			return [...people, ...groups];
		case channelSelect: {
			const types = component.channel_types ?? [];
			const fits = channels.filter(({ type }) => types.length === 0 || types.includes(type));
			return fits.map((each) => named(each, "#"));
		}
		default:
			return component.options;
	}
};

/**
 * A select menu: a button that opens its list. One choice is given to `onchange` at once, several when the list closes.
 *
 * @param {APISelectMenuComponent} component
 * @param {(values: readonly string[]) => void} onchange
 * @param {string} label
 */
export const makePicker = (component, onchange, label = component.placeholder ?? t("choose")) => {
	const options = optionsOf(component);
	const most = Math.min(component.max_values ?? 1, options.length);
	const least = component.min_values ?? 1;
	let chosen = options.filter((option) => option.default).map(({ value }) => value);
	const text = make("span", { className: "picker-text" });
	const button = makeButton(
		{
			className: "picker",
			disabled: component.disabled ?? false,
			"aria-haspopup": "listbox",
			"aria-expanded": "false",
		},
		text,
		icon("down"),
	);
	const show = () => {
		const labels = options.filter(({ value }) => chosen.includes(value)).map((option) => option.label);
		text.textContent = labels.join(", ") || component.placeholder || t("choose");
		text.classList.toggle("faint", labels.length === 0);
		button.setAttribute("aria-label", `${label}: ${text.textContent}`);
	};

	const open = () => {
		const before = chosen;
		const list = make("div", {
			className: "listbox",
			role: "listbox",
			"aria-label": label,
			"aria-multiselectable": String(most > 1),
		});
		const items = options.map((option) =>
			makeButton(
				{
					role: "option",
					className: "choice",
					"aria-selected": String(chosen.includes(option.value)),
					onclick: () => choose(option.value),
				},
				make(
					"span",
					{ className: "choice-text" },
					make("span", {}, [option.emoji?.name, option.label].filter(Boolean).join(" ")),
					option.description && make("span", { className: "faint" }, option.description),
				),
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
