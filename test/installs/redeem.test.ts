import { runCommandLine } from "@herald/common/testing/run-command.ts";
import type { Member } from "@herald/playground";
import { mintCodes, openCodeSecret, openServiceDatabase } from "@herald/service/testing/internals.ts";
import { afterAll, expect, test } from "vitest";
import { alone, button, withSound } from "../support/answers.ts";
import { startHerald } from "../support/herald.ts";
import { lookInto } from "../support/look-into.ts";
import { install } from "./places.ts";

const herald = await startHerald({ EMBEDDED_CREDIT: "100", INSTALLS: "both", MEMBER_TEXTS_PER_MINUTE: "0" });
afterAll(() => herald.stop());
const { playground } = herald;
const { owner, ordinary } = playground.home;
const places = install(herald, ordinary, owner);

const mint = (count: number): string[] => {
	const database = openServiceDatabase(herald.dataDir);
	const options = { count, units: 1_000_000 };
	const minted = mintCodes(database, openCodeSecret(herald.dataDir), options).map(({ code }) => code);
	database.close();
	return minted;
};

test("in a direct message, a text without credit is spoken after a code was redeemed with the form there", async () => {
	const [code = ""] = mint(1);
	await runCommandLine("accounts", herald.dataDir, "balance", "own", "--units", "100");
	await withSound(herald.say(places.direct, "This uses up the little credit there is"));
	const refused = await herald.say(places.direct, "This one is not paid for").firstAnswer();
	expect(refused.content).toContain("account that pays for speech has no credit left");
	const modal = await playground.click(places.direct, refused, button(refused, "")).modal();
	const done = await playground.submitModal(places.direct, modal, { code }).firstAnswer();
	expect(done).toMatchObject(alone(/Added 1,000,000 units/));
	const again = playground.click(places.direct, done, button(done, ""));
	expect((await withSound(again)).content).toContain("This one is not paid for");
	const query = "SELECT guild_id, user_id, account, outcome FROM redemptions ORDER BY id DESC";
	expect(lookInto(herald.dataDir, (database) => database.prepare(query).raw().get())).toEqual([
		`@${ordinary.user.id}`,
		...[ordinary.user.id, null, "redeemed"],
	]);
});

test("in a group and in a server without Herald, /redeem answers privately", async () => {
	const codes = mint(2);
	for (const [n, who] of [places.group, places.stranger].entries()) {
		const answer = await playground.command(who, "redeem", { code: codes[n] ?? "" }).firstAnswer();
		expect(answer).toMatchObject(alone(/Added/));
	}
});

test("one member's many tries hold up nobody else's code", async () => {
	const [code = ""] = mint(1);
	const wrong = `${code.slice(0, 6)}${code[6] === "A" ? "B" : "A"}${code.slice(7)}`;
	const redeem = (who: Member, tried: string) =>
		playground.command(who, "redeem", { code: tried }).firstAnswer();
	await Promise.all([...Array(8)].map(() => redeem(places.direct, wrong)));
	playground.world.setInstalled(owner.user, true);
	const answer = await redeem(playground.openDirect(owner), code);
	expect(answer.content).toContain("Added 1,000,000 units");
});
