import {
	ChannelType,
	Events,
	MessageFlags,
	MessageType,
	Routes,
	ThreadAutoArchiveDuration,
} from "discord.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Channel, InputError } from "../src/index.ts";
import { codeOf, startTestPlayground } from "./support.ts";
import { allow, client, clock, eventAfter, playground, text, told, usePlayground } from "./use-playground.ts";

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

test("a message arrives as written by another bot, by a webhook under another name, and by members in all kinds of channel", async () => {
	const { guild, ordinary, voice, stage } = playground.home;
	const bot = playground.world.addMember(guild, { username: "clock", bot: true });
	const author = { id: bot.user.id, bot: true };
	expect(await told(playground.post(bot, "It is noon."))).toMatchObject({ author, content: "It is noon." });
	const webhook = playground.createWebhook("News");
	expect(await told(playground.postByWebhook(webhook, "Something happened.", "The Paper"))).toMatchObject({
		webhookId: webhook.id,
		content: "Something happened.",
		author: { id: webhook.id, username: "The Paper", discriminator: "0000", bot: true },
		member: null,
	});
	const news = playground.createChannel({ name: "news", type: ChannelType.GuildAnnouncement });
	for (const channel of [voice, stage, news]) {
		const message = await told(playground.post(ordinary, "hello", { channel }));
		expect(message).toMatchObject({ channelId: channel.id, content: "hello" });
	}
});

test("a link's preview arrives as a change that isn't an edit", async () => {
	const message = playground.post(playground.home.ordinary, "see https://example.com/");
	await told(message);
	const show = () => playground.showPreview(message, "An example");
	const [, now] = await eventAfter(Events.MessageUpdate, show);
	expect([now.content, now.editedTimestamp]).toEqual(["see https://example.com/", null]);
	expect(now.embeds.map(({ title }) => title)).toEqual(["An example"]);
});

test("the application creates a webhook, writes through it, also in a thread, and deletes it", async () => {
	expect(await codeOf(text.createWebhook({ name: "News" }))).toBe(50_013);
	allow("ManageWebhooks");
	const webhook = await text.createWebhook({ name: "News" });
	expect((await text.fetchWebhooks()).map(({ name }) => name)).toEqual(["News"]);
	expect(await webhook.send("hello")).toMatchObject({ content: "hello", webhookId: webhook.id });
	const thread = await text.threads.create({ name: "More" });
	const there = await webhook.send({ content: "there", threadId: thread.id });
	expect(there.channelId).toBe(thread.id);
	expect(await codeOf(webhook.send({ content: "x", threadId: playground.home.voice.id }))).toBe(10_003);
	const wrong = Routes.webhook(webhook.id, "wrong-token");
	expect(await codeOf(client.rest.post(wrong, { body: { content: "x" }, auth: false }))).toBe(50_027);
	await webhook.delete();
	expect((await text.fetchWebhooks()).size).toBe(0);
});

test("ask() writes as a member, and returns the application's next message in the channel", async () => {
	const { owner, ordinary, text } = playground.home;
	const aside = playground.createChannel({ name: "aside" });
	const write = (channel: Channel, content: string) =>
		client.rest.post(Routes.channelMessages(channel.id), { body: { content } });
	client.on(Events.MessageCreate, async ({ author }) => {
		if (author.id !== ordinary.user.id) return;
		playground.post(owner, "not the application");
		await write(aside, "elsewhere");
		await write(text, "Pong");
	});
	expect((await playground.ask(ordinary, "!ping")).content).toBe("Pong");
	expect((await playground.ask(ordinary, "!ping", { channel: aside })).content).toBe("elsewhere");
});

test("waiting helpers fail with what the application never did", async () => {
	const silent = await startTestPlayground();
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	onTestFinished(() => void vi.useRealTimers());
	const never = [
		playground.ask(playground.home.ordinary, "!nothing"),
		playground.ready("nothing"),
		silent.ready(),
	].map((promise) => promise.then(String, ({ message }: Error) => message));
	vi.advanceTimersByTime(300_000);
	expect(await Promise.all(never)).toEqual([
		'The application wrote nothing after "!nothing" within 300 s.',
		'The application registered no command "nothing" within 300 s.',
		"The application didn't log in within 300 s.",
	]);
	await silent.stop();
});

const fetchNew = () => text.messages.fetch(post("react to this").id);

test("a member's reaction and its removal are reported, and reactions of both sides are counted", async () => {
	const { owner } = playground.home;
	const message = await fetchNew();
	const react = () => playground.react(owner, message, "👍");
	const [reaction, user] = await eventAfter(Events.MessageReactionAdd, react);
	expect([reaction.emoji.name, reaction.message.id, user.id]).toEqual(["👍", message.id, owner.user.id]);
	await message.react("👍");
	const fetched = (await message.fetch(true)).reactions.cache.get("👍");
	expect([fetched?.count, fetched?.me]).toEqual([2, true]);
	const [first = "", second = ""] = [owner.user.id, client.user.id].sort();
	const who = async (query = {}) => [...((await fetched?.users.fetch(query))?.keys() ?? [])];
	expect(await who()).toEqual([first, second]);
	expect(await who({ limit: 1 })).toEqual([first]);
	expect(await who({ after: first })).toEqual([second]);
	const unreact = () => playground.unreact(owner, message, "👍");
	expect((await eventAfter(Events.MessageReactionRemove, unreact))[1].id).toBe(owner.user.id);
	expect((await message.fetch(true)).reactions.cache.get("👍")?.count).toBe(1);
});

test("invalid emoji are refused, and so is a twenty-first emoji on a message", async () => {
	const message = await fetchNew();
	expect(await codeOf(message.react("word"))).toBe(10_014);
	expect(await codeOf(message.react("1234567890123456789"))).toBe(10_014);
	const path = Routes.channelMessageOwnReaction(text.id, message.id, encodeURIComponent("❤️"));
	await client.rest.put(path);
	await client.rest.delete(path);
	expect(await codeOf(client.rest.delete(path))).toBe(10_014);
	const animal = (n: number) => String.fromCodePoint(0x1f400 + n);
	for (let n = 0; n < 20; n += 1) playground.react(playground.home.owner, message, animal(n));
	expect(await codeOf(message.react(animal(20)))).toBe(30_010);
});

test("adding a present emoji needs no permission, a new one needs one, and removing others' needs Manage Messages", async () => {
	const { home } = playground;
	const message = await fetchNew();
	playground.react(home.ordinary, message, "🎉");
	playground.setPermissions("everyone", { deny: ["AddReactions"] });
	expect(await codeOf(message.react("👍"))).toBe(50_013);
	expect(() => playground.react(home.ordinary, message, "👍")).toThrow(InputError);
	await message.react("🎉");
	const reaction = (await message.fetch(true)).reactions.cache.get("🎉");
	await reaction?.users.remove();
	expect(await codeOf(reaction?.users.remove(home.ordinary.user.id) ?? Promise.resolve())).toBe(50_013);
	expect(await codeOf(message.reactions.removeAll())).toBe(50_013);
});

test("reactions are removed one by one, by emoji, and all at once", async () => {
	const { home } = playground;
	playground.setPermissions(home.bot, { allow: ["ManageMessages"] });
	const message = await fetchNew();
	for (const emoji of ["👍", "🎉", "👋"])
		for (const member of [home.owner, home.ordinary]) playground.react(member, message, emoji);
	const fetched = await message.fetch(true);
	await fetched.reactions.cache.get("👍")?.users.remove(home.owner.user.id);
	expect((await message.fetch(true)).reactions.cache.get("👍")?.count).toBe(1);
	const empty = () => message.reactions.cache.get("🎉")?.remove();
	expect((await eventAfter(Events.MessageReactionRemoveEmoji, empty))[0].emoji.name).toBe("🎉");
	const clear = () => message.reactions.removeAll();
	expect((await eventAfter(Events.MessageReactionRemoveAll, clear))[0].id).toBe(message.id);
	expect((await message.fetch(true)).reactions.cache.size).toBe(0);
});

test("a thread begins on a message, once, and can be written in", async () => {
	const { home, world } = playground;
	const message = await text.messages.fetch(playground.post(home.ordinary, "a question").id);
	const start = { name: "Answers", autoArchiveDuration: ThreadAutoArchiveDuration.OneHour };
	const [thread] = await eventAfter(Events.ThreadCreate, () => message.startThread(start));
	expect([thread.id, thread.parentId, thread.autoArchiveDuration]).toEqual([message.id, text.id, 60]);
	expect((await message.fetch(true)).hasThread).toBe(true);
	const again = client.rest.post(Routes.threads(text.id, message.id), { body: { name: "Again" } });
	expect(await codeOf(again)).toBe(160_004);

	await thread.send("an answer");
	const channel = world.channel(thread.id) as Channel;
	const thank = () => playground.post(home.ordinary, "thanks", { channel });
	expect((await eventAfter(Events.MessageCreate, thank))[0].channelId).toBe(thread.id);
	expect(channel.thread).toMatchObject({ messageCount: 2, totalMessages: 2 });
	const history = await thread.messages.fetch();
	expect(history.map(({ type, content }) => [type, content]).reverse()).toEqual([
		[MessageType.ThreadStarterMessage, ""],
		[MessageType.Default, "an answer"],
		[MessageType.Default, "thanks"],
	]);
	expect([...(await thread.members.fetch()).keys()].sort()).toEqual(
		[client.user.id, home.ordinary.user.id].sort(),
	);
});

test("a thread begins without a message, but not in a voice channel or without permission, and its channel is told only of a public one", async () => {
	const open = await text.threads.create({ name: "Open", type: ChannelType.PublicThread });
	const secret = await text.threads.create({ name: "Secret", type: ChannelType.PrivateThread });
	const { threads } = await text.threads.fetchActive();
	expect([...threads.keys()].sort()).toEqual([open.id, secret.id].sort());
	const notices = await text.messages.fetch();
	expect(notices.map(({ type, content }) => [type, content])).toEqual([[MessageType.ThreadCreated, "Open"]]);
	expect(await codeOf(text.threads.create({ name: "" }))).toBe(50_035);
	const begin = (channel: string) =>
		client.rest.post(Routes.threads(channel), { body: { name: "x", type: 11 } });
	expect(await codeOf(begin(playground.home.voice.id))).toBe(50_024);
	playground.setPermissions("everyone", { deny: ["CreatePublicThreads"] });
	expect(await codeOf(begin(text.id))).toBe(50_013);
});

test("members join and leave a thread, and both are reported", async () => {
	const { ordinary } = playground.home;
	const thread = await text.threads.create({ name: "Secret", type: ChannelType.PrivateThread });
	const channel = playground.world.channel(thread.id) as Channel;
	expect(() => playground.post(ordinary, "let me in", { channel })).toThrow();
	const { id } = ordinary.user;
	const [came] = await eventAfter(Events.ThreadMembersUpdate, () => thread.members.add(id));
	expect([...came.keys(), (await thread.members.fetch(id)).id]).toEqual([id, id]);
	const [, went] = await eventAfter(Events.ThreadMembersUpdate, () => thread.members.remove(id));
	expect([...went.keys()]).toEqual([id]);
	expect(await codeOf(thread.members.fetch({ member: id, force: true }))).toBe(10_007);
	await thread.leave();
	expect(await codeOf(thread.fetch())).toBe(50_001);
});

test("a thread can be archived and reopened, and a locked one only by those who manage threads", async () => {
	const { home, world } = playground;
	const thread = await text.threads.create({ name: "Sleepy", type: ChannelType.PublicThread });
	expect((await eventAfter(Events.ThreadUpdate, () => thread.setArchived(true)))[1].archived).toBe(true);
	expect(await codeOf(thread.setName("Other"))).toBe(50_083);
	const { threads, hasMore } = await text.threads.fetchArchived();
	expect([[...threads.keys()], hasMore]).toEqual([[thread.id], false]);
	expect((await text.threads.fetchActive()).threads.size).toBe(0);
	await thread.send("awake");
	expect(world.channel(thread.id)?.thread?.archived).toBe(false);

	expect(await codeOf(thread.setLocked(true))).toBe(50_013);
	playground.setPermissions(home.bot, { allow: ["ManageThreads"] });
	await thread.setLocked(true);
	playground.setPermissions(home.bot, {});
	expect(await codeOf(thread.send("too late"))).toBe(160_005);
	expect(await codeOf(thread.delete())).toBe(50_013);
	playground.setPermissions(home.bot, { allow: ["ManageThreads"] });
	expect((await eventAfter(Events.ThreadDelete, () => thread.delete()))[0].id).toBe(thread.id);
});

test("channels are changed and deleted by bots that may manage them", async () => {
	expect(await codeOf(text.setTopic("News"))).toBe(50_013);
	allow("ManageChannels");
	expect((await text.setTopic("News")).topic).toBe("News");
	expect((await eventAfter(Events.ChannelDelete, () => text.delete()))[0].id).toBe(text.id);
});
