import type { APIUser } from "discord-api-types/v10";
import { type Form, isJson, type Json } from "../checks/form.ts";
import type { World } from "./world.ts";

/** The ids that a text mentions. Unknown ones are among them. */
export const findMentions = (text: string) => {
	const ids = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, id]) => id ?? ""));
	return {
		users: ids(/<@!?(\d{17,20})>/g),
		roles: ids(/<@&(\d{17,20})>/g),
		channels: ids(/<#(\d{17,20})>/g),
		everyone: /@(everyone|here)\b/.test(text),
	};
};

export interface Pings {
	readonly mentions: APIUser[];
	readonly mention_roles: string[];
	readonly mention_everyone: boolean;
}

/** Whom a message pings: what its text mentions, as far as its `allowed_mentions` let it. */
export const pingsOf = (world: World, content: string, allowed: unknown, mayMentionAll: boolean): Pings => {
	const found = findMentions(content);
	const rules: Json = isJson(allowed) ? allowed : { parse: ["users", "roles", "everyone"] };
	const parse = Array.isArray(rules.parse) ? rules.parse : [];
	const listed = (key: "users" | "roles", id: string) => {
		const list = rules[key];
		return parse.includes(key) || (Array.isArray(list) && list.includes(id));
	};
	return {
		mentions: [...found.users]
			.filter((id) => listed("users", id))
			.flatMap((id) => world.members.get(id)?.user ?? []),
		mention_roles: [...found.roles].filter((id) => world.roles.has(id) && listed("roles", id)),
		mention_everyone: found.everyone && mayMentionAll && parse.includes("everyone"),
	};
};

/** Refuses `allowed_mentions` that say two things at once or name too many. */
export const checkAllowedMentions = (form: Form, value: unknown): void => {
	if (value === undefined || value === null) return;
	const rules = form.object(value);
	if (!rules) return;
	const parse = form.in("parse").list(rules.parse, 3);
	for (const [index, item] of parse.entries())
		form.in("parse", index).oneOf(item, ["users", "roles", "everyone"]);
	for (const key of ["users", "roles"] as const) {
		const ids = form.in(key).list(rules[key], 100);
		if (ids.length > 0 && parse.includes(key))
			form
				.in(key)
				.refuse(
					"MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
					`parse:["${key}"] and ${key} are mutually exclusive.`,
				);
	}
};
