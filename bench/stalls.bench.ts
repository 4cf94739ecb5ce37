import { setTimeout as wait } from "node:timers/promises";
import { ask, oldModel, openService } from "@herald/service/testing/open-service.ts";
import type { Result } from "./index.ts";
import { hostileBodies } from "./support/hostile-bodies.ts";
import { forbidden, type HostileServer, openHostileServer } from "./support/hostile-server.ts";
import { hostileTexts } from "./support/hostile-texts.ts";
import { watchTurns } from "./support/longest-turn.ts";
import {
	listOtherEntries,
	listReadEntries,
	listSpokenEntries,
	type TextEntry,
} from "./support/text-entries.ts";

/** Of ten sizes, these come first: only where one of them takes more than a few ms are the others measured. */
const firstSizes = [10, 3];
const otherSizes = [1, 2, 4, 5, 6, 7, 8, 9];
const sizes = 10;
const fewMs = 15;
/** So many requests are under way together, of different texts: none of them takes longer than all of them do. */
const together = 8;
/** A turn above it is measured again, so that code that is compiled and garbage that is collected count for nothing. */
const doubtfulMs = 25;
const triesMax = 3;
const shown = 10;
/** How long an answer of the service is waited for, in ms: the rest is the same work again. */
const serviceMs = 500;

type Text = (typeof hostileTexts)[number];

interface Row {
	readonly entry: string;
	readonly text: string;
	readonly characters: number;
	readonly ms: number;
}

class EntryMeasurement {
	readonly rows: Row[] = [];
	readonly #entry: TextEntry;
	readonly #server: HostileServer;
	#requests = 0;

	constructor(entry: TextEntry, server: HostileServer) {
		this.#entry = entry;
		this.#server = server;
	}

	async run(): Promise<void> {
		for (let at = 0; at < hostileTexts.length; at += together) {
			const texts = hostileTexts.slice(at, at + together);
			const slow = new Set<Text>();
			for (const size of firstSizes) for (const text of await this.#findSlow(texts, size)) slow.add(text);
			for (const text of slow) for (const size of otherSizes) await this.#measureAlone(text, size);
		}
	}

	/** @returns those texts that take more than a few ms */
	async #findSlow(texts: readonly Text[], size: number): Promise<readonly Text[]> {
		if (!this.#entry.alone) {
			const ms = await this.#measure(texts, size);
			if (ms <= fewMs) {
				for (const text of texts) this.#note(text, size, ms);
				return [];
			}
		}
		const slow: Text[] = [];
		for (const text of texts) if ((await this.#measureAlone(text, size)) > fewMs) slow.push(text);
		return slow;
	}

	async #measureAlone(text: Text, size: number): Promise<number> {
		let ms = Number.POSITIVE_INFINITY;
		for (let time = 0; time < triesMax && ms > doubtfulMs; time += 1)
			ms = Math.min(ms, await this.#measure([text], size));
		this.#note(text, size, ms);
		return ms;
	}

	/** @returns the longest turn, in ms */
	async #measure(texts: readonly Text[], size: number): Promise<number> {
		const { prepare, give } = this.#entry;
		const { people, longestTurn } = this.#server;
		const given = texts.flatMap(([, generate]) => {
			this.#requests += 1;
			const who = people[this.#requests % people.length];
			return who ? [{ text: generate(this.#length(size)), who }] : [];
		});
		// What the client doesn't send and what isn't answered costs, too.
		const giveAll = (act: TextEntry["give"]) =>
			Promise.all(given.map(async ({ text, who }) => act(text, who)).map((each) => each.catch(() => {})));
		if (prepare) await giveAll(prepare);
		await longestTurn();
		await giveAll(give);
		return longestTurn();
	}

	#length(size: number): number {
		return Math.ceil((this.#entry.max * size) / sizes);
	}

	#note([text]: Text, size: number, ms: number): void {
		this.rows.push({ entry: this.#entry.name, text, characters: this.#length(size), ms });
	}
}

const measureBot = async (
	speech: "another's" | "own",
	listEntries: (server: HostileServer) => readonly TextEntry[],
	isWanted: (entry: string) => boolean,
	onEntry: (rows: readonly Row[]) => void,
): Promise<void> => {
	const server = await openHostileServer(speech);
	try {
		for (const entry of listEntries(server).filter(({ name }) => isWanted(name))) {
			const measurement = new EntryMeasurement(entry, server);
			const t0 = performance.now();
			await measurement.run();
			console.error(entry.name, ((performance.now() - t0) / 1000).toFixed(1));
			onEntry(measurement.rows);
		}
	} finally {
		await server.close();
	}
};

/** The service's own door: bodies that never come from Herald. */
const measureService = async (): Promise<Row[]> => {
	const service = await openService();
	const tellTurns = watchTurns();
	const longestTurn = () => tellTurns().longestMs;
	const rows: Row[] = [];
	try {
		for (const [text, max, make, model = oldModel] of hostileBodies)
			for (const size of [...firstSizes, ...otherSizes]) {
				const characters = Math.ceil((max * size) / sizes);
				const given = make(characters);
				let ms = Number.POSITIVE_INFINITY;
				for (let time = 0; time < triesMax && ms > doubtfulMs; time += 1) {
					await wait(2);
					longestTurn();
					const options = { model, signal: AbortSignal.timeout(serviceMs) };
					await ask(service, given, options)
						.then((answer) => answer.arrayBuffer())
						.catch(() => {});
					await wait(2);
					ms = Math.min(ms, longestTurn());
				}
				rows.push({ entry: "embedded service", text, characters, ms });
				if (ms <= fewMs && size === firstSizes.at(-1)) break;
			}
	} finally {
		await service.close();
	}
	return rows;
};

/**
 * `npm run bench -- stalls ENTRY…`, by default all. How long the event loop stands still for one request, in its own
 * processor time: hostile texts of ten sizes wherever a text is given, in a playground's server whose lists are full, and
 * hostile bodies at the service's door. The goal is 50 ms.
 */
export const run = async (
	wanted: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const all: Row[] = [];
	const isWanted = (entry: string) => wanted.length === 0 || wanted.some((each) => entry.startsWith(each));
	const onEntry = (rows: readonly Row[]) => {
		all.push(...rows);
		const slowest = rows.reduce((one, other) => (other.ms > one.ms ? other : one));
		tell({ ...slowest, ms: slowest.ms.toFixed(0) });
	};
	if (isWanted("service")) onEntry(await measureService());
	await measureBot(
		"another's",
		(server) => [...listSpokenEntries(server), ...listOtherEntries(server)],
		isWanted,
		onEntry,
	);
	await measureBot(
		"own",
		(server) => [
			...listSpokenEntries(server, ` ${forbidden}`).map((entry) => ({
				...entry,
				name: `${entry.name}, forbidden`,
			})),
			...listReadEntries(server),
		],
		isWanted,
		onEntry,
	);
	all.sort((one, other) => other.ms - one.ms);
	return {
		title: `the slowest of ${all.length} requests, processor time of the event loop's longest turn; 50 ms is too long`,
		rows: all.slice(0, shown).map((row) => ({ ...row, ms: row.ms.toFixed(0) })),
	};
};
