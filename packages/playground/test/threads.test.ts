import { ChannelType, Events, MessageType, Routes, ThreadAutoArchiveDuration } from "discord.js";
import { expect, test } from "vitest";
import type { Channel } from "../src/index.ts";
import { codeOf } from "./support.ts";
import { allow, client, eventAfter, playground, text, usePlayground } from "./use-playground.ts";

usePlayground({}, []);

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

test("a thread begins without a message, and its channel is told only of a public one", async () => {
	const open = await text.threads.create({ name: "Open", type: ChannelType.PublicThread });
	const secret = await text.threads.create({ name: "Secret", type: ChannelType.PrivateThread });
	const { threads } = await text.threads.fetchActive();
	expect([...threads.keys()].sort()).toEqual([open.id, secret.id].sort());
	const notices = await text.messages.fetch();
	expect(notices.map(({ type, content }) => [type, content])).toEqual([[MessageType.ThreadCreated, "Open"]]);
	expect(await codeOf(text.threads.create({ name: "" }))).toBe(50_035);
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

test("a voice channel has no threads, and a missing permission is reported", async () => {
	const { home } = playground;
	const begin = (channel: string) =>
		client.rest.post(Routes.threads(channel), { body: { name: "x", type: 11 } });
	expect(await codeOf(begin(home.voice.id))).toBe(50_024);
	playground.setPermissions("everyone", { deny: ["CreatePublicThreads"] });
	expect(await codeOf(begin(home.text.id))).toBe(50_013);
});

test("channels are changed and deleted by bots that may manage them", async () => {
	expect(await codeOf(text.setTopic("News"))).toBe(50_013);
	allow("ManageChannels");
	expect((await text.setTopic("News")).topic).toBe("News");
	expect((await eventAfter(Events.ChannelDelete, () => text.delete()))[0].id).toBe(text.id);
});
