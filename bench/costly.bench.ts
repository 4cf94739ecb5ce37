import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { newModel, writeBody } from "@herald/service/testing/open-service.ts";
import type { Result } from "./index.ts";
import { median } from "./support/numbers.ts";
import { processorSeconds } from "./support/processor-time.ts";

/** In characters. As much as a request may bring, and more than an answer can say. */
const length = 32_000;
/** Concurrent texts of one account, and when it hangs up, in ms. */
const atOnce = 3;
const hangUpMs = 5_000;
const calmTries = 5;

/** @returns as much of a text as fits into a request of at most 64 KiB */
const cut = (text: string): string => {
	let out = text.slice(0, length);
	while (Buffer.byteLength(JSON.stringify(out)) > 60_000) out = out.slice(0, out.length * 0.9).toWellFormed();
	return out;
};

const fill = (piece: string): string => cut(piece.repeat(Math.ceil(length / piece.length)));

const classes =
	"Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn".split(" ");
const codePoints = Array.from({ length: 0x30000 }, (_, code) => code).filter(
	(code) => code < 0xd800 || code > 0xdfff,
);

/** @returns the characters of a Unicode class in words of eight; one only repeats after all others */
const ofClass = (name: string): string => {
	const member = new RegExp(`\\p{${name}}`, "u");
	const all = codePoints.map((code) => String.fromCodePoint(code)).filter((one) => member.test(one));
	// Begins with a letter, so that a language can be detected.
	return `a ${fill(
		(
			all
				.slice(0, 16_000)
				.join("")
				.match(/.{1,8}/gsu) ?? []
		).join(" "),
	)}`.slice(0, length);
};

const texts: readonly (readonly [name: string, text: string])[] = [
	["numbers", fill("1999 ")],
	["digits", fill("7")],
	["lines of silent signs", fill("\ua717\n")],
	["lines of modifiers", cut(`a\n${fill("\u02d0\n")}`)],
	["one word", fill("a")],
	["one phrase", fill("and so on ")],
	["consonants", fill("bcdfghjk ")],
	["capitals", fill("WWW ")],
	["sentences of a letter", fill("a. ")],
	...classes.map((name) => [`class ${name}`, ofClass(name)] as const),
];

const program = (name: string) => fileURLToPath(new URL(`../packages/service/src/${name}`, import.meta.url));

const startService = async (voice: string | undefined, searchPath: string) => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: "0", LOG_LEVEL: "silent" };
	const manage = (...args: string[]) =>
		spawnSync(process.execPath, args, { env, encoding: "utf8" }).stdout.trim();
	if (voice) manage(program("cli/manage-voices.ts"), "add", voice);
	const child = spawn(process.execPath, [program("main.ts")], {
		env: { ...env, PATH: searchPath },
		stdio: ["ignore", "pipe", "inherit"],
	});
	const [line] = (await once(createInterface(child.stdout), "line")) as [string];
	const origin = /http:\S+(?=,)/.exec(line)?.[0] ?? "";
	const keyOf = (name: string) =>
		manage(program("cli/manage-accounts.ts"), "create", name, "--units", "1000000000");
	const costlyKey = keyOf("costly");
	const modestKey = keyOf("modest");
	const ask = (key: string, text: string, languageCode: string, signal?: AbortSignal) => {
		const body = writeBody(text);
		const speechConfig = { ...body.generationConfig.speechConfig, languageCode };
		return fetch(`${origin}/v1beta/models/${newModel}:generateContent`, {
			method: "POST",
			headers: { authorization: `Bearer ${key}` },
			body: JSON.stringify({ ...body, generationConfig: { ...body.generationConfig, speechConfig } }),
			...(signal && { signal }),
		}).then(async (response) => ({
			status: response.status,
			bytes: (await response.arrayBuffer()).byteLength,
		}));
	};
	const readUsed = async (key: string): Promise<number> => {
		const answer = await fetch(`${origin}/api/usage/token/`, { headers: { authorization: `Bearer ${key}` } });
		return ((await answer.json()) as { data: { total_used: number } }).data.total_used;
	};
	return {
		pid: child.pid ?? 0,
		costlyKey,
		modestKey,
		ask,
		readUsed,
		stop: async () => {
			child.kill();
			await once(child, "close");
			rmSync(dataDir, { recursive: true });
		},
	};
};

type Service = Awaited<ReturnType<typeof startService>>;

const timeHello = async ({ ask, modestKey }: Service, language: string, n: number): Promise<number> => {
	const startedAt = performance.now();
	await ask(modestKey, `Hello ${"abcdefghij"[n % 10]}.`, language);
	return performance.now() - startedAt;
};

const measure = async (service: Service, language: string, text: string) => {
	const { ask, costlyKey, pid } = service;
	const before = { seconds: processorSeconds(pid), units: await service.readUsed(costlyKey) };
	const signal = AbortSignal.timeout(hangUpMs);
	const startedAt = performance.now();
	const answers = Array.from({ length: atOnce }, () =>
		ask(costlyKey, text, language, signal).then(
			({ status }) => String(status),
			() => "hung up",
		),
	);
	let isOver = false;
	const all = Promise.all(answers).finally(() => {
		isOver = true;
	});
	const waits: number[] = [];
	for (let n = 0; n === 0 || !isOver; n += 1) waits.push(await timeHello(service, language, n));
	const ends = await all;
	const ms = performance.now() - startedAt;
	// When another text of the account has been spoken, the abandoned ones have ended.
	await ask(costlyKey, "a", language);
	return {
		ends: [...new Set(ends)].join(", "),
		s: (ms / 1_000).toFixed(1),
		"processor s": (processorSeconds(pid) - before.seconds).toFixed(1),
		"charged units": (await service.readUsed(costlyKey)) - before.units,
		"another waited, ms": Math.round(median(waits)),
		"at most": Math.round(Math.max(...waits)),
	};
};

/**
 * What the costliest texts take of each engine, what they are charged, and how long another account waits meanwhile.
 */
export const run = async (
	args: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const voice = process.env.PIPER_VOICE;
	const engines = [
		["flite", "en", undefined, ""],
		["espeak-ng", "de", undefined, process.env.PATH ?? ""],
		...(voice ? ([["neural", "en", voice, ""]] as const) : []),
	] as const;
	const rows: Result["rows"][number][] = [];
	for (const [engine, language, added, searchPath] of engines) {
		const service = await startService(added, searchPath);
		try {
			const calm: number[] = [];
			for (let n = 0; n < calmTries; n += 1) calm.push(await timeHello(service, language, n));
			for (const [name, text] of texts) {
				if (args.length > 0 && !args.includes(name)) continue;
				const measured = await measure(service, language, text);
				const row = { engine, text: name, ...measured, "calm, ms": Math.round(median(calm)) };
				rows.push(row);
				tell(row);
			}
		} finally {
			await service.stop();
		}
	}
	return {
		title: `${atOnce} texts of ${length} characters at once, hung up on after ${hangUpMs / 1_000} s`,
		rows,
	};
};
