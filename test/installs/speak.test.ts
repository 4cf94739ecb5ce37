import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Member } from "@herald/playground";
import { expect, test } from "vitest";
import type { Herald } from "../support/herald.ts";
import { sendJson, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";
import { install } from "./places.ts";

const { upstream, herald, playground } = await useWorld({ INSTALLS: "both", MEMBER_TEXTS_PER_MINUTE: "0" });
const { owner, ordinary } = playground.home;
const places = install(herald, ordinary, owner);
upstream.behave(speakWell);

const speak = (who: Member, message: ReturnType<Herald["playground"]["post"]>) =>
	playground.messageCommand(who, "Speak", message);
const askedFor = (text: string) => upstream.requests.filter(({ body }) => body.includes(text)).length;
/** All that Herald has written to disk and to its log. */
const written = () =>
	readdirSync(herald.dataDir)
		.map((name) => readFileSync(join(herald.dataDir, name), "latin1"))
		.concat(JSON.stringify(herald.logs))
		.join();

test.each([
	["a group", () => places.group, () => places.friend],
	["a server without Herald", () => places.stranger, () => places.stranger],
])(
	"in %s, Speak reads a message from the interaction alone, and nothing of the message is kept",
	async (_, who, writer) => {
		const words = `Zebras in ${who().guild.name} wander`;
		const message = playground.post(writer(), words);
		for (const times of [1, 2]) {
			const answer = await speak(who(), message).message((seen) => seen.attachments.length === 1);
			expect(answer.content).toContain(words);
			// There are no buttons, because for them Herald would have to keep the words.
			expect(answer.components).toEqual([]);
			// Herald keeps no sound here, so it requests the sound each time.
			expect(askedFor(words)).toBe(times);
		}
		expect(written()).not.toContain("Zebras");
		const ofServer = playground.post(owner, words);
		await speak(ordinary, ofServer).message((seen) => seen.attachments.length === 1);
		await speak(ordinary, ofServer).message((seen) => seen.attachments.length === 1);
		expect(askedFor(words)).toBe(3);
	},
);

test("a refused message has no button to say it again, which would have to keep it", async () => {
	upstream.behave((response) => sendJson(response, 500, {}));
	const message = playground.post(places.friend, "Yaks are refused");
	const answer = await speak(places.group, message).message((seen) => seen.ephemeral);
	expect(answer.components).toEqual([]);
	upstream.behave(speakWell);
});

test("names of channels in Herald's servers aren't shown outside of them", async () => {
	const secret = playground.createChannel({ name: "the-secret-plan" }, owner.guild);
	const message = playground.post(places.friend, `Look at <#${secret.id}> now`);
	const answer = await speak(places.group, message).message((seen) => seen.attachments.length === 1);
	expect(answer.content).not.toContain("the-secret-plan");
	expect(askedFor("secret-plan")).toBe(0);
	expect(askedFor("secret plan")).toBe(0);
});

test("a message is refused if its author isn't to be read anywhere", async () => {
	playground.world.setInstalled(owner.user, true);
	const setReading = (reading: string) =>
		playground.command(playground.openDirect(owner), "voice me", { reading }).firstAnswer();
	await setReading("off");
	const answer = await speak(places.group, playground.post(places.friend, "Not me")).message(
		(seen) => seen.ephemeral,
	);
	expect(answer.content).toContain("doesn't want");
	expect(askedFor("Not me")).toBe(0);
	await setReading("on");
});
