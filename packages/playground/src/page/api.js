import { state } from "./state.js";
import { pick, t } from "./texts.js";
import { toast } from "./toast.js";

/** Reads an answer of the server. Throws an Error with its sentence when it refuses. */
const readAnswer = async (response) => {
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.texts ? pick(answer.texts) : answer.message);
	return answer;
};

/** The server's limit of a file, as on Discord, in bytes. */
const mostFileBytes = 10 * 1_048_576;

/** Asks the server. Throws an Error that says so when it can't be reached. */
const ask = (path, options) =>
	fetch(path, { method: "POST", ...options }).catch(() => {
		throw new Error(t("offline"));
	});

/** Does something as the chosen member. Throws an Error whose message is for them to read. */
export const act = async (name, fields = {}) => {
	const response = await ask(`/playground/api/${name}`, {
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ as: state.as, locale: state.locale, ...fields }),
	});
	return readAnswer(response);
};

/** Uploads a file for an option of a command and resolves with the option's value. */
export const upload = async (file) => {
	if (file.size > mostFileBytes) throw new Error(t("fileTooLarge"));
	const query = new URLSearchParams({ as: state.as, name: file.name });
	const response = await ask(`/playground/api/upload?${query}`, {
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
