import { expect, test } from "vitest";
import { Languages } from "../../src/say/sound/languages.ts";
import { type TurnServices, writeTurns } from "../../src/say/sound/write-lines.ts";
import { ofGuild } from "../../src/shared/party.ts";

const count = (text: string, words: RegExp) => text.match(words)?.length ?? 0;
const english = /\b(?:this|is|long|what)\b/gi;
const german = /\b(?:das|ist|lang|welche)\b/gi;
const languages = new Languages({
	spoken: () => new Map(["en", "de", "fr"].map((language) => [language, "1"])),
	detect: async (text) => (count(text, german) > count(text, english) ? "de" : "en"),
});
const resolve: TurnServices["resolve"] = (name) => ({
	voice: { value: name ?? "Kore", from: "default" },
	speaker: name ?? "Kore",
	style: undefined,
	speed: { value: 1, from: "default" },
	languages: [
		...(name === "Marie" ? [{ value: "fr", from: "option" } as const] : []),
		{ value: "fr", from: "own" },
	],
});
const languagesOf = async (...turns: readonly (readonly [name: string | undefined, text: string])[]) => {
	const named = turns.map(([name, text]) => ({ name, text }));
	const written = await writeTurns(named, {
		chooseLanguage: (text, set) => languages.choose(text, set, ofGuild("guild")),
		resolve,
		read: (text) => text,
	});
	return { ...written, turns: written.turns.map(({ speaker, language }) => [speaker, language]) };
};
const longEnglish = "This is long enough to tell what language it is in.";
const longGerman = "Das ist lang genug, um zu hören, welche Sprache es ist.";

test("short turns have the whole text's language, long ones their own, and some speakers a fixed one", async () => {
	const { turns, leavesOut } = await languagesOf(
		[undefined, "Oh."],
		["Kore", longEnglish],
		["Puck", longEnglish],
		["Kore", longGerman],
		["Marie", "Non."],
	);
	expect(turns).toEqual([
		["Kore", "en"],
		["Kore", "en"],
		["Puck", "en"],
		["Kore", "de"],
		["Marie", "fr"],
	]);
	expect(leavesOut).toBe(false);
	expect((await languagesOf(["Puck", "Oh."], ["Kore", longGerman], ["Leda", "No."])).turns).toEqual([
		["Puck", "de"],
		["Kore", "de"],
		["Leda", "de"],
	]);
});

test("short turns have the language that was set", async () => {
	expect((await languagesOf(["Puck", "Oh."], ["Leda", "No."])).turns).toEqual([
		["Puck", "fr"],
		["Leda", "fr"],
	]);
});

test("a turn that no voice can read is left out with a note, and so is one without words", async () => {
	const { turns, leavesOut } = await languagesOf(["Puck", longEnglish], ["Kore", "สวัสดี"], ["Leda", "…"]);
	expect(turns).toEqual([["Puck", "en"]]);
	expect(leavesOut).toBe(true);
	await expect(languagesOf(["Kore", "สวัสดี"])).rejects.toMatchObject({ kind: "unread_script" });
});
