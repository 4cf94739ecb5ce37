import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { type InteractionTrace, type Member, startPlayground } from "@herald/playground";
import Database from "better-sqlite3";
import { ChannelType } from "discord-api-types/v10";
import type { Result } from "./index.ts";
import { describeWorld, HeraldProcess } from "./support/herald-process.ts";
import { startLedgerService } from "./support/ledger-service.ts";

const token = "bench";
const actsAtFirst = 10_000;
const servers = 5;
const membersAServer = 10;
const memberSeconds = 600;
const guildSeconds = 4_500;
const lineSeconds = 45;
/** Between two acts, in ms. */
const pauseMs = 25;
const settleMs = 10_000;
/** Of acts. */
const bookShare = 0.02;
const spokenShare = 0.75;
/** Acts, of which half may wait for an answer. */
const atOnce = 20;
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
const letters = (n: number): string => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));
/** Members' marks in what they have spoken, in each of its sentences. */
const mark = /\bZed[a-z]{2}\b/;

interface Owner {
	readonly guild_id: string;
	readonly user_id: string;
}

interface Person {
	readonly member: Member;
	readonly mark: string;
	last?: InteractionTrace;
}

export const name = "money";

/** @param args - how many acts */
export const run = async ([acts = String(actsAtFirst)]: readonly string[]): Promise<Result> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await startPlayground({
		logger: createLogger("playground", "fatal"),
		botToken: token,
		guilds: [],
	});
	const service = await startLedgerService(mark);
	const people: Person[] = [];
	for (let n = 0; n < servers; n += 1) {
		const [first = { username: "" }, ...others] = Array.from({ length: membersAServer }, (_, m) => ({
			username: `member${n}${m}`,
		}));
		const guild = playground.addGuild({
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
	const herald = new HeraldProcess(new URL("../src/index.ts", import.meta.url), {
		...describeWorld({ dataDir, token, playground, upstream: service }),
		MEMBER_SECONDS_PER_DAY: String(memberSeconds),
		GUILD_SECONDS_PER_DAY: String(guildSeconds),
		LOG_LEVEL: "warn",
	});
	await herald.start();

	let number = 0;
	const write = (person: Person, sentences: number, language = pick(Object.keys(languages))): string =>
		Array.from({ length: sentences }, () => {
			number += 1;
			return `${person.mark} ${languages[language]} ${letters(number % 676)}${letters(Math.floor(number / 676))}.`;
		}).join(" ");
	const traces: InteractionTrace[] = [];
	const use = (person: Person, command: string, values: Parameters<typeof playground.command>[2] = {}) => {
		person.last = playground.command(person.member, command, values);
		traces.push(person.last);
	};
	const click = (person: Person): void => {
		const message = person.last?.messages.at(-1);
		const buttons = message?.components.filter(({ custom_id: id }) => id !== undefined) ?? [];
		if (message && buttons.length > 0)
			playground.click(person.member, message, String(pick(buttons).custom_id));
	};
	const remove = (person: Person): void => {
		const message = person.last?.messages.at(-1);
		if (message) playground.deleteMessage(message);
	};
	const speak: readonly ((person: Person) => void)[] = [
		(person) => use(person, "say", { text: write(person, 1 + Math.floor(Math.random() * 6)), as: "channel" }),
		(person) => use(person, "say", { text: write(person, 30), as: "channel" }),
		(person) => use(person, "say", { text: write(person, 2), as: "file" }),
		(person) => use(person, "say", { text: write(person, 2), speed: pick([0.5, 1.5, 2]), as: "file" }),
		(person) => {
			const text = `${person.mark} ${"@=".repeat(8)}${letters(number++ % 676)}`;
			use(person, "say", { text, as: "file" });
		},
		(person) => {
			const language = pick(Object.keys(languages));
			use(person, "say", { text: write(person, 3, language), language, as: "file" });
		},
		(person) => use(person, "voice try", { voice: pick(["Puck", "Kore"]) }),
	];
	const book = (person: Person): void => {
		const text = Array.from({ length: 20 }, () => write(person, 8)).join("\n\n");
		use(person, "say", {
			file: playground.upload("book.txt", Buffer.from(text)),
			as: pick(["file", "channel"]),
		});
	};
	const end: readonly ((person: Person) => void)[] = [
		(person) => use(person, "skip"),
		(person) => use(person, "skip", { all: true }),
		(person) => use(person, "stop"),
		(person) => use(person, "leave"),
		click,
		click,
		remove,
	];
	for (let act = 0; act < Number(acts); act += 1) {
		const chance = Math.random();
		const person = pick(people);
		if (chance < bookShare) book(person);
		else pick(chance < spokenShare ? speak : end)(person);
		do await wait(pauseMs * Math.random() * 2);
		while (traces.slice(-atOnce).filter(isNew).length >= atOnce / 2);
	}
	for (let requests = -1; requests !== service.requests; await wait(settleMs)) {
		requests = service.requests;
		for (const person of people) if (person.member === person.member.guild.owner) use(person, "stop");
	}
	await herald.end("SIGTERM");

	const database = new Database(join(dataDir, "bot.db"), { readonly: true });
	const read = <T>(query: string) => database.prepare(query).all() as (Owner & T)[];
	const days = read<{ made_ms: number }>("SELECT guild_id, user_id, made_ms FROM speech_days");
	/** Those that aren't at their end have the rest set aside. */
	const books = read<{ progress: string }>("SELECT guild_id, user_id, progress FROM books");
	database.close();
	await playground.stop();
	await service.stop();
	rmSync(dataDir, { recursive: true, force: true });

	const seconds = people.map(({ member, mark: whose }) => {
		const isTheirs = (row: Owner) => row.guild_id === member.guild.id && row.user_id === member.user.id;
		const asideMs = books.filter(isTheirs).reduce((all, { progress }) => {
			const { ms = 0, spentMs = 0 } = JSON.parse(progress).begun?.reserved ?? {};
			return all + ms - spentMs;
		}, 0);
		return {
			guild: member.guild.name,
			made: (service.ledger.get(whose) ?? 0) / 1_000,
			counted: ((days.find(isTheirs)?.made_ms ?? 0) - asideMs) / 1_000,
		};
	});
	const sum = (list: typeof seconds, which: "made" | "counted") =>
		list.reduce((all, each) => all + each[which], 0);
	const describe = (whose: string, list: typeof seconds, limit: number) => {
		const parts = limit === memberSeconds ? list.map((each) => [each]) : [list];
		const ratios = parts.flatMap((part) =>
			sum(part, "made") > 0 ? [sum(part, "counted") / sum(part, "made")] : [],
		);
		const past = Math.max(...parts.map((part) => sum(part, "made") - limit));
		return {
			whose,
			made: sum(list, "made").toFixed(0),
			counted: sum(list, "counted").toFixed(0),
			"counted/made, least": Math.min(...ratios).toFixed(3),
			most: Math.max(...ratios).toFixed(3),
			"past the limit": Math.max(0, past).toFixed(1),
			"within 10 %, one Line": String(
				ratios.every((ratio) => ratio > 0.999 && ratio < 1.1) && past < lineSeconds,
			),
		};
	};
	const guilds = Map.groupBy(seconds, ({ guild }) => guild);
	const unmarked = (service.ledger.get("") ?? 0) / 1_000;
	return {
		title: `${acts} acts of ${people.length} members, ${service.requests} requests, in s (${unmarked.toFixed(0)} s of samples)`,
		rows: [
			...[...guilds].map(([guild, list]) => describe(guild, list, guildSeconds)),
			describe("members", seconds, memberSeconds),
		],
	};
};
