import { find } from "./dom.js";

export const me = () => find("member").value;

/** Does something as the chosen member. Throws an Error whose message is for them to read. */
export const act = async (name, fields) => {
	const response = await fetch(`/playground/api/${name}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ as: me(), locale: find("locale").value, ...fields }),
	});
	const answer = await response.json();
	if (!response.ok) throw new Error(answer.message);
	return answer;
};

/** Does something and shows beside the input line why it could not be done. */
export const tryAct = async (name, fields) => {
	const hint = find("hint");
	try {
		const answer = await act(name, fields);
		hint.textContent = "";
		return answer;
	} catch (error) {
		hint.textContent = error.message;
		return undefined;
	}
};
