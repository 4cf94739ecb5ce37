import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ofGuild, ofMember } from "../../src/shared/party.ts";
import { LanguageDetector } from "../../src/speech/language/choose-language.ts";
import { type Herald, quickAttempts, startHerald } from "../support/herald.ts";
import { speakWell, startUpstream, type Upstream } from "../support/upstream.ts";
import { install, type Places } from "./places.ts";

const detector = new LanguageDetector(60_000);
const detect = vi.spyOn(detector, "detect");
const spoken = new Map([
	["en", "voices"],
	["de", "voices"],
]);
let upstream: Upstream;
let herald: Herald;
let places: Places;

beforeAll(async () => {
	upstream = await startUpstream();
	upstream.behave(speakWell);
	herald = await startHerald(
		{ SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "sk", INSTALLS: "both" },
		{ timing: quickAttempts, detector, spoken: () => spoken },
	);
	const { ordinary, owner } = herald.playground.home;
	places = install(herald, ordinary, owner);
	herald.playground.world.setInstalled(owner.user, true);
});
afterAll(async () => {
	await herald.stop();
	await upstream.close();
	await detector.close();
});

test("outside of servers, texts' languages are detected in turn by member, and in a server by server", async () => {
	const { home } = herald.playground;
	const { direct, friend, group } = places;
	const said = [direct, friend, group, home.owner].map((who, n) => {
		const text = `Diese Nachricht ist lang genug, um sie zu erkennen, und sie hat die Nummer ${n}`;
		return herald.say(who, text).message((seen) => seen.attachments.length === 1);
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
