import type { APIApplicationCommand } from "discord-api-types/v10";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLine, slashCommands } from "../../src/options/line.js";
import { testCommands } from "../support.ts";

const read = (line: string, locale = "en-US") => {
	const commands = testCommands.map((command) => ({ type: 1, ...command })) as APIApplicationCommand[];
	const found = readLine(line, slashCommands(commands, locale), locale);
	return found && { name: found.command.name, texts: found.texts };
};

test.each([
	["/say text:Hello from here voice:Kore", "say", { text: "Hello from here", voice: "Kore" }],
	["/say Hello: it is 10:30 times:2", "say", { text: "Hello: it is 10:30", times: "2" }],
	["/server voice name:Kore", "server voice", { name: "Kore" }],
])("a line names its options, and words without a name go into the first option: %s", (line, name, texts) => {
	expect(read(line)).toEqual({ name, texts });
});

test("a line without a complete command's name isn't a command", () => {
	for (const line of ["hello /say", "/say", "/sing la", "/server name:Kore"])
		expect(read(line)).toBeUndefined();
});

test("whatever follows a command's name, its options have texts without spaces around them", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), (words) => {
			const found = read(`/say ${words} voice: ${words}`);
			return Object.values(found?.texts ?? {}).every((text) => text === text.trim());
		}),
	);
});
