import { readdirSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { runCommandLine, runCommandWith } from "@herald/common/testing/run-command.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { elsewhere, inGuild, ofGuild, ofMember } from "../../src/shared/party.ts";
import { dayOf } from "../../src/shared/utc-day.ts";
import type { Store } from "../../src/store/store.ts";
import { admission } from "../support/admission.ts";
import { databases, useDatabase } from "../support/databases.ts";

const person = "123456789012345678";
const other = "223456789012345678";
const today = dayOf(Date.now());

describe.each(databases)("a person's data on $database, while Herald runs,", ({ start }) => {
	const used = useDatabase(start);
	let store: Store;
	beforeEach(async () => {
		store = await used.open();
		for (const userId of [person, other]) {
			await store.settings.changeMember(inGuild("1"), userId, { voice: "Puck", reading: false });
			await store.settings.changeMember(elsewhere, userId, { speed: 1.2 });
			const spoken = { guildId: ofGuild("1"), userId, madeMs: 7_000, readMs: 0, connectedMs: 0 };
			await store.speechDays.add([today, today - 1].map((day) => ({ ...spoken, day })));
			const redemption = { userId, member: userId, code: `code of ${userId}`, secret: "s" };
			await store.redemptions.begin({ ...redemption, party: ofGuild("1") }, admission);
			await store.accountLinks.claimSecret("secret");
			const link = { guildId: ofMember(userId), service: "https://speech.example", connectedBy: userId };
			await store.accountLinks.connect(link, () => Buffer.from("a sealed key"));
		}
	});
	const member = async (...words: string[]) => {
		const { dataDir, databaseUrl } = used.place;
		const environment = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
		return runCommandWith("member", environment, ...words);
	};
	const show = async (userId: string) => JSON.parse((await member("show", userId)).out);

	test("is shown as JSON, without keys and without other people's data", async () => {
		const { code, out } = await member("show", person);
		expect(code).toBe(0);
		expect(out).not.toMatch(/sealed|code of|223456/);
		expect(JSON.parse(out)).toMatchObject({
			settings: expect.arrayContaining([
				{ where: "1", setting: "voice", value: "Puck" },
				{ where: "1", setting: "reading", value: false },
				{ where: "@me", setting: "speed", value: 1.2 },
			]),
			speech: expect.arrayContaining([
				{ where: "1", day: new Date().toISOString().slice(0, 10), seconds: 7, readAloudSeconds: 0 },
			]),
			codes: [{ where: "1", outcome: "sent", units: null }],
			accountsConnected: [{ where: `@${person}`, service: "https://speech.example" }],
			encrypted: { textsBehindButtons: 0, answersUnderWay: 0, longTexts: 0 },
		});
	});

	test("is erased except for today's seconds and the opt-out, which --forget-opt-out erases, too", async () => {
		const before = await show(other);
		const { code, out } = await member("erase", person);
		expect({ code, out }).toEqual({
			code: 0,
			out: expect.stringMatching(
				/^Erased preferences, 1 day of speech, their name at redeemed codes.* and the account that they connected for themselves\. That they aren't to be read aloud stays\. /,
			),
		});
		expect(await show(person)).toMatchObject({
			settings: [{ where: "1", setting: "reading", value: false }],
			speech: [{ seconds: 7 }],
			codes: [],
			accountsConnected: [],
		});
		// Herald uses the new values at once.
		expect((await store.settings.readMember(inGuild("1"), person)).here).toMatchObject({
			reading: false,
			voice: null,
		});
		await member("erase", person, "--forget-opt-out");
		expect((await show(person)).settings).toEqual([]);
		expect(await show(other)).toEqual(before);
	});

	test("is found only by an id", async () => {
		for (const words of [["show"], ["show", "ada"], ["erase", "1"], ["forget", person]])
			expect(await member(...words)).toMatchObject({
				code: 2,
				err: expect.stringContaining("npm run member"),
			});
	});
});

test("without a bot.db, the tools say so and make none", async () => {
	const folder = newFolder();
	for (const [tool, ...words] of [
		["member", "show", person],
		["member", "erase", person],
		["links", "list"],
		["accounts-secret", "rotate"],
	] as const) {
		expect(await runCommandLine(tool, folder, ...words)).toMatchObject({
			code: 1,
			err: `There is no ${join(folder, "bot.db")}. Is DATA_DIR the folder that Herald has? Herald makes the file at its first start.\n`,
		});
	}
	expect(readdirSync(folder)).toEqual([]);
});
