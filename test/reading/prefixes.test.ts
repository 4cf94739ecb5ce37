import { eventually } from "@herald/common/testing/eventually.ts";
import { afterEach, expect, test } from "vitest";
import { useReading } from "./start-reading.ts";

const { upstream, playground, owner, member, panel, use, write, heard } = await useReading();
afterEach(() => panel.reset());

/** The requested texts, each with its voice. */
const asked = () => upstream.asked().map(({ text, voice }) => [text, voice]);

test("if a prefix is required, only messages that begin with it are read, without the prefix", async () => {
	expect(await panel.set({ voiceChat: true, readPrefix: " ; " })).toMatch(
		/^Saved\. \*\*Only read messages with this prefix:\*\* ;$/m,
	);
	write("nobody hears number 1");
	write(";the sea number 2");
	write("； der See number 3");
	const last = write(";over number 4");
	await eventually(() => expect(upstream.texts().join("\n")).toContain("over number 4"));
	const texts = upstream.texts().join("\n");
	expect(texts).toContain("the sea number 2\nder See number 3\nover number 4");
	expect(texts).not.toMatch(/nobody|[;；]/);
	await heard(last);
	const notices = () => playground.messagesFor(owner).map(({ content }) => content);
	await eventually(() =>
		expect(notices().join("\n")).toContain("Only messages with the prefix “;” are read."),
	);
	const why = await playground
		.messageCommand(owner, "Read or not?", write("not this number 5"))
		.message(({ content }) => content !== "");
	expect(why.content).toMatch(/^\*\*Not read aloud\.\*\* Only messages with the prefix “;” are read\./);
	expect((await use("join")).content).toContain("Only messages with the prefix “;” are read.");
});

test("a preset's prefix makes it speak, a member's own preset before the server's, even if no prefix is required", async () => {
	await panel.set({ voiceChat: true });
	const add = (values: Record<string, string>, who = member) =>
		use("voice preset", { action: "add", ...values }, who);
	expect((await add({ name: "Old Witch", voice: "Leda", prefix: "!w" })).content).toMatch(
		/^\*\*Old Witch\*\* Leda · prefix “!w”\n/,
	);
	expect(await panel.add("presets", { name: "Wizard", voice: "Puck" })).toContain("**Wizard** Puck.");
	const list = await panel.openList("presets");
	const chosen = playground.select(owner, list, "server:prefix", ["Wizard"]);
	const saved = await playground
		.submitModal(owner, await chosen.modal(), { prefix: "!W" })
		.message(({ texts }) => texts.length > 0);
	expect(saved.texts.join("\n")).toMatch(/^Saved\. \*\*Wizard\*\* Puck · prefix “!W”$/m);
	write("!w mine number 6");
	write("!w ours number 7", owner);
	write("plain number 8", owner);
	await eventually(() => expect(asked()).toContainEqual(["plain number 8", "Kore"]));
	expect(asked()).toContainEqual(["mine number 6", "Leda"]);
	expect(asked()).toContainEqual(["ours number 7", "Puck"]);
	// Another voice for the preset doesn't change its prefix.
	expect((await add({ name: "old witch", voice: "Zephyr" })).content).toContain("Zephyr · prefix “!w”");
	expect((await add({ name: "Bard", voice: "Orus", prefix: "!w" })).content).toContain("Orus · prefix “!w”");
	expect((await use("voice preset", { action: "list" }, member)).content).toBe(
		"Your presets here:\n**Bard** Orus · prefix “!w”\n**old witch** Zephyr",
	);
	await panel.set({ readPrefix: ";" });
	write("; it is number 9");
	write("!w me number 10");
	await eventually(() => expect(asked()).toContainEqual(["me number 10", "Orus"]));
	expect(asked()).toContainEqual(["it is number 9", "Kore"]);
});
