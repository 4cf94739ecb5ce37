import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { contractWith, inAnswers, unnamed } from "../../src/checks/contract.ts";
import { Form } from "../../src/checks/form.ts";
import { isJson, type Json } from "../../src/checks/json.ts";
import type { SentAnswer } from "../../src/sent.ts";
import { operations } from "./read-paths.ts";

export { operations };

/**
 * Checks everything that a process's playgrounds send against Discord's contract. A violation is thrown where no test
 * can catch it, so that the run fails.
 */

const check = contractWith(inAnswers, false);
const answers = new Map([...operations].map(([name, operation]) => [unnamed(name), operation.answers]));
const channel =
	"GuildChannelResponse | PrivateChannelResponse | PrivateGroupChannelResponse | ThreadResponse";

type Part = readonly [type: string, value: unknown];
const all = (type: string, value: unknown): Part[] =>
	Array.isArray(value) ? value.map((each) => [type, each]) : [];

/** The objects in a GUILD_CREATE. Its channels and voice states have no `guild_id`, so this function adds it. */
const inGuild = ({ id, channels, threads, roles, members, voice_states: states, stickers }: Json): Part[] => {
	const within = (value: unknown) =>
		Array.isArray(value) ? value.map((each) => ({ ...each, guild_id: id })) : [];
	return [
		...all("GuildChannelResponse", within(channels)),
		...all("ThreadResponse", threads),
		...all("GuildRoleResponse", roles),
		...all("GuildMemberResponse", members),
		...all("VoiceStateResponse", within(states)),
		...all("GuildStickerResponse", stickers),
	];
};

const resolved = ({ data }: Json): Part[] => {
	const found = isJson(data) && isJson(data.resolved) ? data.resolved : {};
	const values = (key: string) => (isJson(found[key]) ? Object.values(found[key]) : []);
	return [
		...all("UserResponse", values("users")),
		...all("GuildRoleResponse", values("roles")),
		...all("MessageResponse", values("messages")),
		...all("AttachmentResponse", values("attachments")),
	];
};

/** For each event, finds the objects in it that have a schema in Discord's OpenAPI. The events themselves have none. */
const partsOf: Readonly<Record<string, (data: Json) => readonly Part[]>> = {
	READY: ({ user }) => [["UserResponse", user]],
	GUILD_CREATE: inGuild,
	CHANNEL_CREATE: (data) => [[channel, data]],
	CHANNEL_UPDATE: (data) => [[channel, data]],
	CHANNEL_DELETE: (data) => [[channel, data]],
	THREAD_CREATE: (data) => [["ThreadResponse", data]],
	THREAD_UPDATE: (data) => [["ThreadResponse", data]],
	GUILD_MEMBER_ADD: (data) => [["GuildMemberResponse", data]],
	GUILD_MEMBER_UPDATE: (data) => [["GuildMemberResponse", data]],
	GUILD_MEMBER_REMOVE: ({ user }) => [["UserResponse", user]],
	GUILD_MEMBERS_CHUNK: ({ members }) => all("GuildMemberResponse", members),
	GUILD_BAN_ADD: ({ user }) => [["UserResponse", user]],
	GUILD_BAN_REMOVE: ({ user }) => [["UserResponse", user]],
	GUILD_ROLE_CREATE: ({ role }) => [["GuildRoleResponse", role]],
	GUILD_ROLE_UPDATE: ({ role }) => [["GuildRoleResponse", role]],
	MESSAGE_CREATE: (data) => [["MessageResponse", data]],
	MESSAGE_UPDATE: (data) => [["MessageResponse", data]],
	MESSAGE_REACTION_ADD: ({ member }) => (member ? [["GuildMemberResponse", member]] : []),
	TYPING_START: ({ member }) => (member ? [["GuildMemberResponse", member]] : []),
	VOICE_STATE_UPDATE: (data) => [["VoiceStateResponse", data]],
	INTERACTION_CREATE: (data) => [
		...(data.member ? ([["GuildMemberResponse", data.member]] as const) : []),
		...(data.user ? ([["UserResponse", data.user]] as const) : []),
		...(data.message ? ([["MessageResponse", data.message]] as const) : []),
		...resolved(data),
	],
};

/** How many requests, answers and events this process has checked since `noteCounts` was last called. */
const counts = { requests: 0, answers: 0, events: 0 };

const hold = (name: string, parts: readonly Part[]): void => {
	for (const [type, value] of parts) {
		const form = new Form();
		check(form, type, value);
		try {
			form.finish();
		} catch (error) {
			const { errors } = error as { errors: object };
			throw new Error(`${name} isn't ${type}: ${JSON.stringify(errors)} in ${JSON.stringify(value)}`);
		}
	}
};

const typeOfAnswer = ({ operation, status }: SentAnswer): string => {
	const known = answers.get(operation);
	if (known === undefined) throw new Error(`${operation} isn't one of Discord's operations`);
	if (status === 429) return "RatelimitedResponse";
	if (status >= 400) return "ErrorResponse";
	const type = known?.[status];
	if (type === undefined) throw new Error(`${operation} doesn't answer ${status}`);
	return type;
};

subscribe("playground.answer", (message) => {
	const answer = message as SentAnswer;
	if (!answer.operation.startsWith("GET ")) counts.requests += 1;
	counts.answers += 1;
	const type = typeOfAnswer(answer);
	if (type === "unknown" ? answer.text !== undefined : answer.text === undefined)
		throw new Error(`${answer.operation} answered ${answer.status} with ${answer.text ?? "nothing"}`);
	if (answer.text !== undefined) hold(answer.operation, [[type, JSON.parse(answer.text)]]);
});

let isWatching = true;

/** Calls `send` without checking the events that it sends, so that a test can violate Discord's contract. */
export const againstContract = (send: () => void): void => {
	isWatching = false;
	send();
	isWatching = true;
};

subscribe("playground.event", (message) => {
	if (!isWatching) return;
	const { t: name, d: data } = JSON.parse(String(message)) as { t: string; d: Json };
	counts.events += 1;
	hold(name, partsOf[name]?.(data) ?? []);
});

/** Writes the counts to the file that `tell-counts.ts` reads, if there is one, and resets them. */
export const noteCounts = (): void => {
	const file = process.env.CONTRACT_COUNTS;
	if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
	Object.assign(counts, { requests: 0, answers: 0, events: 0 });
};
