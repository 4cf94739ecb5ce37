import type { Playground } from "@herald/playground";

/** @returns the percentages in the edits of a message of Herald's, in order */
export const percentsOf = ({ requests }: Pick<Playground, "requests">, messageId: string): number[] =>
	requests.flatMap(({ method, path, body }) => {
		const percent = /(\d+)%/.exec((body as { readonly content?: string })?.content ?? "")?.[1];
		return method === "PATCH" && path.endsWith(messageId) && percent !== undefined ? [Number(percent)] : [];
	});
