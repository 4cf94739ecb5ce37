import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnvironmentFile } from "@herald/common/process/parse-environment-file.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	changeSettings,
	describeChanges,
	onlyNew,
	previousOf,
	writeEnvFile,
} from "../../../src/operations/setup/env-file.ts";
import { folder, useFolder } from "../../support/folder.ts";
import changes from "./env-file.json" with { type: "json" };

const example = readFileSync(new URL("../../../.env.example", import.meta.url), "utf8");

describe("a settings file is changed", () => {
	test.each(changes as [how: string, text: string, changes: Record<string, string>, wanted: string][])(
		"%s",
		(_how, text, changes, wanted) => expect(changeSettings(text, changes)).toBe(wanted),
	);

	test("with everything else in .env.example unchanged", () => {
		const changed = changeSettings(example, { DISCORD_TOKEN: "a.b.c", INSTALLS: "both" });
		const lines = (text: string) => text.split("\n");
		const differing = lines(changed).filter((line, index) => line !== lines(example)[index]);
		expect(differing).toEqual(["DISCORD_TOKEN=a.b.c", "INSTALLS=both"]);
	});

	test("only if the rest certainly still reads as before, whatever it holds", () => {
		const piece = fc.constantFrom(..."AB=\"'`# \nx", "\r\n", "export ", "\\n");
		const texts = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(""));
		const property = fc.property(texts, fc.constantFrom("1", "a b", "#", "it's"), (text, value) => {
			let changed: string;
			try {
				changed = changeSettings(text, { A: value });
			} catch (error) {
				expect((error as Error).message).toMatch(/can't be read for certain/);
				return;
			}
			expect(parseEnvironmentFile(changed)).toEqual({ ...parseEnvironmentFile(text), A: value });
		});
		void fc.assert(property, { numRuns: 500 });
	});

	test("only for settings that differ", () => {
		expect(onlyNew("A=1\nB=2\n", { A: "1", B: "3", C: "" })).toEqual({ B: "3" });
	});

	test("with a summary that shows no secrets", () => {
		const changes = { DISCORD_TOKEN: "new.secret.one", SPEECH_API_KEY: "sk-1", INSTALLS: "both" };
		expect(describeChanges("DISCORD_TOKEN=old.secret.one\n", changes)).toEqual([
			"- DISCORD_TOKEN=(hidden)",
			"+ DISCORD_TOKEN=(hidden)",
			"+ SPEECH_API_KEY=(hidden)",
			"+ INSTALLS=both",
		]);
	});
});

describe("a settings file is written", () => {
	useFolder();
	const modeOf = (file: string) => statSync(file).mode & 0o777;

	test("for its owner alone, and the previous one is kept beside it", () => {
		const file = join(folder, ".env");
		writeEnvFile(file, "A=1\n");
		expect(existsSync(previousOf(file))).toBe(false);
		writeFileSync(file, "A=2\n", { mode: 0o644 });
		writeEnvFile(file, "A=3\n");
		expect(readFileSync(file, "utf8")).toBe("A=3\n");
		expect(readFileSync(previousOf(file), "utf8")).toBe("A=2\n");
		expect([modeOf(file), modeOf(previousOf(file))]).toEqual([0o600, 0o600]);
	});

	test("through a link, which stays a link", () => {
		const target = join(folder, "settings");
		writeFileSync(target, "A=1\n");
		symlinkSync(target, join(folder, ".env"));
		writeEnvFile(join(folder, ".env"), "A=2\n");
		expect(readFileSync(target, "utf8")).toBe("A=2\n");
		expect(readFileSync(join(folder, ".env"), "utf8")).toBe("A=2\n");
	});

	test("unless it can't be, which a sentence explains", () => {
		expect(() => writeEnvFile(join(folder, "missing", ".env"), "A=1\n")).toThrow(
			/can't be written \(ENOENT\)/,
		);
	});
});
