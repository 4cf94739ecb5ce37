import { readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { createLogger, logEvents, openTerminal } from "@herald/common/log.ts";
import { expect, test, vi } from "vitest";
import { listSources } from "./support/list-sources.ts";

test("the operator's handbook lists every event of the log, and no other", () => {
	const handbook = readFileSync(new URL("../docs/watching.md", import.meta.url), "utf8");
	const table = /\| `event` .*\n((?:\|.*\n)+)/.exec(handbook)?.[1] ?? "";
	const listed = table
		.split("\n")
		.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
	expect(listed.toSorted()).toEqual(logEvents.toSorted());
});

test("every event of the log is logged somewhere in the code", () => {
	const source = listSources()
		.map((file) => readFileSync(file, "utf8"))
		.join("\n");
	expect(logEvents.filter((name) => !source.includes(`event: "${name}"`))).toEqual([]);
});

const terminal = () => Object.assign(new PassThrough(), { isTTY: true });

test("a terminal shows log lines that people can read", async () => {
	const output = terminal();
	const logger = createLogger("test", "info", await openTerminal(output));
	logger.info({ event: "ready", guilds: 2 }, "Herald works");
	expect(String(output.read())).toMatch(/INFO.*: .*Herald works.*"event":"ready","guilds":2/s);
});

test("the log is JSON in production, even in a terminal, and in a pipe", async () => {
	vi.stubEnv("NODE_ENV", "production");
	expect(await openTerminal(terminal())).toBeUndefined();
	vi.unstubAllEnvs();
	expect(await openTerminal(new PassThrough())).toBeUndefined();
});

const hostile = "a\r\nINFO: forged\u001b[2J\u009b31m\u2028\u202eb";

test("text from outside can't end a log line in a terminal or send control codes to it", async () => {
	const output = terminal();
	const logger = createLogger("test", "info", await openTerminal(output));
	const error = new Error(hostile, { cause: new Error(hostile) });
	logger.info({ event: "ready", name: hostile, deep: { name: hostile }, err: error }, hostile);
	const colours = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");
	const shown = String(output.read()).replaceAll(colours, "");
	expect(shown.split("\n").filter((line) => line.includes("forged") && !/^\s|^\[\d/.test(line))).toEqual([]);
	expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\u202e]/u);
	expect(shown).toMatch(/^\s+at .*log\.test/m);
});

test("text from outside can't send control codes from a JSON log line that a terminal shows", () => {
	const lines: string[] = [];
	createLogger("test", "info", { write: (line) => void lines.push(line) }).info({ event: "ready" }, hostile);
	expect(lines).toHaveLength(1);
	expect(lines[0]?.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\u202e]/u);
	expect(JSON.parse(lines[0] ?? "").msg).toBe(hostile);
});
