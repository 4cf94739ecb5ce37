import { Events, MessageFlags, Routes } from "discord.js";
import { expect, test } from "vitest";
import { codeOf } from "./support.ts";
import { client, clock, eventAfter, playground, text, usePlayground } from "./use-playground.ts";

usePlayground({}, []);

const post = (content: string) => {
	clock.advance(1_000);
	return playground.post(playground.home.ordinary, content);
};

test("history is read in pages, newest first, and is empty without the permission to read it", async () => {
	const [one, two, three, four, five] = ["1", "2", "3", "4", "5"].map(post);
	const contents = async (query: object) =>
		[...(await text.messages.fetch({ cache: false, ...query })).values()].map(({ content }) => content);
	expect(await contents({})).toEqual(["5", "4", "3", "2", "1"]);
	expect(await contents({ limit: 2 })).toEqual(["5", "4"]);
	expect(await contents({ before: four?.id, limit: 2 })).toEqual(["3", "2"]);
	expect(await contents({ after: one?.id, limit: 2 })).toEqual(["3", "2"]);
	expect(await contents({ around: three?.id, limit: 3 })).toEqual(["4", "3", "2"]);
	expect(await contents({ around: three?.id, limit: 1 })).toEqual(["3"]);
	expect(await contents({ after: five?.id })).toEqual([]);
	expect((await text.messages.fetch({ message: two?.id ?? "", force: true })).content).toBe("2");
	expect(await codeOf(text.messages.fetch({ limit: 101 }))).toBe(50_035);
	expect(await codeOf(client.rest.get(`${Routes.channelMessages(text.id)}?before=x` as never))).toBe(50_035);
	playground.setPermissions(playground.home.bot, { deny: ["ReadMessageHistory"] });
	expect((await text.messages.fetch({ limit: 10 })).size).toBe(0);
	expect(await codeOf(text.messages.fetch({ message: one?.id ?? "", force: true }))).toBe(50_013);
});

test("a bot edits and deletes its own messages, and deletes others' if it has the permission", async () => {
	const { home } = playground;
	const own = await text.send("first");
	expect((await own.edit("second")).editedTimestamp).toBe(clock.now());
	await own.delete();
	expect(await codeOf(own.fetch(true))).toBe(10_008);

	const { id } = post("https://example.com");
	const theirs = Routes.channelMessage(text.id, id);
	const suppress = () => client.rest.patch(theirs, { body: { flags: MessageFlags.SuppressEmbeds } });
	expect(await codeOf(client.rest.patch(theirs, { body: { content: "mine" } }))).toBe(50_005);
	expect(await codeOf(suppress())).toBe(50_013);
	expect(await codeOf(client.rest.delete(theirs))).toBe(50_013);
	playground.setPermissions(home.bot, { allow: ["ManageMessages"] });
	expect(await suppress()).toMatchObject({ content: "https://example.com", flags: 4 });
	expect(await codeOf(client.rest.patch(theirs, { body: { content: "mine" } }))).toBe(50_005);
	await client.rest.delete(theirs);
	expect(playground.messagesFor(home.owner)).toEqual([]);
});

test("many messages are deleted at once, and reported at once", async () => {
	const { home } = playground;
	const old = post("old");
	clock.advance(14 * 24 * 3_600_000);
	const [one, two, three] = ["1", "2", "3"].map(post);
	const ids = [one, two].map((each) => each?.id ?? "");
	expect(await codeOf(text.bulkDelete(ids))).toBe(50_013);
	playground.setPermissions(home.bot, { allow: ["ManageMessages"] });
	const path = Routes.channelBulkDelete(text.id);
	const ask = (messages: unknown[]) => client.rest.post(path, { body: { messages } });
	expect(await codeOf(ask([one?.id]))).toBe(50_016);
	expect(await codeOf(ask([one?.id, one?.id]))).toBe(50_016);
	expect(await codeOf(ask(["x", "y"]))).toBe(50_035);
	expect(await codeOf(ask([one?.id, old.id]))).toBe(50_034);

	const single: string[] = [];
	client.on(Events.MessageDelete, ({ id }) => single.push(id));
	const [gone] = await eventAfter(Events.MessageBulkDelete, () => ask(ids));
	expect([...gone.keys()].sort()).toEqual(ids.sort());
	expect(single).toEqual([]);
	expect(playground.messagesFor(home.owner).map(({ id }) => id)).toEqual([old.id, three?.id]);
});

test("typing is visible to both sides", async () => {
	const { ordinary } = playground.home;
	const [theirs] = await eventAfter(Events.TypingStart, () => playground.type(ordinary));
	expect(theirs).toMatchObject({ user: { id: ordinary.user.id }, channel: { id: text.id } });
	const [own] = await eventAfter(Events.TypingStart, () => text.sendTyping());
	expect(own.user.id).toBe(client.user.id);
	playground.setPermissions("everyone", { deny: ["SendMessages"] });
	expect(await codeOf(text.sendTyping())).toBe(50_013);
});

test("a message is pinned, with a notice in its channel, and unpinned", async () => {
	const { home } = playground;
	const { id } = post("important");
	const message = await text.messages.fetch(id);
	expect(await codeOf(message.pin())).toBe(50_013);
	playground.setPermissions(home.bot, { allow: ["PinMessages"] });
	const [, pinnedAt] = await eventAfter(Events.ChannelPinsUpdate, () => message.pin());
	expect(Number(pinnedAt)).toBe(clock.now());
	expect(await text.messages.fetchPins()).toMatchObject({
		items: [{ message: { id }, pinnedTimestamp: clock.now() }],
		hasMore: false,
	});
	expect(await client.rest.get(Routes.channelPins(text.id))).toMatchObject([{ id, pinned: true }]);
	const [, notice] = playground.messagesFor(home.owner);
	expect(notice?.raw).toMatchObject({ type: 6, content: "", message_reference: { message_id: id } });
	await message.unpin();
	expect((await text.messages.fetchPins()).items).toEqual([]);
});

test("a message sent again with its nonce is there once, even after an error, but only for some minutes", async () => {
	const path = Routes.channelMessages(text.id);
	const send = (nonce: string) => {
		const body = { content: "once", nonce, enforce_nonce: true };
		return client.rest.post(path, { body }) as Promise<{ readonly id: string }>;
	};
	playground.faults.failAnswer({ method: "POST", path: /messages$/ }, 503);
	await expect(send("one")).rejects.toMatchObject({ status: 503 });
	const { id } = await send("one");
	expect(playground.messagesFor(playground.home.owner).map((message) => message.id)).toEqual([id]);
	clock.advance(6 * 60_000);
	expect((await send("one")).id).not.toBe(id);
	expect(await codeOf(send("x".repeat(26)))).toBe(50_035);
});
