import { type Client, Events, GatewayIntentBits, type Message, Routes } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Playground } from "../src/index.ts";
import { RawSocket } from "./raw-socket.ts";
import { endBoth, eventOf, logIn, nextEvent, startTestPlayground } from "./support.ts";

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;

let playground: Playground;
let client: Client<true>;

beforeEach(async () => {
	playground = await startTestPlayground();
});
afterEach(() => endBoth(client, playground));

const logInWith = async (...intents: GatewayIntentBits[]) => {
	client = await logIn(playground, [], intents);
	return client;
};

/** Resolves to this message as the client receives it. Call it before the message arrives. */
const told = async ({ id }: { readonly id: string }): Promise<Message> =>
	(await eventOf(client, Events.MessageCreate, (each) => each.id === id))[0];

test("without the Message Content intent, a client receives the content of messages that mention it, but not of others", async () => {
	const { ordinary, bot } = playground.home;
	await logInWith(Guilds, GuildMessages);
	const file = { filename: "a.txt", contentType: "text/plain", bytes: Buffer.from("a") };
	const plain = await told(playground.post(ordinary, "secret", {}, [file]));
	expect([plain.content, plain.attachments.size]).toEqual(["", 0]);
	const poll = await told(playground.postPoll(ordinary, { question: "Tea?", answers: ["yes", "no"] }));
	expect(poll.poll).toBeNull();
	const mention = `<@${bot.user.id}> hello`;
	expect((await told(playground.post(ordinary, mention))).content).toBe(mention);
});

describe("with the Message Content intent, a client", () => {
	test("receives others' messages and edits, but nothing from channels that it may not view", async () => {
		const { bot, ordinary, voice } = playground.home;
		const live = await logInWith(Guilds, GuildMessages, MessageContent);
		const message = await told(playground.post(ordinary, "hello"));
		expect(message.content).toBe("hello");
		const edited = nextEvent(live, Events.MessageUpdate);
		playground.editMessage(ordinary, message, "bye");
		expect((await edited)[1].content).toBe("bye");
		playground.setPermissions(bot, { deny: ["ViewChannel"] });
		const seen: string[] = [];
		live.on(Events.MessageCreate, ({ content }) => seen.push(content));
		playground.post(ordinary, "hidden");
		await told(playground.post(ordinary, "here", { channel: voice }));
		expect(seen).toEqual(["here"]);
	});

	test("is closed with 4014 when the intent is withdrawn, and can't return with it", async () => {
		const live = await logInWith(Guilds, GuildMessages, MessageContent);
		const gone = nextEvent(live, Events.ShardDisconnect);
		playground.gateway.grantMessageContent("refused");
		expect((await gone)[0].code).toBe(4014);
		const socket = new RawSocket(playground.gatewayUrl);
		await socket.op(10);
		const intents = Guilds | MessageContent;
		socket.send({ op: 2, d: { token: playground.token, intents, properties: {} } });
		expect(await socket.closed).toBe(4014);
	});
});

test("the application's flags show the intent, and REST shows content only with it", async () => {
	const { ordinary, text } = playground.home;
	const { rest } = await logInWith(Guilds);
	const { id } = playground.post(ordinary, "secret");
	/** Resolves to the application's flags for the intent, and to the content of the message. */
	const read = async () => {
		const { flags } = (await rest.get("/applications/@me")) as { readonly flags: number };
		const message = (await rest.get(Routes.channelMessage(text.id, id))) as { readonly content: string };
		return [flags & ((1 << 18) | (1 << 19)), message.content];
	};
	expect(await read()).toEqual([1 << 19, "secret"]);
	playground.gateway.grantMessageContent("granted");
	expect(await read()).toEqual([1 << 18, "secret"]);
	playground.gateway.grantMessageContent("refused");
	expect(await read()).toEqual([0, ""]);
});
