import type { APIUser } from "discord-api-types/v10";
import { isJson, type Json } from "../checks/json.ts";
import { displayedTexts } from "../checks/walk-components.ts";
import type { Channel } from "./guild.ts";
import { mayDo } from "./permissions.ts";

/** The ids that a text mentions, including unknown ones. */
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

/**
 * The users and roles that a message pings: the mentions in its texts and the author that it replies to, as far as its
 * `allowed_mentions` let it. A reply pings unless they forbid it; where they don't mention replies, it doesn't.
 */
export const pingsOf = (
	channel: Channel,
	authorId: string,
	{ content, components, allowed_mentions: allowed }: Json,
	answered?: APIUser,
): Pings => {
	const { guild } = channel;
	const author = guild.members.get(authorId);
	const found = findMentions([content ?? "", ...displayedTexts(components)].join("\n"));
	const rules: Json = isJson(allowed) ? allowed : { parse: ["users", "roles", "everyone"] };
	const parse = Array.isArray(rules.parse) ? rules.parse : [];
	const listed = (key: "users" | "roles", id: string) => {
		const list = rules[key];
		return parse.includes(key) || (Array.isArray(list) && list.includes(id));
	};
	const named = [...found.users].filter((id) => listed("users", id));
	const pingsAnswered = answered && (!isJson(allowed) || allowed.replied_user === true);
	return {
		mentions: [...new Set([...named, ...(pingsAnswered ? [answered.id] : [])])].flatMap(
			(id) => guild.members.get(id)?.user ?? [],
		),
		mention_roles: [...found.roles].filter((id) => guild.roles.has(id) && listed("roles", id)),
		mention_everyone:
			found.everyone &&
			author !== undefined &&
			mayDo(author, "MentionEveryone", channel) &&
			parse.includes("everyone"),
	};
};
