import { join } from "node:path";
import { eventually } from "@herald/common/testing/eventually.ts";
import { ManualClock, type SeenMessage } from "@herald/playground";
import Database from "better-sqlite3";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { keepRequests } from "../../src/say/answers/short-memory.ts";
import type { SayRequest, Unread } from "../../src/say/sound/request.ts";
import { inGuild } from "../../src/shared/party.ts";
import { makeSeal } from "../../src/shared/seal.ts";
import { UnderWay } from "../../src/shared/under-way.ts";
import { button, showing, withSound } from "../support/answers.ts";
import { lookInto, lookUpNumber } from "../support/look-into.ts";
import { useWorld } from "../support/world.ts";

const minute = 60_000;

const clock = new ManualClock();
const { herald, playground, member } = await useWorld({ MEMBER_TEXTS_PER_MINUTE: "1" }, { clock });
// After 15 minutes, nothing that a test kept is left.
afterEach(async () => {
	clock.advance(15 * minute);
	await eventually(() => expect(countRows()).toBe(0));
});

const say = (text: string) => herald.say(member, text);
const now = ({ id }: SeenMessage) => playground.messagesFor(member).find((seen) => seen.id === id);
const expectButtons = (message: SeenMessage, count: number) =>
	eventually(() => expect(now(message)?.components).toHaveLength(count));
const countRows = () =>
	lookUpNumber(herald.dataDir, "SELECT count(*) FROM kept_values WHERE kind IN ('text', 'message')");
const readDatabase = () => lookInto(herald.dataDir, (database) => database.serialize().toString("latin1"));

describe("buttons under an answer", () => {
	test.each([
		["", false],
		[", even after a restart", true],
	] as const)("are removed after fourteen minutes, and what they needed is erased%s", async (_, restarts) => {
		const answer = await withSound(say("The words behind the buttons"));
		const refused = await say("One text too many").firstAnswer();
		expect([answer.components.length, refused.components.length]).toEqual([2, 1]);
		clock.advance(13 * minute);
		if (restarts) await herald.restart();
		expect([now(answer)?.components.length, now(refused)?.components.length]).toEqual([2, 1]);
		await eventually(() => expect(countRows()).toBe(4));
		expect(readDatabase()).not.toMatch(/behind the buttons|too many/);
		clock.advance(minute);
		await expectButtons(answer, 0);
		await expectButtons(refused, 0);
		expect(now(answer)?.content).toBe(answer.content);
		clock.advance(minute);
		await eventually(() => expect(countRows()).toBe(0));
	});

	test("work after a restart", async () => {
		const answer = await withSound(say("Once more after the restart"));
		const refused = await say("One text too many").firstAnswer();
		clock.advance(2 * minute);
		await herald.restart();
		const again = playground.click(member, refused, button(refused, "Say it again"));
		expect((await withSound(again)).content).toMatch(/too many/);
		clock.advance(2 * minute);
		const other = playground.click(member, answer, button(answer, "As a voice message"));
		expect((await other.message((seen) => seen.voiceMessage)).attachments).toHaveLength(1);
	});

	test.each([
		["work with a new token if the old one is configured, too", "the-token-before", 1],
		["are removed with a new token alone", "", 0],
	])("%s", async (_, oldToken, count) => {
		await withSound(say("Spoken"));
		const refused = await say("Refused under the token before").firstAnswer();
		await eventually(() => expect(countRows()).toBe(4));
		// Seals the data as Herald did with the earlier token.
		const database = new Database(join(herald.dataDir, "bot.db"));
		const [current, before] = [makeSeal("test-bot-token"), makeSeal("the-token-before")];
		const rows = database.prepare("SELECT id, sealed FROM kept_values").all() as {
			id: string;
			sealed: Buffer;
		}[];
		const write = database.prepare("UPDATE kept_values SET sealed = ? WHERE id = ?");
		for (const { id, sealed } of rows) write.run(before.close(current.open(sealed)), id);
		database.close();
		await herald.restart({ OLD_DISCORD_TOKEN: oldToken });
		onTestFinished(() => herald.restart({}));
		clock.advance(2 * minute);
		const again = playground.click(member, refused, String(refused.components[0]?.custom_id));
		const answer = await again.message(
			(seen) => seen.attachments.length === 1 || /too old|again/.test(seen.content),
		);
		expect(answer.attachments).toHaveLength(count);
	});

	test("are removed when their member is forgotten, with what they needed", async () => {
		const answer = await withSound(say("Forget this text"));
		await eventually(() => expect(countRows()).toBe(2));
		await herald.restart();
		const asked = await playground.command(member, "forget-me").firstAnswer();
		const done = playground.click(member, asked, "forget-me:erase");
		await showing(done, /the text behind the buttons of an answer/);
		await expectButtons(answer, 0);
		expect(countRows()).toBe(0);
	});

	test("of other members stay when thousands of one member's texts are refused, and so do that member's spoken texts", async () => {
		const stored = new Map<string, number>();
		const store = {
			keep: async ({ id, sealed }: { readonly id: string; readonly sealed: Uint8Array }) =>
				void stored.set(id, sealed.length),
			erase: async (id: string) => void stored.delete(id),
			note: async () => false,
			find: async () => undefined,
			list: async () => [],
			eraseBefore: async () => {},
		};
		const edits = new UnderWay();
		const recent = keepRequests(() => 0, { store, seal: makeSeal("secret"), clock, edits });
		const spoken: SayRequest = {
			written: "Hello",
			quote: "Hello",
			speakable: "Hello",
			voice: "Kore",
			style: undefined,
			delivery: "file",
		};
		const context = { users: new Map(), roles: new Map(), channels: new Map(), locale: "en-US" };
		const refused: Unread = { text: { written: "語".repeat(6_000), context }, option: {} };
		const [own, first, elsewhere, neighbour] = [
			recent.remember(spoken, { place: inGuild("1"), userId: "hostile" }),
			recent.remember(refused, { place: inGuild("1"), userId: "hostile" }),
			recent.remember(spoken, { place: inGuild("2"), userId: "other" }),
			recent.remember(refused, { place: inGuild("1"), userId: "neighbour" }),
		];
		for (let n = 0; n < 2_060; n += 1) recent.remember(refused, { place: inGuild("1"), userId: "hostile" });
		expect(await recent.recall(own, { place: inGuild("1"), userId: "hostile" })).toBe(spoken);
		expect(await recent.recall(first, { place: inGuild("1"), userId: "hostile" })).toBe("over");
		expect(await recent.recall(elsewhere, { place: inGuild("2"), userId: "other" })).toBe(spoken);
		expect(await recent.recall(neighbour, { place: inGuild("1"), userId: "neighbour" })).toBe(refused);
		await edits.settle();
		expect([...stored.values()].reduce((sum, bytes) => sum + bytes)).toBeLessThan(16 * 2 ** 20);
		recent.close();
	});
});
