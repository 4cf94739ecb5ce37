import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";
import { contractWith, inAnswers, unnamed } from "../../src/checks/contract.ts";
import { Form } from "../../src/checks/form.ts";
import { isJson, type Json } from "../../src/checks/json.ts";
import type { SentAnswer } from "../../src/sent.ts";
import eventParts from "./event-parts.json" with { type: "json" };
import { operations } from "./read-paths.ts";

export { operations };

/**
 * Checks everything that a process's playgrounds send against Discord's contract. A violation is thrown where no test
 * can catch it, so that the run fails.
 */

const check = contractWith(inAnswers, false);
const answers = new Map([...operations].map(([name, operation]) => [unnamed(name), operation.answers]));
/** By event, the schema of each object in it, by the object's path. The events themselves have no schema. */
const partsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = eventParts;
/** Parts of a GUILD_CREATE that have no `guild_id`, which their schemas require. */
const withoutGuild = ["d.channels.*", "d.voice_states.*"];

/** What is at a path, of which `*` is all elements, and a key with `?` may be missing. */
const find = (value: unknown, [key, ...path]: readonly string[]): readonly unknown[] => {
	if (key === undefined) return [value];
	if (key === "*") return Object.values(value ?? {}).flatMap((each) => find(each, path));
	const inner = isJson(value) ? value[key.replace("?", "")] : undefined;
	return inner === undefined && key.endsWith("?") ? [] : find(inner, path);
};

/** How many requests, answers and events this process has checked since `noteCounts` was last called. */
const counts = { requests: 0, answers: 0, events: 0 };

const hold = (name: string, type: string, value: unknown): void => {
	const form = new Form();
	check(form, type, value);
	try {
		form.finish();
	} catch (error) {
		const { errors } = error as { errors: object };
		throw new Error(`${name} isn't ${type}: ${JSON.stringify(errors)} in ${JSON.stringify(value)}`);
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
	if (answer.text !== undefined) hold(answer.operation, type, JSON.parse(answer.text));
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
	const event = JSON.parse(String(message)) as { t: string; d: Json };
	counts.events += 1;
	for (const [path, type] of Object.entries(partsOf[event.t] ?? {}))
		for (const part of find(event, path.split(".")))
			hold(event.t, type, withoutGuild.includes(path) ? { ...(part as Json), guild_id: event.d.id } : part);
});

/** Writes the counts to the file that `tell-counts.ts` reads, if there is one, and resets them. */
export const noteCounts = (): void => {
	const file = process.env.CONTRACT_COUNTS;
	if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
	Object.assign(counts, { requests: 0, answers: 0, events: 0 });
};
