import { runCommandLine } from "@herald/common/testing/run-command.ts";
import { mintCodes, openCodeSecret, openServiceDatabase } from "@herald/service/testing/internals.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";

let herald: Herald;
beforeAll(async () => {
	herald = await startHerald({ EMBEDDED_CREDIT: "1000000" });
});
afterAll(() => herald.stop());
beforeEach(() => {
	herald.advance(21 * 60_000);
	return async () => {
		await simulate("end");
	};
});

const simulate = async (trouble: string): Promise<void> => {
	expect((await runCommandLine("simulate", herald.dataDir, trouble)).code).toBe(0);
};
const mint = (): string => {
	const database = openServiceDatabase(herald.dataDir);
	const [minted] = mintCodes(database, openCodeSecret(herald.dataDir), { count: 1, units: 1_000 });
	database.close();
	return minted?.code ?? "";
};
const redeem = async (code: string): Promise<string> => {
	const { playground } = herald;
	return (await playground.command(playground.home.ordinary, "redeem", { code }).firstAnswer()).content;
};
const say = async (text: string): Promise<string> =>
	(await herald.say(herald.playground.home.ordinary, text).firstAnswer()).content;

test.each([
	["terms", /^Codes can't be redeemed at this speech service for now\. Your code is still good\./],
	["database", /^The service has a problem of its own, so nothing was redeemed\. Your code is still good\./],
])(
	"a code that meets a gateway's trouble with its %s is still good, and is redeemed afterwards",
	async (trouble, told) => {
		const code = mint();
		await simulate(trouble);
		expect(await redeem(code)).toMatch(told);
		await simulate("end");
		expect(await redeem(code)).toMatch(/^Added 1,000 units/);
	},
);

test("two members' codes at a gateway that locks the account are both redeemed", async () => {
	await simulate("lock");
	const { playground } = herald;
	const [one, two] = [mint(), mint()];
	const redeemed = await Promise.all([
		playground.command(playground.home.ordinary, "redeem", { code: one }).firstAnswer(),
		playground.command(playground.home.owner, "redeem", { code: two }).firstAnswer(),
	]);
	for (const { content } of redeemed) expect(content).toMatch(/^Added 1,000 units/);
});

test.each([
	["channel", /having problems/],
	["key", /^(?!.*`\/redeem`).*reached its own limit/],
	["subscription", /^(?!.*`\/redeem`)The subscription that pays for speech is used up/],
])("a text that meets a gateway's trouble with its %s is spoken afterwards", async (trouble, told) => {
	await simulate(trouble);
	expect(await say(`This text meets the trouble that is called ${trouble}.`)).toMatch(told);
	await simulate("end");
	herald.advance(61_000);
	expect(await say(`This text comes after the trouble that is called ${trouble}.`)).toMatch(/\*\*Kore\*\*/);
});
