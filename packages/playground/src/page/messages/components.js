import { act } from "../api.js";
import { icon, make } from "../dom.js";
import { settled } from "../interactions.js";
import { renderMarkdown } from "../markdown/render.js";
import { t } from "../texts.js";
import { makePicker } from "./picker.js";

const kind = {
	row: 1,
	button: 2,
	selects: [3, 5, 6, 7, 8],
	section: 9,
	text: 10,
	separator: 14,
	container: 17,
};
const link = 5;
const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** Uses a component and shows on it that the answer is awaited; one that fails says so under its message. */
const use = async (element, name, fields) => {
	const article = element.closest("article");
	const trouble = (text) => {
		article?.querySelector(".component-failure")?.remove();
		article
			?.querySelector(".body")
			.append(make("p", { className: "failed component-failure", role: "status" }, icon("warn"), text));
	};
	article?.querySelector(".component-failure")?.remove();
	element.setAttribute("aria-busy", "true");
	try {
		const { interactionId } = await act(name, fields);
		if ((await settled(interactionId)) === "failed") trouble(t("interactionFailed"));
	} catch (error) {
		trouble(error.message);
	} finally {
		element.removeAttribute("aria-busy");
	}
};

const makeButton = (component, messageId) => {
	const label = [component.emoji?.name, component.label].filter(Boolean).join(" ");
	if (component.style === link) {
		const safe = /^https?:\/\//.test(component.url) ? component.url : "#";
		return make(
			"a",
			{ className: "button link", href: safe, rel: "noreferrer noopener", target: "_blank" },
			label,
		);
	}
	const button = make(
		"button",
		{
			type: "button",
			className: `button ${styles[component.style] ?? "secondary"}`,
			disabled: component.disabled ?? false,
			"data-custom-id": component.custom_id,
		},
		label,
	);
	button.onclick = () => {
		if (!button.hasAttribute("aria-busy")) use(button, "click", { messageId, customId: component.custom_id });
	};
	return button;
};

const makeSelect = (component, messageId) => {
	const { element } = makePicker(component, (values) =>
		use(element, "select", { messageId, customId: component.custom_id, values }),
	);
	element.dataset.customId = component.custom_id;
	return element;
};

const renderOne = (component, messageId) => {
	const inner = () => (component.components ?? []).map((each) => renderOne(each, messageId));
	if (component.type === kind.button) return makeButton(component, messageId);
	if (kind.selects.includes(component.type)) return makeSelect(component, messageId);
	if (component.type === kind.text) return renderMarkdown(component.content);
	if (component.type === kind.separator) return make("hr");
	if (component.type === kind.row) return make("div", { className: "row" }, inner());
	if (component.type === kind.section)
		return make(
			"div",
			{ className: "section" },
			make("div", {}, inner()),
			component.accessory && renderOne(component.accessory, messageId),
		);
	if (component.type === kind.container) {
		const box = make("div", { className: "container" }, inner());
		if (component.accent_color) box.style.borderInlineStartColor = colourText(component.accent_color);
		return box;
	}
	return make("span", { className: "faint" }, t("notShown"));
};

export const colourText = (number) => `#${number.toString(16).padStart(6, "0")}`;

/** A message's buttons, selects and texts. */
export const renderComponents = (message) =>
	(message.components ?? []).map((component) => renderOne(component, message.id));
