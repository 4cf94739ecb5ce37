/**
 * @import {
 *   APIButtonComponent, APIMessageTopLevelComponent, APISelectMenuComponent, APIThumbnailComponent
 * } from "discord-api-types/v10"
 */
/** @import { MessageView } from "../../page-server/views.ts" */

import { useComponent } from "../api.js";
import { coverBlock } from "../cover.js";
import { colourText, linkOut, make } from "../dom.js";
import { renderMarkdown } from "../markdown/render.js";
import { t } from "../state.js";
import { renderFile, renderGallery, renderMedia } from "./file.js";
import { makePicker } from "./picker.js";

/** @typedef {APIMessageTopLevelComponent | APIButtonComponent | APISelectMenuComponent | APIThumbnailComponent} Component */

const textDisplay = 10;
const link = 5;
const premium = 6;
const wideSpacing = 2;
/** @type {Readonly<Record<number, string>>} */
const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

/**
 * @param {APIButtonComponent} component
 * @param {MessageView} message
 */
const renderButton = (component, message) => {
	if (component.style === premium) return make("span.faint", t("notShown"));
	const label = [component.emoji?.name, component.label].filter(Boolean).join(" ");
	if (component.style === link) {
		const safe = /^(https?|discord):\/\//.test(component.url) ? component.url : "#";
		return linkOut("a.button.link", safe, label);
	}
	const { custom_id: customId, style, disabled = false } = component;
	const button = make(
		"button",
		{ className: `button ${styles[style] ?? "secondary"}`, disabled, "data-custom-id": customId },
		label,
	);
	button.onclick = () => {
		if (button.hasAttribute("aria-busy")) return;
		void useComponent(button, "click", { messageId: message.id, customId });
	};
	return button;
};

/**
 * Components one below the other. Screen readers describe a menu by the text above it, because "Make a selection"
 * doesn't say what the menu is for.
 *
 * @param {readonly Component[]} components
 * @param {MessageView} message
 */
const renderAll = (components, message) => {
	const all = components.map((each) => renderOne(each, message));
	for (const [index, element] of all.entries())
		if (components[index - 1]?.type === textDisplay)
			element.querySelector(":scope > .picker")?.setAttribute("aria-describedby", all[index - 1]?.id ?? "");
	return all;
};

/**
 * @param {Component} component
 * @param {MessageView} message
 * @returns {HTMLElement}
 */
const renderOne = (component, message) => {
	switch (component.type) {
		case 1:
			return make(
				"div.row.wrap",
				component.components.map((each) => renderOne(each, message)),
			);
		case 2:
			return renderButton(component, message);
		case 3:
		case 5:
		case 6:
		case 7:
		case 8: {
			const { custom_id: customId } = component;
			const { element } = makePicker(component, (values) =>
				useComponent(element, "select", { messageId: message.id, customId, values }),
			);
			element.dataset.customId = customId;
			return element;
		}
		case 9: {
			const texts = renderAll(component.components, message);
			const beside = renderOne(component.accessory, message);
			beside.setAttribute("aria-describedby", texts.map(({ id }) => id).join(" "));
			return make("div.section.spread", make("div.section-texts", texts), beside);
		}
		case 10: {
			const text = renderMarkdown(component.content);
			text.id = `text-${message.id}-${component.id}`;
			return text;
		}
		case 11: {
			const thumbnail = renderMedia(message, component);
			thumbnail.classList.add("thumbnail");
			return thumbnail;
		}
		case 12:
			return renderGallery(message, component);
		case 13:
			return renderFile(message, component);
		case 14: {
			const line = make((component.divider ?? true) ? "hr" : "div", { className: "separator" });
			if (component.spacing === wideSpacing) line.classList.add("wide");
			return line;
		}
		case 17: {
			const box = make("div.container.box", renderAll(component.components, message));
			const colour = component.accent_color;
			if (typeof colour === "number") box.style.borderInlineStartColor = colourText(colour);
			return component.spoiler ? coverBlock(box) : box;
		}
		default:
			return make("span.faint", t("notShown"));
	}
};

/** @param {MessageView} message */
export const renderComponents = (message) => renderAll(message.components ?? [], message);
