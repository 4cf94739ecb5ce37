import { describe, expect, test } from "vitest";
import { rewriteForOwnVoices } from "../../src/say/say.ts";
import { Languages } from "../../src/say/sound/languages.ts";
import type { Choice } from "../../src/say/sound/request.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import type { Line } from "../../src/speech/line.ts";

const spoken = new Map(["en", "de", "ru"].map((base) => [base, base]));
const languages = new Languages({ spoken: () => spoken, detect: async () => "de" });
const down = new Problem({ kind: "network" });

const write = async (
	lines: readonly Partial<Line>[],
	set: readonly Choice<string>[] = [],
	why: Problem = down,
): Promise<readonly Line[] | undefined> => {
	const all = lines.map((line) => ({ text: "Hello", voice: "Kore", ...line }));
	const writeLine = await rewriteForOwnVoices(languages, all, why, set, ofGuild("guild"));
	return writeLine && all.map(writeLine);
};

describe("a text in Herald's own voices", () => {
	test("keeps all of its Lines, but not their styles, and says why it is in these voices", async () => {
		const line: Line = { text: "Hello", voice: "Ada", tempo: 1.5, gainDb: 3, pauseMs: 400, memoryOnly: true };
		expect(await write([{ ...line, style: "whispering", plainWillDo: true }])).toEqual([
			{ ...line, language: "en", standIn: "own_voice" },
		]);
		const [written] = (await write([{}], [], new Problem({ kind: "out_of_credit" }))) ?? [];
		expect(written?.standIn).toBe("own_voice_no_credit");
	});

	test.each([
		["in the language that the member set", "Moin", "de-AT", "", "de-AT"],
		["in the language of its script", "Привет", "de", "", "ru"],
		["in its language if it is long", "Dieser Text ist lang genug, dass man weiß, was es ist.", "", "", "de"],
		["in the language of the command", "Moin", "", "de", "de"],
		["in another language if no voice speaks its own", "Hej", "", "sv", "en"],
	])("is spoken %s", async (_, text, own, language, spoken) => {
		const line = { text, ...(language && { language }) };
		expect((await write([line], own ? [{ value: own, from: "own" }] : []))?.[0]?.language).toBe(spoken);
	});

	test("has its emoji in words, and isn't spoken if no voice can read it", async () => {
		expect((await write([{ text: "🎉" }]))?.[0]?.text).toMatch(/party popper/);
		expect(await write([{ text: "བཀྲ་ཤིས་" }])).toBeUndefined();
	});
});
