import type { Playground } from "@herald/playground";

/** Sends a request to Discord as the bot would. @returns the answer's status and JSON */
export const callDiscord = async (
	{ apiUrl, token }: Playground,
	method: string,
	path: string,
	body?: unknown,
) => {
	const response = await fetch(`${apiUrl}/v10/${path}`, {
		method,
		headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, json: text === "" ? undefined : JSON.parse(text) };
};
