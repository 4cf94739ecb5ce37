/** @import { ActionName, Answer, Fields, Refusal, UploadAnswer } from "../page-server/messages.ts" */
/** @import { InteractionView } from "../page-server/views.ts" */
import { icon, make, toast } from "./dom.js";
import { actor, pick, state, t } from "./state.js";

/**
 * Resolves to the server's answer. Throws an Error with the server's sentence if the server refused the request.
 *
 * @param {Response} response
 * @returns {Promise<unknown>}
 */
export const readAnswer = async (response) => {
	const answer = await response.json();
	if (response.ok) return answer;
	/** @type {Refusal} */
	const { texts, message } = answer;
	throw new Error(texts ? pick(texts) : message);
};

/** The largest file that the server accepts, as on Discord, in bytes. */
const mostFileBytes = 10 * 1_048_576;

/** @param {unknown} error */
export const troubleOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Posts a request to the server. Throws an Error with a sentence if the server can't be reached.
 *
 * @param {string} path
 * @param {RequestInit} options
 */
const ask = (path, options) =>
	fetch(path, { method: "POST", ...options }).catch(() => {
		throw new Error(t("offline"));
	});

/**
 * Posts a body to the server as JSON. Unlike `act`, adds no member to the body. Throws an Error with a sentence if the
 * request fails or is refused.
 *
 * @param {string} path
 * @param {object} body
 */
export const send = async (path, body) =>
	readAnswer(
		await ask(`/playground/api/${path}`, {
			headers: { "content-type": "application/json" },
			body: JSON.stringify(body),
		}),
	);

/**
 * Sends an act of the chosen member to the server. Throws an Error with a sentence for the member if the act is refused
 * or fails.
 *
 * @template {ActionName} N
 * @param {N} name
 * @param {Fields<N>} fields
 */
export const act = async (name, fields) => {
	const answer = await send(name, { ...actor(), locale: state.locale, ...fields });
	return /** @type {Answer<N>} */ (answer);
};

/**
 * Uploads a file for a message or for a command's option. Resolves to the file's id, which is also the option's value.
 * Throws an Error with a sentence if the file is too large or unreadable, or the upload fails.
 *
 * @param {File} file
 */
export const upload = async (file) => {
	if (file.size > mostFileBytes) throw new Error(t("fileTooLarge"));
	const query = new URLSearchParams({ ...actor(), name: file.name, type: file.type });
	const body = await file.arrayBuffer().catch(() => {
		throw new Error(t("fileUnreadable", { name: file.name }));
	});
	const response = await ask(`/playground/api/upload?${query}`, {
		headers: { "content-type": "application/octet-stream" },
		body,
	});
	return /** @type {UploadAnswer} */ (await readAnswer(response)).id;
};

/**
 * Like `act`, but if the act is refused or fails, shows the error and resolves to undefined.
 *
 * @template {ActionName} N
 * @param {N} name
 * @param {Fields<N>} fields
 */
export const tryAct = (name, fields) =>
	act(name, fields).catch((error) => {
		toast(troubleOf(error));
		return undefined;
	});

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
