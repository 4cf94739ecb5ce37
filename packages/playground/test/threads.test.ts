import { ChannelType, Events, MessageType, Routes, ThreadAutoArchiveDuration } from "discord.js";
import { expect, test } from "vitest";
import { codeOf, nextEvent } from "./support.ts";
import { allow, client, playground, text, usePlayground } from "./use-playground.ts";

usePlayground({}, []);

test("a thread begins on a message, once, and can be written in", async () => {
	const { home, world } = playground;
	const message = await text.messages.fetch(playground.post(home.ordinary, "a question").id);
	const created = nextEvent(client, Events.ThreadCreate);
	const thread = await message.startThread({
		name: "Answers",
		autoArchiveDuration: ThreadAutoArchiveDuration.OneHour,
	});
	expect((await created)[0].id).toBe(message.id);
	expect([thread.id, thread.parentId, thread.autoArchiveDuration]).toEqual([message.id, text.id, 60]);
	expect((await message.fetch(true)).hasThread).toBe(true);
	const again = client.rest.post(Routes.threads(text.id, message.id), { body: { name: "Again" } });
	expect(await codeOf(again)).toBe(160_004);

	await thread.send("an answer");
	const channel = world.channel(thread.id);
	if (!channel) throw new Error("There is no thread.");
	const came = nextEvent(client, Events.MessageCreate);
	playground.post(home.ordinary, "thanks", { channel });
	expect((await came)[0].channelId).toBe(thread.id);
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
	const came = nextEvent(client, Events.ThreadMembersUpdate);
	await thread.members.add(ordinary.user.id);
	expect([...(await came)[0].keys()]).toEqual([ordinary.user.id]);
	expect((await thread.members.fetch(ordinary.user.id)).id).toBe(ordinary.user.id);
	const went = nextEvent(client, Events.ThreadMembersUpdate);
	await thread.members.remove(ordinary.user.id);
	expect([...(await went)[1].keys()]).toEqual([ordinary.user.id]);
	expect(await codeOf(thread.members.fetch({ member: ordinary.user.id, force: true }))).toBe(10_007);
	await thread.leave();
	expect(await codeOf(thread.fetch())).toBe(50_001);
});

test("a thread can be archived and reopened, and a locked one only by those who manage threads", async () => {
	const { home, world } = playground;
	const thread = await text.threads.create({ name: "Sleepy", type: ChannelType.PublicThread });
	const slept = nextEvent(client, Events.ThreadUpdate);
	await thread.setArchived(true);
	expect((await slept)[1].archived).toBe(true);
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
	const gone = nextEvent(client, Events.ThreadDelete);
	await thread.delete();
	expect((await gone)[0].id).toBe(thread.id);
});

test("a voice channel has no threads, and a missing permission is reported", async () => {
	const { home } = playground;
	const post = (path: string, body: object) => client.rest.post(path as never, { body });
	expect(await codeOf(post(`/channels/${home.voice.id}/threads`, { name: "x", type: 11 }))).toBe(50_024);
	playground.setPermissions("everyone", { deny: ["CreatePublicThreads"] });
	expect(await codeOf(post(`/channels/${home.text.id}/threads`, { name: "x", type: 11 }))).toBe(50_013);
});

test("channels are changed and deleted by bots that may manage them", async () => {
	expect(await codeOf(text.setTopic("News"))).toBe(50_013);
	allow("ManageChannels");
	expect((await text.setTopic("News")).topic).toBe("News");
	const gone = nextEvent(client, Events.ChannelDelete);
	await text.delete();
	expect((await gone)[0].id).toBe(text.id);
});
