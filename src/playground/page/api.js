import { state } from "./state.js";
import { pick, t } from "./texts.js";
import { toast } from "./toast.js";

/** Reads an answer of the server. Throws an Error with its sentence when it refuses. */
const readAnswer = async (response) => {
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.texts ? pick(answer.texts) : answer.message);
	return answer;
};

/** Does something as the chosen member. Throws an Error whose message is for them to read. */
export const act = async (name, fields = {}) => {
	let response;
	try {
		response = await fetch(`/playground/api/${name}`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ as: state.as, locale: state.locale, ...fields }),
		});
	} catch {
		throw new Error(t("offline"));
	}
	return readAnswer(response);
};

/** Uploads a file for an option of a command and resolves with the option's value. */
export const upload = async (file) => {
	const query = new URLSearchParams({ as: state.as, name: file.name });
	const response = await fetch(`/playground/api/upload?${query}`, {
		method: "POST",
		headers: { "content-type": "application/octet-stream" },
		body: file,
	});
	return (await readAnswer(response)).id;
};

/** Does something, and says so when it could not be done. */
export const tryAct = async (name, fields) => {
	try {
		return await act(name, fields);
	} catch (error) {
		toast(error.message);
		return undefined;
	}
};
