import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { InteractionTrace, Member, Playground } from "@herald/playground";
import Database from "better-sqlite3";
import { ChannelType } from "discord-api-types/v10";
import { estimateSeconds } from "../src/speech/text/lines.ts";
import { serverPanel } from "../test/support/server-panel.ts";
import type { Result } from "./index.ts";
import { keepAnswers, readText, send, serveSpeech } from "./support/speaking-upstream.ts";
import { describeWorld, HeraldProcess, openPlayground } from "./support/world.ts";

/** The average pause between actions, in ms. */
const pauseMs = 25;
/** How many of the last actions are remembered. No other action begins while half as many are unacknowledged. */
const atOnce = 20;
/** The share of actions that send a book, and the share that send any text, books included. */
const bookShare = 0.02;
const spokenShare = 0.75;
const isNew = ({ interaction }: InteractionTrace): boolean =>
	interaction.state === "waiting" && interaction.acknowledgedBy === undefined;

const languages: Readonly<Record<string, string>> = {
	en: "says that the weather is fine today",
	de: "sagt heute etwas sehr Langes dazu",
	fr: "dit que le temps est beau ici",
	es: "dice que hoy hace buen tiempo",
	pt: "diz que hoje faz bom tempo",
	it: "dice che oggi fa bel tempo",
	pl: "mówi dzisiaj coś bardzo ciekawego",
	ru: "говорит сегодня что-то очень интересное",
	ja: "は今日とても長い話をします",
	ko: "오늘 아주 긴 이야기를 합니다",
};

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const upTo = (most: number): number => 1 + Math.floor(Math.random() * most);
const letters = (n: number): string => String.fromCharCode(97 + (Math.floor(n / 26) % 26), 97 + (n % 26));
const mark = /\bZed[a-z]{2}\b/;

/** @returns the mark of the member who sent a text, which is in each sentence; undefined if there is none */
export const findMark = (text: string): string | undefined => mark.exec(text)?.[0];

export interface Person {
	readonly member: Member;
	readonly mark: string;
	last?: InteractionTrace;
}

/** Members in voice channels who have texts, samples and long files spoken, and stop some of them. */
export class BusyMembers {
	readonly people: readonly Person[];
	readonly #playground: Playground;
	#traces: InteractionTrace[] = [];
	#number = 0;

	constructor(playground: Playground, servers: number, membersAServer: number) {
		this.#playground = playground;
		const people: Person[] = [];
		for (let n = 0; n < servers; n += 1) {
			const [first = { username: "" }, ...others] = Array.from({ length: membersAServer }, (_, m) => ({
				username: `member${n}${m}`,
			}));
			const guild = playground.world.addGuild({
				name: `Server ${n}`,
				members: [first, ...others],
				channels: [{ name: "general" }, { name: "voice", type: ChannelType.GuildVoice }],
			});
			const voice = [...guild.channels.values()].find(({ type }) => type === ChannelType.GuildVoice);
			for (const member of guild.members.values()) {
				if (member.user.bot || !voice) continue;
				people.push({ member, mark: `Zed${letters(people.length)}` });
				playground.voice.join(member, voice);
			}
		}
		this.people = people;
	}

	get owners(): readonly Person[] {
		return this.people.filter(({ member }) => member === member.guild.owner);
	}

	/** Has random members do this many actions. */
	async act(acts: number): Promise<void> {
		for (let act = 0; act < acts; act += 1) {
			const chance = Math.random();
			const person = pick(this.people);
			if (chance < bookShare) this.#sendBook(person);
			else pick(chance < spokenShare ? this.#speaking : this.#ending)(person);
			do await wait(pauseMs * Math.random() * 2);
			while (this.#traces.filter(isNew).length >= atOnce / 2);
		}
	}

	use(person: Person, command: string, values: Parameters<Playground["command"]>[2] = {}): InteractionTrace {
		person.last = this.#playground.command(person.member, command, values);
		this.#traces = [...this.#traces.slice(1 - atOnce), person.last];
		return person.last;
	}

	readonly #speaking: readonly ((person: Person) => void)[] = [
		(person) => this.use(person, "say", { text: this.#write(person, upTo(6)), as: "channel" }),
		// Most long texts are files: in a channel's queue, a long text reserves much of the day's limit without a sound.
		(person) => {
			const as = pick(["file", "file", "file", "channel"]);
			this.use(person, "say", { text: this.#write(person, 30), as });
		},
		(person) => this.use(person, "say", { text: this.#write(person, upTo(20)), as: "file" }),
		(person) => {
			const text = this.#write(person, 2);
			this.use(person, "say", { text, speed: pick([0.5, 1.5, 2]), as: "file" });
		},
		(person) => {
			const text = `${person.mark} ${"@=".repeat(8)}${this.#newWord()}`;
			this.use(person, "say", { text, as: "file" });
		},
		(person) => {
			const language = pick(Object.keys(languages));
			this.use(person, "say", { text: this.#write(person, 3, language), language, as: "file" });
		},
		(person) =>
			this.use(person, "voice try", { voice: pick(["Puck", "Kore"]), text: this.#write(person, 1) }),
	];

	readonly #ending: readonly ((person: Person) => void)[] = [
		(person) => this.use(person, "skip"),
		(person) => this.use(person, "skip", { all: true }),
		(person) => this.use(person, "stop"),
		(person) => this.use(person, "leave"),
		(person) => this.#click(person),
		(person) => this.#click(person),
		({ last }) => {
			const message = last?.messages.at(-1);
			if (message) this.#playground.messages.delete(message.id);
		},
	];

	#sendBook(person: Person): void {
		const text = Array.from({ length: upTo(20) }, () => this.#write(person, 4)).join("\n\n");
		const file = this.#playground.upload("book.txt", Buffer.from(text));
		this.use(person, "say", { file, as: pick(["file", "channel"]) });
	}

	#click({ member, last }: Person): void {
		const message = last?.messages.at(-1);
		const buttons = message?.components.filter(({ custom_id: id }) => id !== undefined) ?? [];
		if (message && buttons.length > 0)
			this.#playground.click(member, message, String(pick(buttons).custom_id));
	}

	#newWord(): string {
		this.#number += 1;
		return `${letters(this.#number % 676)}${letters(Math.floor(this.#number / 676))}`;
	}

	/** @returns this many sentences that haven't been spoken before */
	#write(person: Person, sentences: number, language = pick(Object.keys(languages))): string {
		const write = () => `${person.mark} ${languages[language]} ${this.#newWord()}.`;
		return Array.from({ length: sentences }, write).join(" ");
	}
}

/** The length of a phrase of {@link keepAnswers}, in ms. */
const phraseMs = 1_400;
const longestMs = 60_000;
const answerMs = 300;
/** The share of answers that are made and then lost, and the share of refused requests. */
const lostShare = 0.01;
const refusedShare = 0.03;

/** @returns the length of a spoken text, in ms: random, because voices differ in speed */
const speakingMs = (text: string): number => {
	const signs = text.match(/[=@]/g)?.length ?? 0;
	const wide = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu)?.length ?? 0;
	const narrow = text.length - signs - wide;
	return (signs * 400 + wide * 180 + narrow * 65) * (0.6 + Math.random() * 0.8);
};

interface Entry {
	readonly text: string;
	readonly ms: number;
	/** Whether the answer with this sound was lost. */
	lost: boolean;
}

/** A speech service that records the sound it made, in the order of requests. */
const startLedgerService = async () => {
	const ledger: Entry[] = [];
	const answer = keepAnswers();
	let requests = 0;
	let open = 0;
	const server = await serveSpeech(async ({ url }, body, response) => {
		if (!url?.includes("generateContent")) return send(response, 404, "{}");
		requests += 1;
		open += 1;
		const text = readText(body);
		const chance = Math.random();
		const phrases = Math.max(1, Math.round(Math.min(longestMs, speakingMs(text)) / phraseMs));
		const entry = { text, ms: phrases * phraseMs, lost: false };
		if (chance >= refusedShare) ledger.push(entry);
		response.once("close", () => {
			open -= 1;
			entry.lost = !response.writableFinished;
		});
		await wait(Math.random() * answerMs);
		if (chance < refusedShare) return send(response, 503, "{}");
		if (chance > 1 - lostShare) return response.destroy();
		return send(response, 200, answer(phrases));
	});
	return {
		...server,
		ledger: ledger as readonly Entry[],
		get requests() {
			return requests;
		},
		/** The number of unanswered requests. */
		get open() {
			return open;
		},
	};
};

const actsAtFirst = 10_000;
const days = 4;
const servers = 5;
const membersAServer = 10;
const memberSeconds = 200;
const guildSeconds = 1_800;
/** The limit per day that the managers of the first two servers set. */
const ownSeconds = 800;
const settleMs = 5_000;
const dayMs = 24 * 60 * 60_000;
/** The time left, in ms, below which a day counts as at its limit. */
const reachedMs = 10_000;

/** The day of a member or a server. */
interface Account {
	readonly whose: string;
	readonly limitMs: number;
	/** The sound that was made, in the order of its requests. */
	readonly entries: readonly Entry[];
	readonly countedMs: number;
}

/** @returns the speech that Herald can know of, in ms: for a lost answer, an estimate */
const knownMs = ({ lost, text, ms }: Entry): number => (lost ? estimateSeconds(text) * 1_000 : ms);
const madeMs = ({ ms }: Entry): number => ms;
const sum = <T>(list: readonly T[], msOf: (each: T) => number): number =>
	list.reduce((all, each) => all + msOf(each), 0);

/** @returns how many of the last entries must be left out for the rest to be within the limit */
const countPast = ({ entries, limitMs }: Account, msOf: (entry: Entry) => number): number => {
	let past = 0;
	while (sum(entries.slice(0, entries.length - past), msOf) > limitMs) past += 1;
	return past;
};

const describe = (whose: string, accounts: readonly Account[]) => {
	const most = (of: (account: Account) => number) => Math.max(...accounts.map(of));
	const ratios = (msOf: (entry: Entry) => number): string => {
		const all = accounts.flatMap(({ entries, countedMs }) =>
			entries.length > 0 ? [countedMs / sum(entries, msOf)] : [],
		);
		return `${Math.min(...all).toFixed(3)} to ${Math.max(...all).toFixed(3)}`;
	};
	const entries = accounts.flatMap((account) => account.entries);
	return {
		whose,
		days: accounts.length,
		"at the limit": accounts.filter(({ countedMs, limitMs }) => countedMs > limitMs - reachedMs).length,
		"made, s": (sum(entries, madeMs) / 1_000).toFixed(0),
		"answers lost, s": (sum(entries, (entry) => (entry.lost ? entry.ms : 0)) / 1_000).toFixed(0),
		"counted, s": (sum(accounts, ({ countedMs }) => countedMs) / 1_000).toFixed(0),
		"counted/made": ratios(knownMs),
		"with lost answers": ratios(madeMs),
		"past the limit, s": Math.max(
			0,
			most((each) => sum(each.entries, knownMs) - each.limitMs) / 1_000,
		).toFixed(1),
		"in Lines": most((each) => countPast(each, knownMs)),
		"with lost answers, in Lines": most((each) => countPast(each, madeMs)),
	};
};

interface CountedRow {
	readonly guild_id: string;
	readonly user_id: string;
}

/**
 * @returns a function that says how much speech a day has counted for a member in a server, in ms, without what
 *   unfinished books have reserved
 */
const readCounted = (dataDir: string, day: number) => {
	const database = new Database(join(dataDir, "bot.db"), { readonly: true });
	const read = <T>(query: string) => database.prepare(query).all() as (CountedRow & T)[];
	const counted = read<{ made_ms: number }>(
		`SELECT guild_id, user_id, made_ms FROM speech_days WHERE day = ${day}`,
	);
	const books = read<{ progress: string }>(
		"SELECT guild_id, user_id, progress FROM kept_values WHERE kind = 'book'",
	);
	database.close();
	return (guildId: string, userId: string): number => {
		const isTheirs = (row: CountedRow) => row.guild_id === guildId && row.user_id === userId;
		const asideMs = sum(books.filter(isTheirs), ({ progress }) => {
			const { ms = 0, spentMs = 0 } = JSON.parse(progress).begun?.reserved ?? {};
			return ms - spentMs;
		});
		return (counted.find(isTheirs)?.made_ms ?? 0) - asideMs;
	};
};

/** @param args - the number of actions */
export const run = async (
	[acts = String(actsAtFirst)]: readonly string[],
	tell: (row: Readonly<Record<string, number>>) => void,
): Promise<Result> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await openPlayground({ guilds: [] });
	const service = await startLedgerService();
	const members = new BusyMembers(playground, servers, membersAServer);
	const limited = members.owners.slice(0, 2).map(({ member }) => member.guild);
	const environment = {
		...describeWorld({ dataDir, playground, upstream: service }),
		MEMBER_SECONDS_PER_DAY: String(memberSeconds),
		GUILD_SECONDS_PER_DAY: String(guildSeconds),
		LOG_LEVEL: "warn",
		NODE_OPTIONS: `--import=${new URL("./support/shift-clock.ts", import.meta.url).href}`,
	};
	const ofMembers: Account[] = [];
	const ofServers: Account[] = [];
	const today = Math.floor(Date.now() / dayMs);
	for (let day = today + 1; day <= today + days; day += 1) {
		const offMs = day * dayMs + dayMs / 2 - Date.now();
		const herald = new HeraldProcess({ ...environment, CLOCK_OFF_MS: String(offMs) });
		await herald.start();
		for (const owner of members.owners)
			if (day === today + 1 && limited.includes(owner.member.guild))
				await serverPanel(playground, owner.member).set({ secondsPerDay: ownSeconds });
		const before = service.ledger.length;
		await members.act(Math.round(Number(acts) / days));
		for (let requests = -1; requests !== service.requests || service.open > 0; await wait(settleMs)) {
			requests = service.requests;
			for (const owner of members.owners) members.use(owner, "stop");
		}
		await herald.end("SIGTERM");

		const countedOf = readCounted(dataDir, day);
		const entriesOf = Map.groupBy(service.ledger.slice(before), ({ text }) => findMark(text));
		for (const [guild, people] of Map.groupBy(members.people, ({ member }) => member.guild)) {
			const accounts = people.map(({ member, mark }) => ({
				whose: mark,
				limitMs: memberSeconds * 1_000,
				entries: entriesOf.get(mark) ?? [],
				countedMs: countedOf(guild.id, member.user.id),
			}));
			ofMembers.push(...accounts);
			ofServers.push({
				whose: guild.name,
				limitMs: (limited.includes(guild) ? ownSeconds : guildSeconds) * 1_000,
				entries: service.ledger
					.slice(before)
					.filter(({ text }) => people.some(({ mark }) => mark === findMark(text))),
				countedMs: sum(accounts, ({ countedMs }) => countedMs),
			});
		}
		tell({ day: day - today, requests: service.requests, lines: service.ledger.length });
	}
	await playground.stop();
	await service.stop();
	rmSync(dataDir, { recursive: true, force: true });

	const unmarked = service.ledger.filter(({ text }) => findMark(text) === undefined).length;
	return {
		title: `${acts} acts of ${members.people.length} members in ${days} days, ${service.requests} requests (${unmarked} without a mark)`,
		rows: [
			...[...Map.groupBy(ofServers, ({ whose }) => whose)].map(([whose, accounts]) =>
				describe(`${whose}, ${(accounts[0]?.limitMs ?? 0) / 1_000} s a day`, accounts),
			),
			describe(`members, ${memberSeconds} s a day`, ofMembers),
		],
	};
};
