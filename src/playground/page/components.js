import { tryAct } from "./api.js";
import { make } from "./dom.js";

const styles = { 1: "primary", 4: "danger" };

const makeButton = (component, messageId) => {
	const label = [component.emoji?.name, component.label].filter(Boolean).join(" ");
	if (component.style === 5) {
		const safe = /^https?:\/\//.test(component.url);
		return make(
			"a",
			{ href: safe ? component.url : "#", rel: "noreferrer noopener", target: "_blank" },
			label,
		);
	}
	return make(
		"button",
		{
			type: "button",
			className: styles[component.style] ?? "",
			disabled: component.disabled ?? false,
			onclick: () => tryAct("click", { messageId, customId: component.custom_id }),
		},
		label,
	);
};

/** A select menu; `onchange` gets the chosen values. */
export const makeSelect = (component, onchange) => {
	const least = component.min_values ?? 1;
	const multiple = (component.max_values ?? 1) > 1;
	const options = component.options ?? [];
	const select = make(
		"select",
		{ multiple, disabled: component.disabled ?? false, ariaLabel: component.placeholder ?? "Choose" },
		...(multiple
			? []
			: [make("option", { value: "", disabled: least > 0 }, component.placeholder ?? "Choose")]),
		...options.map((option) =>
			make(
				"option",
				{ value: option.value, defaultSelected: option.default ?? false },
				option.description ? `${option.label} – ${option.description}` : option.label,
			),
		),
	);
	if (!multiple && !options.some((option) => option.default)) select.selectedIndex = 0;
	select.onchange = () =>
		onchange([...select.selectedOptions].map(({ value }) => value).filter((value) => value !== ""));
	return select;
};

const renderOne = (component, messageId) => {
	const inner = () => (component.components ?? []).map((each) => renderOne(each, messageId));
	if (component.type === 2) return makeButton(component, messageId);
	if (component.type === 3)
		return makeSelect(component, (values) =>
			tryAct("select", { messageId, customId: component.custom_id, values }),
		);
	if (component.type === 10) return make("p", {}, component.content);
	if (component.type === 14) return make("hr");
	if (component.type === 1) return make("div", { className: "row" }, ...inner());
	if (component.type === 9 || component.type === 17)
		return make("section", {}, ...inner(), component.accessory && renderOne(component.accessory, messageId));
	return make("span", { className: "faint" }, "(not shown here)");
};

/** A message's buttons, selects and texts. */
export const renderComponents = (message) =>
	(message.components ?? []).map((component) => renderOne(component, message.id));
