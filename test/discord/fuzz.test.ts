import { eventually } from "@herald/common/testing/eventually.ts";
import { type SentMessage, watchSent } from "@herald/playground/sent-messages";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, patientAttempts } from "../support/herald.ts";
import { startWorld } from "../support/world.ts";

/** The cases are the same in each run; FUZZ_RUNS and FUZZ_SEED try others. */
const runs = {
	numRuns: Number(process.env.FUZZ_RUNS ?? 10),
	seed: Number(process.env.FUZZ_SEED ?? 1),
	endOnFailure: true,
};

const sent = watchSent();
let herald: Herald;
let stop: () => Promise<void>;
let texts = 0;

/** The errors that reached the process. Herald logs both kinds, and ends after an uncaught one. */
const uncaught: unknown[] = [];
const rejected: unknown[] = [];
const listeners = [
	["uncaughtException", uncaught],
	["unhandledRejection", rejected],
] as const;
/** Vitest's own listeners, which would fail the run. They are put back afterwards. */
const others = listeners.map(([event]) => process.listeners(event as "uncaughtException"));

/** The first message of each kind, as it was sent. */
const kinds = new Map<string, SentMessage>();
const kindOf = ({ gateway, data }: SentMessage): string => {
	if (typeof data !== "string") return `${gateway} binary ${data[2]}`;
	const { op, t } = JSON.parse(data);
	return `${gateway} ${op} ${t ?? ""}`;
};

const say = async (as: "channel" | "file") => {
	texts += 1;
	const trace = herald.say(herald.playground.home.ordinary, `Heard, ${texts}.`, { as });
	return trace.message(({ content, attachments }) =>
		as === "file" ? attachments.length > 0 : /· finished/.test(content),
	);
};

beforeAll(async () => {
	for (const [event, errors] of listeners) {
		process.removeAllListeners(event);
		process.on(event, (error: unknown) => errors.push(error));
	}
	const world = await startWorld({ MEMBER_TEXTS_PER_MINUTE: "0" }, { timing: patientAttempts });
	({ herald, stop } = world);
	const { playground } = world;
	const { home } = playground;
	for (const who of [home.owner, home.ordinary]) playground.voice.join(who);
	await say("file");
	await say("channel");
	const { messages } = sent;
	playground.messages.delete(playground.post(home.ordinary, "Something", { channel: home.text }).id);
	playground.voice.setSelfMute(home.ordinary, true);
	await eventually(() =>
		expect(messages.some(({ data }) => String(data).includes('"self_mute":true'))).toBe(true),
	);
	// Messages that the playground doesn't send by itself.
	const more = [{ op: 1, d: null }, { op: 11 }, null, [], "x"];
	for (const data of more.map((each) => JSON.stringify(each))) kinds.set(data, { gateway: "bot", data });
	for (const message of messages) {
		const kind = kindOf(message);
		// Leaves out Hello: if damaged, it could change the heartbeat's interval, and the connection could end at any
		// time.
		if (kind !== "bot 10 " && !kinds.has(kind)) kinds.set(kind, message);
	}
});
afterAll(async () => {
	await stop();
	sent.end();
	for (const [at, [event]] of listeners.entries()) {
		process.removeAllListeners(event);
		for (const listener of others[at] ?? []) process.on(event, listener as () => void);
	}
});
beforeEach(() => {
	const { home, voice } = herald.playground;
	// Members leave and join, because a damaged message may have told Herald that they are elsewhere.
	for (const who of [home.owner, home.ordinary]) {
		voice.leave(who);
		voice.join(who);
	}
	uncaught.length = 0;
	rejected.length = 0;
});

/** Resolves when Herald has seen what was sent so far: it answers a heartbeat, or has connected anew. */
const isHeardFrom = async () => {
	const before = sent.messages.length;
	sent.send("bot", JSON.stringify({ op: 1, d: null }));
	await eventually(() =>
		expect(
			sent.messages.slice(before).some(({ data }) => /^\{"op":11|"t":"(?:READY|RESUMED)"/.test(String(data))),
		).toBe(true),
	);
};

/** Sends Herald the messages of a login again, because a damaged message may have taken a guild away. */
const tellAgain = async () => {
	await isHeardFrom();
	for (const kind of ["bot 0 READY", "bot 0 GUILD_CREATE"]) sent.send("bot", kinds.get(kind)?.data ?? "");
	await isHeardFrom();
};

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => value !== null && typeof value === "object";

interface Damage {
	/**
	 * The place of the damaged field: the number of a field in the message, of a field in that field, and so on. A
	 * number is taken modulo the number of fields. In a binary message, each number is the place of a damaged byte.
	 */
	readonly path: readonly number[];
	/** The field's new value; undefined removes the field. */
	readonly value: unknown;
}
/** Picks an item of a list of any length: the number is taken modulo the length. */
const which = fc.noBias(fc.nat(9_999));
const damage: fc.Arbitrary<Damage> = fc.record({
	path: fc.array(which, { minLength: 1, maxLength: 5 }),
	value: fc.constantFrom<unknown>(undefined, null, 0, -1, 1e30, "", "x", true, [], [null], {}, { id: null }),
});
/** Messages of any kinds in any order, each sent once or twice, and with up to three damages. */
const sequences = fc.array(
	fc.record({
		kind: which,
		times: fc.integer({ min: 1, max: 2 }),
		damages: fc.array(damage, { maxLength: 3 }),
	}),
	{ minLength: 1, maxLength: 8 },
);

const breakAt = (within: Fields, [first = 0, ...rest]: readonly number[], value: unknown): void => {
	const keys = Object.keys(within);
	const key = keys[first % keys.length];
	if (key === undefined) return;
	const inner = within[key];
	if (rest.length > 0 && isFields(inner)) breakAt(inner, rest, value);
	else if (value === undefined) delete within[key];
	else within[key] = structuredClone(value);
};

const damaged = (data: string | Buffer, damages: readonly Damage[]): string | Buffer => {
	if (typeof data === "string") {
		const message = JSON.parse(data);
		if (isFields(message)) for (const { path, value } of damages) breakAt(message, path, value);
		return JSON.stringify(message);
	}
	const bytes = Buffer.from(data);
	for (const { path } of damages) for (const at of path) bytes[at % bytes.length] = at % 256;
	return bytes;
};

describe.each([
	["bot", "file"],
	["voice", "channel"],
] as const)("whatever comes by the %s gateway,", (gateway, as) => {
	test("Herald lives, and the next text is heard", { timeout: 600_000 }, async () => {
		const known = [...kinds.values()].filter((each) => each.gateway === gateway);
		expect(known.length).toBeGreaterThan(5);
		await fc.assert(
			fc.asyncProperty(sequences, async (sequence) => {
				for (const { kind, times, damages } of sequence) {
					const { data } = known[kind % known.length] as SentMessage;
					for (let n = 0; n < times; n += 1) sent.send(gateway, damaged(data, damages));
				}
				if (gateway === "bot") await tellAgain();
				await say(as);
				expect(uncaught).toEqual([]);
			}),
			runs,
		);
	});
});
