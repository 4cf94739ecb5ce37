import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { startPlayground } from "@herald/playground";
import Database from "better-sqlite3";
import type { Result } from "./index.ts";
import { askMemory, startBot, stopBot, token } from "./support/bot-with-service.ts";
import { toMegabytes } from "./support/numbers.ts";

const everyMs = 200;

/** Chapters of paragraphs of ordinary sentences, none of which comes twice. */
const writeBook = (characters: number, seed: string): string => {
	const parts: string[] = [];
	for (let at = 0, number = 1; at < characters; number += 1) {
		const heading = number % 20 === 1 ? `# Chapter ${seed} ${Math.ceil(number / 20)}\n\n` : "";
		const text = `${heading}In the evening of day ${number} ${seed} walked down to the harbour, counted the boats, and wondered who had painted them. Nobody knew, and nobody asked; the wind came from the west, as it had done all week.`;
		parts.push(text);
		at += text.length;
	}
	return parts.join("\n\n").slice(0, characters);
};

/**
 * `npm run bench -- file N`: a text file of N characters (by default 49,000) is spoken by Herald's own service, once
 * cancelled in the middle, and once more through a restart. What was paid for is what was made, nothing is left behind,
 * and the bot's memory doesn't grow with the file.
 */
export const run = async ([given = "49000"]: readonly string[]): Promise<Result> => {
	const characters = Number(given);
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const playground = await startPlayground({
		port: 0,
		botToken: token,
		logger: createLogger("playground", "silent"),
	});
	let bot = await startBot(playground, dataDir);
	const { ordinary: member } = playground.home;
	const ask = (sql: string): number => {
		const database = new Database(join(dataDir, "bot.db"), { readonly: true });
		try {
			return Number(database.prepare(sql).pluck().get());
		} finally {
			database.close();
		}
	};
	const madeSeconds = () => Math.round(ask("SELECT total(made_ms) FROM speech_days") / 1_000);
	const find = (id: string) => playground.messagesFor(member).find((message) => message.id === id);
	const begin = async (seed: string) => {
		const file = playground.upload("book.md", Buffer.from(writeBook(characters, seed)));
		const status = await playground.command(member, "say", { file }).firstAnswer();
		const [first] = status.components;
		const isAsked = String(first?.custom_id).startsWith("book:all");
		if (isAsked) await playground.click(member, status, String(first?.custom_id)).firstAnswer();
		return status.id;
	};
	let peak = 0;
	const until = async (id: string, isSo: (content: string) => boolean): Promise<string> => {
		for (;;) {
			const content = find(id)?.content ?? "";
			if (isSo(content)) return content;
			peak = Math.max(peak, (await askMemory(bot)).rss);
			await wait(everyMs);
		}
	};
	const percentOf = (content: string) => Number(/· (\d+)% read/.exec(content)?.[1] ?? 0);
	const rows: Record<string, string | number>[] = [];
	const note = (what: string, startedAt: number, parts: number) => {
		rows.push({
			what,
			seconds: Math.round((performance.now() - startedAt) / 1_000),
			parts,
			"seconds paid": madeSeconds(),
			"books kept": ask("SELECT count(*) FROM books"),
			"peak MB": toMegabytes(peak),
		});
		peak = 0;
	};
	const countFiles = () =>
		playground.messagesFor(member).filter(({ attachments }) => attachments.length > 0).length;
	try {
		const before = toMegabytes((await askMemory(bot)).rss);
		rows.push({
			what: "at ready",
			seconds: 0,
			parts: 0,
			"seconds paid": 0,
			"books kept": 0,
			"peak MB": before,
		});
		let startedAt = performance.now();
		const cancelled = await begin("Alma");
		await until(cancelled, (content) => percentOf(content) >= 30);
		const message = find(cancelled);
		const button = String(message?.components[0]?.custom_id);
		if (message) await playground.click(member, message, button).firstAnswer();
		await until(cancelled, (content) => content.includes("cancelled"));
		note("cancelled at 30%", startedAt, countFiles());
		startedAt = performance.now();
		const files = countFiles();
		const whole = await begin("Bruno");
		await until(whole, (content) => percentOf(content) >= 40);
		note("until the restart", startedAt, countFiles() - files);
		await stopBot(bot);
		bot = await startBot(playground, dataDir);
		await until(whole, (content) => / in \d+ files?/.test(content));
		note(`done: ${find(whole)?.content.split("\n")[0]}`, startedAt, countFiles() - files);
	} finally {
		await stopBot(bot);
		await playground.stop();
		rmSync(dataDir, { recursive: true, force: true });
	}
	return { title: `a file of ${characters} characters, spoken by Herald's own service`, rows };
};
