import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace } from "@herald/playground";
import pg from "pg";
import { limitedWindowMs } from "../../src/credit/pace.ts";
import { fingerprint } from "../../src/shared/fingerprint.ts";
import { readLast } from "./busy-world.ts";
import type { TwoMachines } from "./two-machines.ts";

/** The time in which a machine was dead, in ms since the epoch. */
export interface Outage {
	readonly machine: number;
	readonly from: number;
	readonly until: number;
}

interface Circumstances {
	readonly outages: readonly Outage[];
	readonly machineOf: (trace: InteractionTrace) => number;
	/** Interactions that were acknowledged, but have no final answer. */
	readonly unanswered: readonly InteractionTrace[];
}

/** How long before its machine's death, in ms, an interaction may begin and still be lost with the machine. */
const onItsWayMs = 3_000;

const saysNotSaved = /couldn't save/;
const saysInterrupted = /Herald (?:was restarted|is restarting)/;

const noOutcomes = {
	answered: 0,
	"told as not saved": 0,
	"told as interrupted": 0,
	"not responded, machine dead": 0,
	"not responded otherwise": 0,
	"without a last answer": 0,
};
type Outcome = keyof typeof noOutcomes;

const findOutcome = (trace: InteractionTrace, { outages, machineOf, unanswered }: Circumstances): Outcome => {
	const { acknowledgedBy, state, openedAt } = trace.interaction;
	const last = trace.messages.at(-1)?.content ?? "";
	if (acknowledgedBy === undefined || state === "failed") {
		const wasDead = outages.some(
			({ machine, from, until }) =>
				machine === machineOf(trace) && openedAt > from - onItsWayMs && openedAt < until,
		);
		return wasDead ? "not responded, machine dead" : "not responded otherwise";
	}
	if (unanswered.includes(trace)) return "without a last answer";
	if (saysNotSaved.test(last)) return "told as not saved";
	return saysInterrupted.test(last) ? "told as interrupted" : "answered";
};

/** @returns the number of interactions with each outcome; the last two outcomes must not occur */
export const countOutcomes = (traces: readonly InteractionTrace[], circumstances: Circumstances) => {
	const counts = { asked: traces.length, ...noOutcomes };
	for (const trace of traces) counts[findOutcome(trace, circumstances)] += 1;
	return counts;
};

/** @returns the interactions with an outcome that must not occur */
export const listLeftOver = (
	traces: readonly InteractionTrace[],
	circumstances: Circumstances,
): readonly { readonly trace: InteractionTrace; readonly outcome: Outcome }[] =>
	traces
		.map((trace) => ({ trace, outcome: findOutcome(trace, circumstances) }))
		.filter(({ outcome }) => outcome === "not responded otherwise" || outcome === "without a last answer");

interface JournalRow {
	readonly code: string;
	readonly outcome: string;
}

interface VoiceRow {
	readonly user_id: string;
	readonly voice: string;
}

const ask = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
};

/** @returns the redemptions in a shared database, the secret of their fingerprints, and every member's voice */
export const readSharedBooks = (url: string) =>
	ask(url, async (client) => {
		const { rows } = await client.query<JournalRow>("SELECT code, outcome FROM redemptions");
		const secrets = await client.query<{ value: Buffer }>("SELECT value FROM secrets WHERE name = 'bot'");
		const voices = await client.query<VoiceRow>(
			"SELECT user_id, value AS voice FROM member_settings WHERE key = 'voice'",
		);
		return {
			rows,
			secret: secrets.rows[0]?.value ?? Buffer.alloc(0),
			voices: new Map(voices.rows.map(({ user_id, voice }) => [user_id, voice])),
		};
	});

type Books = Awaited<ReturnType<typeof readSharedBooks>>;

/** Compares the bot's journal with the codes that the service credited. All numbers but the first must be 0. */
export const compareBooks = ({ secret, rows }: Books, credited: ReadonlyMap<string, number>) => {
	const creditedMarks = new Set([...credited.keys()].map((code) => fingerprint(secret, "code", code)));
	const countRows = (is: (row: JournalRow) => boolean): number => rows.filter(is).length;
	return {
		"codes credited": credited.size,
		"credited twice": [...credited.values()].filter((times) => times > 1).length,
		"credited and not in the journal": [...creditedMarks].filter(
			(mark) => !rows.some(({ code }) => code === mark),
		).length,
		"falsely redeemed": countRows(({ outcome, code }) => outcome === "redeemed" && !creditedMarks.has(code)),
		"falsely refused": countRows(({ outcome, code }) => outcome === "refused" && creditedMarks.has(code)),
		"still sent": countRows(({ outcome }) => outcome === "sent"),
	};
};

/** Moves redemptions into the past, so that they no longer count for limits on attempts. */
export const passLimits = (url: string): Promise<unknown> =>
	ask(url, (client) =>
		client.query(`UPDATE redemptions SET sent_at = sent_at - ${limitedWindowMs} WHERE outcome <> 'sent'`),
	);

const codesAtOnce = 10;
/** How long to wait for an answer, in ms. */
const answerMs = 15_000;

/** Waits for a condition. Gives up after `answerMs`, without an error. */
const waitUntil = async (isSo: () => boolean): Promise<void> => {
	for (const until = performance.now() + answerMs; !isSo() && performance.now() < until; ) await wait(20);
};

const isAnswered = ({ messages }: InteractionTrace): boolean =>
	messages.some(({ thinking, content }) => !thinking && content !== "");

/** Has members of one guild per process redeem the same codes at the same time. @returns the interactions by code */
export const redeemAtOnce = async ({
	playground,
	busy,
	upstream,
}: TwoMachines): Promise<ReadonlyMap<string, readonly InteractionTrace[]>> => {
	const byCode = new Map<string, readonly InteractionTrace[]>();
	for (let n = 0; n < codesAtOnce; n += 1) {
		const code = `ATONCE${String(n).padStart(8, "0")}`;
		const letAnswer = upstream.holdTopups();
		// A guild and a member may try only a few codes, so the guilds that redeem change with each code.
		const asked = busy.flatMap((guilds) => {
			const guild = guilds[n % guilds.length];
			return guild ? playground.command(guild.person, "redeem", { code }) : [];
		});
		byCode.set(code, asked);
		// All but one are told at once that the code is already being redeemed.
		await waitUntil(() => asked.filter(isAnswered).length >= asked.length - 1);
		letAnswer();
		await waitUntil(() => asked.every(isAnswered));
	}
	return byCode;
};

/** Compares the answers with the requests that reached the service. */
export const describeAtOnce = (
	byCode: ReadonlyMap<string, readonly InteractionTrace[]>,
	topups: ReadonlyMap<string, number>,
) => {
	const traces = [...byCode.values()].flat();
	const countTold = (what: RegExp): number =>
		traces.filter((trace) => what.test(readLast(trace) ?? "")).length;
	return {
		"codes sent by four at once": byCode.size,
		"with exactly one request": [...byCode.keys()].filter((code) => topups.get(code) === 1).length,
		"members who sent them": traces.length,
		"told what came of it": countTold(/^(?:Added|Code redeemed)/),
		"told that it is under way": countTold(/already being redeemed/),
	};
};

export const toSeconds = (ms: number): string => (ms / 1_000).toFixed(1);

export class Phases {
	readonly #begun: { readonly name: string; readonly at: number }[] = [];

	begin(name: string): void {
		this.#begun.push({ name, at: Date.now() });
	}

	/** @returns the phase of a time in ms since the epoch, and how long after its beginning that time is */
	describe(time: number): string {
		const last = this.#begun.findLast(({ at }) => at <= time);
		return last ? `${toSeconds(time - last.at)} s after ${last.name}` : "before all";
	}
}
