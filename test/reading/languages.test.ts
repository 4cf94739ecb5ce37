import { eventually } from "@herald/common/testing/eventually.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { speakFast, startReading } from "./start-reading.ts";

type Reading = Awaited<ReturnType<typeof startReading>>;

let reading: Reading;
beforeAll(async () => {
	const spoken = new Map("de en ru".split(" ").map((language) => [language, "voice"]));
	reading = await startReading({ spoken: () => spoken });
});
afterAll(() => reading.stop());

/** @returns each requested text with the language sent with it */
const sent = (): [string, string][] =>
	reading.upstream.requests.map(({ body }) => {
		const { contents, generationConfig } = JSON.parse(body);
		return [contents[0].parts[0].text, generationConfig.speechConfig.languageCode];
	});

test("each message and the name before it are read in the message's own language", async () => {
	const { write, heard, playground, use } = reading;
	const { owner, ordinary: member } = playground.home;
	await use("voice me", { language: "de" }, member);
	for (const [who, text] of [
		[member, "moin 1"],
		[owner, "hello 1"],
		[member, "привет 1"],
		[owner, "wer hat lust heute noch eine runde zu zocken mit uns"],
	] as const)
		await heard(write(text, who));
	const asked = [
		["Ben", "de"],
		["moin 1", "de"],
		["Ada", "en"],
		["hello 1", "en"],
		["Ben", "ru"],
		["привет 1", "ru"],
		["Ada", "de"],
		["wer hat lust heute noch eine runde zu zocken mit uns", "de"],
	];
	await eventually(() => expect(sent()).toEqual(asked));
});

test("Herald's own words are in the server's language, even among messages in another one", async () => {
	const { playground, panel, use, upstream, write, heard, owner, member } = reading;
	await panel.set({ language: "de" });
	await use("voice me", { language: "en" }, member);
	const first = write("eins zwei", owner);
	await heard(first);
	upstream.behave(speakFast);
	playground.reply(member, first, "yes indeed");
	const asked = [
		["Ben an Ada", "de"],
		["yes indeed", "en"],
	];
	await eventually(() => expect(sent()).toEqual(asked));
});
