import type { SeenMessage } from "@herald/playground";
import { expect, test } from "vitest";
import { button } from "../support/answers.ts";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { useWorld } from "../support/world.ts";

const { herald, playground, owner } = await useWorld();

const panel = () => serverPanel(playground, owner);
const load = (lines: string, how?: string) => panel().import("dictionary", Buffer.from(lines), how);
const entries = async () => textOf(await panel().openList("dictionary")).match(/^- .*$/gm) ?? [];

test("a file is added to a list or replaces it, and the form says how many entries a replacement removes", async () => {
	await panel().add("dictionary", { word: "brb", say: "be right back" });
	await panel().add("dictionary", { word: "gg", say: "good game" });
	const press = playground.click(owner, await panel().openList("dictionary"), "server:import:dictionary");
	const form = JSON.stringify(await press.modal());
	expect(form).toMatch(/"label":"Add to the list","value":"add","default":true/);
	expect(form).toMatch(
		/"label":"Replace the list","value":"replace","description":"2 entries will be removed"/,
	);
	expect(await load("afk\taway\nno tab\n")).toMatch(
		/^1 entry was added from the file\.\nOne line was left out:/m,
	);
	expect(await entries()).toEqual(["- afk → away", "- brb → be right back", "- gg → good game"]);
	expect(await load("ty\tthank you\n", "replace")).toMatch(/^The dictionary now has the file's 1 word/m);
	expect(await entries()).toEqual(["- ty → thank you"]);
});

test("if a file has several possible meanings, the member is asked before anything is saved", async () => {
	const before = await entries();
	const file = "gg: good game\nafk: away\nnvm, never mind\n10:30 = half past ten\nno pronunciation\n";
	const asked = await load(file);
	expect(asked).toContain("Nothing is saved yet. Is this what the file means?");
	expect(asked.match(/^- .*$/gm)).toEqual(["- nvm → never mind", "- 10:30 → half past ten"]);
	const press = async (shown: SeenMessage, label: string) =>
		textOf(await panel().click(shown, button(shown, label)));
	const open = () => panel().openList("dictionary");
	await press(await open(), "Don't save");
	expect(await entries()).toEqual(before);
	await load(file);
	const other = await open();
	expect(await press(await open(), "Save all")).toMatch(
		/^4 entries were added from the file\.\nOne line was left out:\nLine 5: /m,
	);
	expect(await entries()).toEqual(
		[
			...before,
			"- 10:30 → half past ten",
			"- afk → away",
			"- gg → good game",
			"- nvm → never mind",
		].toSorted(),
	);
	expect(await press(other, "Save all")).toContain("That was too long ago. Import the file again.");
	await panel().undo("dictionary");
	expect(await entries()).toEqual(before);
});

test("an empty file changes nothing, nor does a replacement with unusable lines", async () => {
	const before = await entries();
	for (const how of ["add", "replace"]) {
		expect(await load("\n \n", how)).toMatch(/^That file has nothing for the list\. Nothing was changed\./m);
		expect(await load("no tab\n", how)).toMatch(
			/^None of the file's lines can be used\. Nothing was changed\./m,
		);
	}
	expect(await load("one\tbad\ntwo\nthree\n", "replace")).toMatch(
		/^Nothing was changed: the list is replaced only if all lines can be used\.\n2 lines were left out:/m,
	);
	expect(await entries()).toEqual(before);
});

test("the last change of a list can be undone once, by its own button", async () => {
	await load("one\tfirst\ntwo\tsecond\n", "replace");
	const earlier = await panel().openList("dictionary");
	await load("three\tthird\n", "replace");
	const shown = await panel().openList("dictionary");
	expect(textOf(await panel().click(earlier, button(earlier, "Undo")))).toMatch(
		/^That can no longer be undone\./m,
	);
	const undo = button(shown, "Undo");
	expect(await panel().undo("dictionary")).toMatch(/^The last change was undone\./m);
	expect(await entries()).toEqual(["- one → first", "- two → second"]);
	expect(textOf(await panel().click(shown, undo))).toMatch(/^That can no longer be undone\./m);

	await panel().remove("dictionary", "one", "two");
	await panel().undo("dictionary");
	expect(await entries()).toEqual(["- one → first", "- two → second"]);
	await panel().add("words", { words: "bogey" });
	await panel().undo("words");
	expect(textOf(await panel().openList("words"))).toContain("**Blocked words:** none");

	const { id } = playground.home.text;
	await panel().select(await panel().open("reading"), "server:channels", [id]);
	await panel().select(await panel().open("reading"), "server:channels", []);
	expect(await panel().undo("channels")).toContain(`- <#${id}>`);
});

test("the last change of a list can be undone for ten minutes", async () => {
	await panel().add("words", { words: "bogey" });
	const shown = await panel().openList("words");
	const undo = button(shown, "Undo");
	herald.advance(10 * 60_000);
	const late = await panel().click(shown, undo);
	expect(textOf(late)).toMatch(/^That can no longer be undone\.$/m);
	expect(late.components.some(({ label }) => label === "Undo")).toBe(false);
});
