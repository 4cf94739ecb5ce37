/** @import { Fields } from "../page-server/messages.ts" */
/** @import { InteractionView } from "../page-server/views.ts" */
import { act, troubleOf } from "./api.js";
import { icon, make } from "./dom.js";
import { t } from "./texts.js";

/** @typedef {"answered" | "failed"} End */

/**
 * How the chosen member's interactions end, by id. The live channel may report an end before the page awaits
 * the end.
 *
 * @type {Map<string, PromiseWithResolvers<End>>}
 */
const ends = new Map();

/** @param {string} id */
const endOf = (id) => {
	const end = ends.get(id) ?? Promise.withResolvers();
	ends.set(id, end);
	return end;
};

/**
 * Records the end of an interaction that the live channel reports. Ignores an interaction that is still waiting.
 *
 * @param {InteractionView} interaction
 */
export const noteInteraction = ({ id, state }) => {
	if (state !== "waiting") endOf(id).resolve(state);
};

/**
 * Resolves to `answered` once the application has answered, or to `failed` if it didn't in time.
 *
 * @param {string} id
 */
export const settled = (id) => endOf(id).promise;

/**
 * Uses a component, and marks it as busy until the application answers or the request fails. A failure is shown at the
 * end of the component's message.
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
		body?.append(make("p.failed.component-failure", { role: "status" }, icon("warn"), text));
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
