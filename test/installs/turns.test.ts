import { afterAll, expect, test, vi } from "vitest";
import { ofGuild, ofMember } from "../../src/shared/party.ts";
import { LanguageDetector } from "../../src/speech/language/choose-language.ts";
import { withSound } from "../support/answers.ts";
import { quickAttempts } from "../support/herald.ts";
import { useWorld } from "../support/world.ts";
import { install } from "./places.ts";

const detector = new LanguageDetector(60_000);
const detect = vi.spyOn(detector, "detect");
const spoken = new Map(["en", "de"].map((language) => [language, "voices"]));

const { herald, playground } = await useWorld(
	{ INSTALLS: "both" },
	{ timing: quickAttempts, detector, spoken: () => spoken },
);
const { ordinary, owner } = playground.home;
const places = install(herald, ordinary, owner);
playground.world.setInstalled(owner.user, true);
afterAll(() => detector.close());

test("outside of servers, texts' languages are detected in turn by member, and in a server by server", async () => {
	const { home } = playground;
	const { direct, friend, group } = places;
	const said = [direct, friend, group, home.owner].map((who, n) => {
		const text = `Diese Nachricht ist lang genug, um sie zu erkennen, und sie hat die Nummer ${n}`;
		return withSound(herald.say(who, text));
	});
	await Promise.all(said);
	const turns = new Map(detect.mock.calls.map(([text, party]) => [text.at(-1), party]));
	expect([...turns].sort()).toEqual([
		["0", ofMember(direct.user.id)],
		["1", ofMember(friend.user.id)],
		["2", ofMember(direct.user.id)],
		["3", ofGuild(home.guild.id)],
	]);
});
