import { runCommandLine } from "@herald/common/testing/run-command.ts";
import type { Member } from "@herald/playground";
import { mintCodes, openCodeSecret, openServiceDatabase } from "@herald/service/testing/internals.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";
import { lookInto } from "../support/look-into.ts";
import { install, type Places } from "./places.ts";

let herald: Herald;
let ordinary: Member;
let places: Places;

beforeAll(async () => {
	herald = await startHerald({ EMBEDDED_CREDIT: "100", INSTALLS: "both", MEMBER_TEXTS_PER_MINUTE: "0" });
	ordinary = herald.playground.home.ordinary;
	places = install(herald, ordinary, herald.playground.home.owner);
});
afterAll(() => herald.stop());

const mint = (count: number): string[] => {
	const database = openServiceDatabase(herald.dataDir);
	const options = { count, units: 1_000_000 };
	const minted = mintCodes(database, openCodeSecret(herald.dataDir), options).map(({ code }) => code);
	database.close();
	return minted;
};
const withSound = (seen: { readonly attachments: readonly unknown[] }) => seen.attachments.length === 1;

test("in a direct message, a text without credit is spoken after a code was redeemed with the form there", async () => {
	const { playground } = herald;
	const [code = ""] = mint(1);
	await runCommandLine("accounts", herald.dataDir, "balance", "own", "--units", "100");
	await herald.say(places.direct, "This uses up the little credit there is").message(withSound);
	const refused = await herald.say(places.direct, "This one is not paid for").firstAnswer();
	expect(refused.content).toContain("account that pays for speech has no credit left");
	const open = String(refused.components[0]?.custom_id);
	const modal = await playground.click(places.direct, refused, open).modal();
	const done = await playground.submitModal(places.direct, modal, { code }).firstAnswer();
	expect(done).toMatchObject({ ephemeral: true, content: expect.stringContaining("Added 1,000,000 units") });
	const again = playground.click(places.direct, done, String(done.components[0]?.custom_id));
	expect((await again.message(withSound)).content).toContain("This one is not paid for");
	expect(
		lookInto(herald.dataDir, (database) =>
			database
				.prepare("SELECT guild_id, user_id, account, outcome FROM redemptions ORDER BY id DESC")
				.raw()
				.get(),
		),
	).toEqual([`@${ordinary.user.id}`, ordinary.user.id, null, "redeemed"]);
});

test("in a group and in a server without Herald, /redeem answers privately", async () => {
	const codes = mint(2);
	for (const [n, who] of [places.group, places.stranger].entries()) {
		const answer = await herald.playground.command(who, "redeem", { code: codes[n] ?? "" }).firstAnswer();
		expect(answer).toMatchObject({ ephemeral: true, content: expect.stringContaining("Added") });
	}
});

test("one member's many tries hold up nobody else's code", async () => {
	const { playground } = herald;
	const [code = ""] = mint(1);
	const wrong = `${code.slice(0, 6)}${code[6] === "A" ? "B" : "A"}${code.slice(7)}`;
	const tries = [...Array(8)].map(() =>
		playground.command(places.direct, "redeem", { code: wrong }).firstAnswer(),
	);
	await Promise.all(tries);
	const other = playground.home.owner;
	playground.world.setInstalled(other.user, true);
	const answer = await playground.command(playground.openDirect(other), "redeem", { code }).firstAnswer();
	expect(answer.content).toContain("Added 1,000,000 units");
});
