import { Events, MessageFlags, Routes } from "discord.js";
import { expect, test } from "vitest";
import { bot, clock, codeOf, useOrdinaryBot } from "./ordinary-bot.ts";
import { nextEvent } from "./support.ts";

useOrdinaryBot();

const post = (text: string) => {
	clock.advance(1_000);
	return bot.playground.post(bot.playground.home.ordinary, text);
};

test("history is read in pages, newest first", async () => {
	const [one, two, three, four, five] = ["1", "2", "3", "4", "5"].map(post);
	const contents = async (query: object) =>
		[...(await bot.text.messages.fetch({ cache: false, ...query })).values()].map(({ content }) => content);
	expect(await contents({})).toEqual(["5", "4", "3", "2", "1"]);
	expect(await contents({ limit: 2 })).toEqual(["5", "4"]);
	expect(await contents({ before: four?.id, limit: 2 })).toEqual(["3", "2"]);
	expect(await contents({ after: one?.id, limit: 2 })).toEqual(["3", "2"]);
	expect(await contents({ around: three?.id, limit: 3 })).toEqual(["4", "3", "2"]);
	expect(await contents({ around: three?.id, limit: 1 })).toEqual(["3"]);
	expect(await contents({ after: five?.id })).toEqual([]);
	expect((await bot.text.messages.fetch({ message: two?.id ?? "", force: true })).content).toBe("2");
	expect(await codeOf(bot.text.messages.fetch({ limit: 101 }))).toBe(50_035);
	expect(await codeOf(bot.client.rest.get(`${Routes.channelMessages(bot.text.id)}?before=x` as never))).toBe(
		50_035,
	);
});

test("history is empty without the permission to read it", async () => {
	const { id } = post("secret");
	bot.playground.setPermissions(bot.playground.home.bot, { deny: ["ReadMessageHistory"] });
	expect((await bot.text.messages.fetch({ limit: 10 })).size).toBe(0);
	expect(await codeOf(bot.text.messages.fetch({ message: id, force: true }))).toBe(50_013);
});

test("a bot edits and deletes its own messages, and deletes others' if it has the permission", async () => {
	const { home } = bot.playground;
	const own = await bot.text.send("first");
	expect((await own.edit("second")).editedTimestamp).toBe(clock.now());
	await own.delete();
	expect(await codeOf(own.fetch(true))).toBe(10_008);

	const { id } = post("https://example.com");
	const theirs = Routes.channelMessage(bot.text.id, id);
	const suppress = () => bot.client.rest.patch(theirs, { body: { flags: MessageFlags.SuppressEmbeds } });
	expect(await codeOf(bot.client.rest.patch(theirs, { body: { content: "mine" } }))).toBe(50_005);
	expect(await codeOf(suppress())).toBe(50_013);
	expect(await codeOf(bot.client.rest.delete(theirs))).toBe(50_013);
	bot.playground.setPermissions(home.bot, { allow: ["ManageMessages"] });
	expect(await suppress()).toMatchObject({
		content: "https://example.com",
		flags: MessageFlags.SuppressEmbeds,
	});
	expect(await codeOf(bot.client.rest.patch(theirs, { body: { content: "mine" } }))).toBe(50_005);
	await bot.client.rest.delete(theirs);
	expect(bot.playground.messagesFor(home.owner)).toEqual([]);
});

test("many messages are deleted at once, and reported at once", async () => {
	const { home } = bot.playground;
	const old = post("old");
	clock.advance(14 * 24 * 3_600_000);
	const [one, two, three] = ["1", "2", "3"].map(post);
	const ids = [one, two].map((each) => each?.id ?? "");
	expect(await codeOf(bot.text.bulkDelete(ids))).toBe(50_013);
	bot.playground.setPermissions(home.bot, { allow: ["ManageMessages"] });
	const path = Routes.channelBulkDelete(bot.text.id);
	const ask = (messages: unknown[]) => bot.client.rest.post(path, { body: { messages } });
	expect(await codeOf(ask([one?.id]))).toBe(50_016);
	expect(await codeOf(ask([one?.id, one?.id]))).toBe(50_016);
	expect(await codeOf(ask(["x", "y"]))).toBe(50_035);
	expect(await codeOf(ask([one?.id, old.id]))).toBe(50_034);

	const gone = nextEvent(bot.client, Events.MessageBulkDelete);
	const single: string[] = [];
	bot.client.on(Events.MessageDelete, ({ id }) => single.push(id));
	await ask(ids);
	expect([...(await gone)[0].keys()].sort()).toEqual(ids.sort());
	expect(single).toEqual([]);
	expect(bot.playground.messagesFor(home.owner).map(({ id }) => id)).toEqual([old.id, three?.id]);
});

test("typing is visible to both sides", async () => {
	const { ordinary } = bot.playground.home;
	const theirs = nextEvent(bot.client, Events.TypingStart);
	bot.playground.type(ordinary);
	expect((await theirs)[0]).toMatchObject({ user: { id: ordinary.user.id }, channel: { id: bot.text.id } });
	const own = nextEvent(bot.client, Events.TypingStart);
	await bot.text.sendTyping();
	expect((await own)[0].user.id).toBe(bot.client.user.id);
	bot.playground.setPermissions("everyone", { deny: ["SendMessages"] });
	expect(await codeOf(bot.text.sendTyping())).toBe(50_013);
});

test("a message is pinned, with a notice in its channel, and unpinned", async () => {
	const { home } = bot.playground;
	const { id } = post("important");
	const message = await bot.text.messages.fetch(id);
	expect(await codeOf(message.pin())).toBe(50_013);
	bot.playground.setPermissions(home.bot, { allow: ["PinMessages"] });
	const pins = nextEvent(bot.client, Events.ChannelPinsUpdate);
	await message.pin();
	expect(Number((await pins)[1])).toBe(clock.now());
	const { items, hasMore } = await bot.text.messages.fetchPins();
	expect(items.map(({ message: pinned, pinnedTimestamp }) => [pinned.id, pinnedTimestamp])).toEqual([
		[id, clock.now()],
	]);
	expect(hasMore).toBe(false);
	expect(await bot.client.rest.get(Routes.channelPins(bot.text.id))).toMatchObject([{ id, pinned: true }]);
	const [, notice] = bot.playground.messagesFor(home.owner);
	expect(notice?.raw).toMatchObject({ type: 6, content: "", message_reference: { message_id: id } });
	await message.unpin();
	expect((await bot.text.messages.fetchPins()).items).toEqual([]);
});

test("a message sent again with its nonce is there once, even after an error, but only for some minutes", async () => {
	const path = Routes.channelMessages(bot.text.id);
	const send = (nonce: string) =>
		bot.client.rest.post(path, { body: { content: "once", nonce, enforce_nonce: true } }) as Promise<{
			readonly id: string;
		}>;
	bot.playground.faults.failAnswer({ method: "POST", path: /messages$/ }, 503);
	await expect(send("one")).rejects.toMatchObject({ status: 503 });
	const { id } = await send("one");
	expect(bot.playground.messagesFor(bot.playground.home.owner).map((message) => message.id)).toEqual([id]);
	clock.advance(6 * 60_000);
	expect((await send("one")).id).not.toBe(id);
	expect(await codeOf(send("x".repeat(26)))).toBe(50_035);
});
