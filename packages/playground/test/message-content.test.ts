import { Events, GatewayIntentBits, type Message, Routes } from "discord.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Playground } from "../src/index.ts";
import { eventOf } from "./ordinary-bot.ts";
import { RawSocket } from "./raw-socket.ts";
import { logIn, nextEvent, startTestPlayground } from "./support.ts";

const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits;

let playground: Playground;
let client: Awaited<ReturnType<typeof logIn>> | undefined;

beforeEach(async () => {
	playground = await startTestPlayground();
});
afterEach(async () => {
	await client?.destroy();
	client = undefined;
	await playground.stop();
});

const logInWith = async (...intents: GatewayIntentBits[]) => {
	client = await logIn(playground, [], intents);
	return client;
};

/** Resolves to this message as the client receives it. Call it before the message arrives. */
const told = async ({ id }: { readonly id: string }): Promise<Message> => {
	if (!client) throw new Error("Nobody is logged in.");
	const [message] = await eventOf(client, Events.MessageCreate, (each) => each.id === id);
	return message;
};

/** Resolves to the code with which the gateway refuses a login with these intents. */
const closeCodeFor = async (intents: number): Promise<number> => {
	const socket = new RawSocket(playground.gatewayUrl);
	await socket.op(10);
	socket.send(JSON.stringify({ op: 2, d: { token: playground.token, intents, properties: {} } }));
	return socket.closed;
};

describe("without the Message Content intent, a client", () => {
	beforeEach(() => logInWith(Guilds, GuildMessages));

	test("doesn't receive the content of others' messages", async () => {
		const { ordinary } = playground.home;
		const file = { filename: "a.txt", contentType: "text/plain", bytes: Buffer.from("a") };
		const plain = await told(playground.post(ordinary, "secret", {}, [file]));
		expect([plain.content, plain.attachments.size]).toEqual(["", 0]);
		const poll = await told(playground.postPoll(ordinary, { question: "Tea?", answers: ["yes", "no"] }));
		expect(poll.poll).toBeNull();
	});

	test("receives messages that mention it", async () => {
		const mention = `<@${playground.home.bot.user.id}> hello`;
		expect((await told(playground.post(playground.home.ordinary, mention))).content).toBe(mention);
	});
});

describe("with the Message Content intent, a client", () => {
	test("receives others' messages and edits", async () => {
		const { ordinary } = playground.home;
		const live = await logInWith(Guilds, GuildMessages, MessageContent);
		const message = await told(playground.post(ordinary, "hello"));
		expect(message.content).toBe("hello");
		const edited = nextEvent(live, Events.MessageUpdate);
		playground.editMessage(ordinary, message, "bye");
		expect((await edited)[1].content).toBe("bye");
	});

	test("receives nothing from channels that it may not view", async () => {
		const { bot, ordinary, voice } = playground.home;
		await logInWith(Guilds, GuildMessages, MessageContent);
		playground.setPermissions(bot, { deny: ["ViewChannel"] });
		const seen: string[] = [];
		client?.on(Events.MessageCreate, ({ content }) => seen.push(content));
		playground.post(ordinary, "hidden");
		await told(playground.post(ordinary, "here", { channel: voice }));
		expect(seen).toEqual(["here"]);
	});

	test("is closed with 4014 when the intent is withdrawn, and can't return with it", async () => {
		const live = await logInWith(Guilds, GuildMessages, MessageContent);
		const gone = eventOf(live, Events.ShardDisconnect, () => true);
		playground.gateway.grantMessageContent("refused");
		expect((await gone)[0].code).toBe(4014);
		expect(await closeCodeFor(Guilds | MessageContent)).toBe(4014);
	});
});

test("the application's flags show the intent, and REST shows content only with it", async () => {
	const { ordinary, text } = playground.home;
	const { rest } = await logInWith(Guilds);
	const { id } = playground.post(ordinary, "secret");
	const read = async () =>
		((await rest.get(Routes.channelMessage(text.id, id))) as { readonly content: string }).content;
	const flagsOf = async () => ((await rest.get("/applications/@me")) as { readonly flags: number }).flags;
	const contentFlags = (1 << 18) | (1 << 19);
	expect([(await flagsOf()) & contentFlags, await read()]).toEqual([1 << 19, "secret"]);
	playground.gateway.grantMessageContent("granted");
	expect((await flagsOf()) & contentFlags).toBe(1 << 18);
	playground.gateway.grantMessageContent("refused");
	expect([(await flagsOf()) & contentFlags, await read()]).toEqual([0, ""]);
});
