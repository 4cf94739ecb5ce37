/** @import { Fields } from "../../page-server/messages.ts" */
import { act, troubleOf } from "../api.js";
import { icon, make } from "../dom.js";
import { settled } from "../interactions.js";
import { t } from "../texts.js";

/**
 * Uses a component and shows on it that the answer is pending; failures are shown under its message.
 *
 * @template {"click" | "select"} N
 * @param {Element} element
 * @param {N} name
 * @param {Fields<N>} fields
 */
export const useComponent = async (element, name, fields) => {
	const body = element.closest("article")?.querySelector(".body");
	/** @param {string} text */
	const tell = (text) =>
		body?.append(make("p", { className: "failed component-failure", role: "status" }, icon("warn"), text));
	body?.querySelector(".component-failure")?.remove();
	element.setAttribute("aria-busy", "true");
	try {
		const { interactionId } = await act(name, fields);
		if ((await settled(interactionId)) === "failed") tell(t("interactionFailed"));
	} catch (error) {
		tell(troubleOf(error));
	} finally {
		element.removeAttribute("aria-busy");
	}
};
