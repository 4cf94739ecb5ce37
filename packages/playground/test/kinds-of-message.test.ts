import { ChannelType, Events, GatewayIntentBits, MessageFlags, MessageType, Routes } from "discord.js";
import { expect, test } from "vitest";
import type { GuildDescription } from "../src/index.ts";
import { homeDescription } from "../src/world/home.ts";
import { channelOf, codeOf } from "./support.ts";
import { answerWith, client, clock, eventAfter, playground, usePlayground } from "./use-playground.ts";

const { Guilds, GuildMessages, GuildMessagePolls } = GatewayIntentBits;
const home: GuildDescription = {
	...homeDescription,
	channels: [
		...(homeDescription.channels ?? []),
		{ name: "news", type: ChannelType.GuildAnnouncement },
		{ name: "questions", type: ChannelType.GuildForum },
		{ name: "slow", slowmodeSeconds: 30 },
	],
	stickers: [{ name: "Wave", description: "Somebody waves" }],
	attachmentLimit: 1_000,
};
usePlayground({ guilds: [home] }, [{ type: 3, name: "Speak" }], [Guilds, GuildMessages, GuildMessagePolls]);

const channel = (name: string) => channelOf(playground.home.guild, name);
/** Has the application write in a channel. */
const write = (where: string, body: object) =>
	client.rest.post(Routes.channelMessages(where), { body }) as Promise<{ id: string }>;

/** Uses a message command on a message. Resolves to the message as the command's interaction contains it. */
const target = async (message: { readonly id: string }) => {
	const use = () => playground.messageCommand(playground.home.owner, "Speak", message);
	const [interaction] = await eventAfter(Events.InteractionCreate, use);
	if (!interaction.isMessageContextMenuCommand()) throw new Error("That is no message command.");
	return interaction.targetMessage;
};

test("a forwarded message has no content of its own, but a snapshot of words and files that outlives the original", async () => {
	const { owner, ordinary, text } = playground.home;
	const file = { filename: "note.txt", contentType: "text/plain", bytes: Buffer.from("words") };
	const original = playground.post(owner, "**news** for <@1>", {}, [file]);
	const forwarded = playground.forward(ordinary, original, { channel: channel("news") });
	playground.messages.delete(original.id);

	const message = await target(forwarded);
	expect([message.type, message.content]).toEqual([MessageType.Default, ""]);
	expect(message.flags.has(MessageFlags.HasSnapshot)).toBe(true);
	expect(message.reference).toMatchObject({ type: 1, messageId: original.id, channelId: text.id });
	const snapshot = message.messageSnapshots.first();
	expect(snapshot?.content).toBe("**news** for <@1>");
	expect(await (await fetch(snapshot?.attachments?.first()?.url ?? "")).text()).toBe("words");

	const again = await target(playground.forward(ordinary, forwarded));
	expect(again.messageSnapshots.first()?.content).toBe("**news** for <@1>");
});

test("an application can forward what it may read, and nothing else in the same message", async () => {
	const { owner, bot, text } = playground.home;
	const { id } = playground.post(owner, "hello");
	const reference = { type: 1, message_id: id, channel_id: text.id };
	const send = (more: object, content?: string) =>
		write(channel("news").id, { content, message_reference: { ...reference, ...more } });
	const snapshots = [{ message: { content: "hello" } }];
	expect(await send({})).toMatchObject({ content: "", message_snapshots: snapshots });
	expect(await codeOf(send({}, "look"))).toBe(160_011);
	expect(await codeOf(send({ message_id: "1" }))).toBe(50_035);
	const adults = playground.createChannel({ name: "adults", nsfw: true });
	const there = playground.post(owner, "not for all", { channel: adults });
	expect(await codeOf(send({ message_id: there.id, channel_id: adults.id }))).toBe(160_010);
	playground.setPermissions(bot, { deny: ["ReadMessageHistory"] });
	expect(await codeOf(send({}))).toBe(160_009);
	playground.setPermissions(bot, { deny: ["ViewChannel"] });
	expect(await codeOf(send({}))).toBe(160_014);
});

test("a reply shows the message it answers in its present form, and pings unless told not to", async () => {
	const { owner, ordinary } = playground.home;
	const question = playground.post(owner, "Which?");
	const loud = playground.reply(ordinary, question, "This one");
	const quiet = playground.reply(ordinary, question, "That one", { ping: false });
	expect(loud.raw.mentions.map(({ id }) => id)).toEqual([owner.user.id]);
	expect(quiet.raw.mentions).toEqual([]);
	playground.editMessage(owner, question, "Which one?");

	const message = await target(loud);
	expect([message.type, message.content]).toEqual([MessageType.Reply, "This one"]);
	const path = Routes.channelMessage(message.channelId, loud.id);
	expect(await client.rest.get(path)).toMatchObject({ referenced_message: { content: "Which one?" } });
	playground.messages.delete(question.id);
	expect(await client.rest.get(path)).toMatchObject({ referenced_message: null });
});

test("a reply that pings the bot has its content, but not a reply to its answer to an interaction", async () => {
	const { ordinary } = playground.home;
	answerWith(async (interaction) => {
		if (interaction.isMessageContextMenuCommand()) await interaction.reply("spoken");
	});
	const own = await write(playground.home.text.id, { content: "hi" });
	const greet = () => playground.reply(ordinary, own, "hello bot");
	expect((await eventAfter(Events.MessageCreate, greet))[0].content).toBe("hello bot");

	const answer = await playground.messageCommand(ordinary, "Speak", own).firstAnswer();
	const thank = () => playground.reply(ordinary, answer, "thank you");
	const [came] = await eventAfter(
		Events.MessageCreate,
		thank,
		({ author }) => author.id === ordinary.user.id,
	);
	expect(came).toMatchObject({ content: "", type: MessageType.Reply });
});

test("a poll has its question and answers, takes votes, and reports its result when it ends", async () => {
	const { owner, ordinary } = playground.home;
	const poll = { question: "Tea?", answers: ["Yes", "No"], hours: 1 };
	const asked = playground.postPoll(owner, poll);
	const seen = (await target(asked)).poll;
	expect(seen?.question.text).toBe("Tea?");
	expect(seen?.answers.map(({ text }) => text)).toEqual(["Yes", "No"]);

	const vote = () => playground.vote(ordinary, asked, 2);
	expect((await eventAfter(Events.MessagePollVoteAdd, vote))[1]).toBe(ordinary.user.id);
	expect(() => playground.vote(ordinary, asked, 1, 2)).toThrow("Poll voting blocked");
	const voters = await client.rest.get(Routes.pollAnswerVoters(playground.home.text.id, asked.id, 2));
	expect(voters).toMatchObject({ users: [{ id: ordinary.user.id }] });

	const [result] = await eventAfter(Events.MessageCreate, () => clock.advance(3_600_000));
	expect(result.type).toBe(MessageType.PollResult);
	const [after, told] = playground.messagesFor(owner);
	const counts = [{ id: 2, count: 1, me_voted: false }];
	expect(after?.raw.poll?.results).toEqual({ is_finalized: true, answer_counts: counts });
	const fields = told?.raw.embeds[0]?.fields?.map(({ name, value }) => `${name}=${value}`);
	expect(fields?.join()).toBe(
		"poll_question_text=Tea?,victor_answer_votes=1,total_votes=1,victor_answer_id=2,victor_answer_text=No",
	);
	expect(() => playground.vote(ordinary, asked, 1)).toThrow("Poll expired");
	expect(() => playground.forward(ordinary, asked)).toThrow("system message");
});

test("an application's poll is checked, and only the application can end it", async () => {
	const path = Routes.channelMessages(playground.home.text.id);
	const send = (poll: object) => write(playground.home.text.id, { poll });
	const answers = [{ poll_media: { text: "Yes" } }];
	const question = { text: "Tea?" };
	for (const wrong of [{ question: { text: "" } }, { answers: [] }, { duration: 800 }])
		expect(await codeOf(send({ question, answers, ...wrong }))).toBe(50_035);
	const { id } = await send({ question, answers });
	expect(await codeOf(client.rest.patch(`${path}/${id}`, { body: { content: "x" } }))).toBe(520_003);
	const end = (message: string) => client.rest.post(Routes.expirePoll(playground.home.text.id, message));
	expect(await end(id)).toMatchObject({ poll: { results: { is_finalized: true } } });
	expect(await codeOf(end(id))).toBe(520_001);
	const theirs = playground.post(playground.home.owner, "hello");
	expect(await codeOf(end(theirs.id))).toBe(50_005);
});

test("a sticker comes by name, with an empty text", async () => {
	const message = await target(playground.sendSticker(playground.home.owner, "Wave"));
	expect([message.content, message.stickers.map(({ name }) => name)]).toEqual(["", ["Wave"]]);
	expect(await codeOf(write(message.channelId, { sticker_ids: ["1"] }))).toBe(50_081);
});

test("a post in a forum is a thread, whose first message has its id", async () => {
	const forum = channel("questions");
	const open = () => playground.openPost(playground.home.ordinary, forum, "How?", "How does it work?");
	const [thread] = await eventAfter(Events.ThreadCreate, open);
	expect([thread.parentId, thread.name]).toEqual([forum.id, "How?"]);
	expect(playground.messagesFor(playground.home.owner).at(-1)?.id).toBe(thread.id);
	const begin = (message?: object) =>
		client.rest.post(Routes.threads(forum.id), { body: { name: "So", message } }) as Promise<{ id: string }>;
	const mine = await begin({ content: "It works so" });
	expect(mine).toMatchObject({ message: { id: mine.id, content: "It works so" } });
	expect(await codeOf(begin())).toBe(50_035);
	expect(await codeOf(write(forum.id, { content: "x" }))).toBe(50_024);
});

test("a message in an announcement channel can be published once", async () => {
	const publish = (where: string, id: string) => client.rest.post(Routes.channelMessageCrosspost(where, id));
	const send = async (where: string) => (await write(where, { content: "x" })).id;
	const news = channel("news").id;
	const id = await send(news);
	expect(await publish(news, id)).toMatchObject({ flags: MessageFlags.Crossposted });
	expect(await codeOf(publish(news, id))).toBe(40_033);
	const text = playground.home.text.id;
	expect(await codeOf(publish(text, await send(text)))).toBe(50_024);
});

test("slow mode makes members wait, but not moderators or applications", async () => {
	const { owner, ordinary } = playground.home;
	const where = { channel: channel("slow") };
	playground.post(ordinary, "one", where);
	clock.advance(10_000);
	expect(() => playground.post(ordinary, "two", where)).toThrow("Slow mode: you can write again in 20 s.");
	clock.advance(20_000);
	playground.post(ordinary, "two", where);
	for (const text of ["a", "b"]) playground.post(owner, text, where);
	for (const content of ["c", "d"]) await write(where.channel.id, { content });
	const contents = playground.messagesFor(owner).map(({ content }) => content);
	expect(contents).toEqual(["one", "two", "a", "b", "c", "d"]);
});

test("an interaction says how large a file may be in its server, and larger ones are refused", async () => {
	const { owner } = playground.home;
	const ask = () => playground.messageCommand(owner, "Speak", playground.post(owner, "hello"));
	const [{ attachmentSizeLimit, id, token }] = await eventAfter(Events.InteractionCreate, ask);
	expect(attachmentSizeLimit).toBe(1_000);
	const answer = (size: number) =>
		client.rest.post(Routes.interactionCallback(id, token), {
			auth: false,
			body: { type: 4, data: {} },
			files: [{ name: "a.bin", data: Buffer.alloc(size) }],
		});
	expect(await codeOf(answer(1_001))).toBe(40_005);
	await answer(1_000);
});

test("members can edit only their own messages", () => {
	const { owner, ordinary } = playground.home;
	const message = playground.post(ordinary, "helo");
	expect(() => playground.editMessage(owner, message, "mine")).toThrow("isn't yours");
	const edited = playground.editMessage(ordinary, message, "hello");
	expect(edited).toMatchObject({ content: "hello", earlier: ["helo"] });
});
