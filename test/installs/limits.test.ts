import type { Member } from "@herald/playground";
import { expect, onTestFinished, test } from "vitest";
import { withSound } from "../support/answers.ts";
import type { Herald } from "../support/herald.ts";
import { lookInto, lookUpNumber } from "../support/look-into.ts";
import { serverPanel } from "../support/server-panel.ts";
import { speakWell, type Upstream } from "../support/upstream.ts";
import { startWorld } from "../support/world.ts";
import { install, type Places } from "./places.ts";

let upstream: Upstream;
let herald: Herald;
let owner: Member;
let ordinary: Member;
let places: Places;

const start = async (limits: Readonly<Record<string, string>> = {}): Promise<void> => {
	const world = await startWorld({ INSTALLS: "both", ...limits });
	onTestFinished(world.stop);
	({ upstream, herald, owner, member: ordinary } = world);
	places = install(herald, ordinary, owner);
};

const spoken = async (who: Member, text: string) => (await withSound(herald.say(who, text))).content;
const told = async (who: Member, text: string) =>
	(await herald.say(who, text).message((seen) => seen.ephemeral && !seen.thinking)).content;
/** A text of about eight seconds. */
const longText = (name: string) => `${name}${" word".repeat(20)}.`;

test("a member's day counts in all places outside of servers together, over restarts, and for this member alone", async () => {
	await start({ USER_SECONDS_PER_DAY: "12", ALL_USERS_SECONDS_PER_DAY: "0" });
	await spoken(places.direct, longText("One"));
	const refusal = "Your speaking time for today is used up";
	expect(await told(places.group, longText("Two"))).toContain(refusal);
	await herald.restart();
	expect(await told(places.stranger, longText("Three"))).toContain(refusal);
	expect(upstream.requests).toHaveLength(1);
	expect(await told(places.direct, "word ".repeat(60))).toContain("longer than today's limit of 12 seconds");
	// In a server, that server's limits apply.
	await spoken(ordinary, longText("Four"));
	herald.playground.world.setInstalled(owner.user, true);
	await spoken(herald.playground.openDirect(owner), longText("Five"));
});

test("all members outside of servers have a common limit, and are told when it is reached", async () => {
	await start({ USER_SECONDS_PER_DAY: "0", ALL_USERS_SECONDS_PER_DAY: "12" });
	await spoken(places.direct, longText("One"));
	herald.playground.world.setInstalled(owner.user, true);
	expect(await told(herald.playground.openDirect(owner), longText("Two"))).toContain(
		"speaking time, shared by everyone outside Herald's servers, is used up",
	);
	await spoken(ordinary, longText("Three"));
});

test("each member's texts a minute are counted in the database, and their seconds, unless these are from the cache", async () => {
	await start({ MEMBER_TEXTS_PER_MINUTE: "2" });
	await spoken(places.direct, longText("One"));
	const made = lookUpNumber(herald.dataDir, "SELECT sum(made_ms) FROM speech_days");
	expect(made).toBeGreaterThan(5_000);
	await spoken(places.group, longText("One"));
	const query = "SELECT guild_id, user_id, made_ms FROM speech_days";
	const days = lookInto(herald.dataDir, (database) => database.prepare(query).raw().all());
	expect(days).toEqual([["@me", ordinary.user.id, made]]);
	await herald.restart();
	expect(await told(places.stranger, "Three")).toContain("a lot in one minute");
	await spoken(ordinary, "Four");
	herald.playground.world.setInstalled(owner.user, true);
	await spoken(herald.playground.openDirect(owner), "Five");
});

test("in a server, its rules also apply to members who installed Herald themselves", async () => {
	await start({ USER_SECONDS_PER_DAY: "1" });
	await serverPanel(herald.playground, owner).set({ textMax: 20 });
	expect(await told(ordinary, "More than twenty characters")).toContain("20 characters");
	await spoken(ordinary, longText("").slice(0, 20));
	// Outside of servers, the limit of one second a day applies.
	expect(await told(places.direct, longText("One"))).toContain("1 second");
});

test("one member's many texts don't hold up another member's", async () => {
	await start({ SPEECH_REQUESTS: "1", MEMBER_TEXTS_PER_MINUTE: "0", USER_SECONDS_PER_DAY: "0" });
	const { playground } = herald;
	const answers: (() => void)[] = [];
	upstream.behave((response, attempt, request) => {
		answers.push(() => speakWell(response, attempt, request));
	});
	const mine = [...Array(6).keys()].map((n) => herald.say(places.direct, `Mine, number ${n}`));
	await expect.poll(() => answers.length).toBe(1);
	playground.world.setInstalled(owner.user, true);
	const other = herald.say(playground.openDirect(owner), "Only one");
	const acknowledged = () => playground.requests.filter(({ path }) => path.endsWith("/callback")).length;
	await expect.poll(acknowledged).toBe(7);
	upstream.behave(speakWell);
	answers[0]?.();
	await withSound(other);
	expect(upstream.texts().indexOf("Only one")).toBeLessThanOrEqual(2);
	await Promise.all(mine.map(withSound));
});
