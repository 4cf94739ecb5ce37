import { afterEach, beforeEach, expect, test } from "vitest";
import type { Playground, PlaygroundOptions } from "../src/index.ts";
import { RawSocket } from "./raw-socket.ts";
import { startTestPlayground, testCommands } from "./support.ts";

let playground: Playground;
let gateway: RawSocket;
let voice: RawSocket | undefined;

const start = async (options: Partial<PlaygroundOptions> = {}) => {
	playground = await startTestPlayground(options);
	gateway = await RawSocket.logIn(playground, { intents: 1665 });
	await gateway.event("GUILD_CREATE");
};
beforeEach(() => start());
afterEach(async () => {
	voice?.close();
	voice = undefined;
	gateway.close();
	await playground.stop();
});

const request = (method: string, path: string, body?: string, type = "application/json") =>
	fetch(`${playground.apiUrl}/v10${path}`, {
		method,
		headers: { authorization: "Bot a.test.token", ...(body !== undefined && { "content-type": type }) },
		...(body !== undefined && { body }),
	});

test.each([
	["an answer", "/users/@me", 200],
	["a refusal", "/users/1", 404],
	["an unknown address", "/nothing", 404],
])("%s is of the type application/json without parameters", async (_what, path, status) => {
	const response = await request("GET", path);
	expect(response.status).toBe(status);
	expect(response.headers.get("content-type")).toBe("application/json");
});

const withResponse = { true: 200, True: 200, 1: 200, false: 204, 0: 204 };
test.each(Object.entries(withResponse))("with_response=%s is answered with %i", async (value, status) => {
	const { home } = playground;
	playground.commands.set(testCommands as never);
	playground.command(home.owner, "say", { text: "hello" });
	const { id, token } = await gateway.event<{ id: string; token: string }>("INTERACTION_CREATE");
	const path = `/interactions/${id}/${token}/callback?with_response=${value}`;
	expect((await request("POST", path, '{"type":4,"data":{"content":"here"}}')).status).toBe(status);
});

test.each(["application/json", "application/octet-stream"])(
	"an empty body of the type %s is accepted",
	async (type) => {
		const { home } = playground;
		expect((await request("POST", `/channels/${home.text.id}/typing`, "", type)).status).toBe(204);
		const wrong = await request("POST", `/channels/${home.text.id}/messages`, "{", type);
		expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 50_109 }]);
	},
);

test("an id may be sent as a number, by REST and by the gateway, and keeps every digit", async () => {
	const { home } = playground;
	const { id } = home.owner.user;
	const message = `{"content":"<@${id}>","allowed_mentions":{"users":[${id}]}}`;
	const sent = await request("POST", `/channels/${home.text.id}/messages`, message);
	expect(await sent.json()).toMatchObject({ mentions: [{ id }] });
	gateway.send(`{"op":4,"d":{"guild_id":${home.guild.id},"channel_id":${home.voice.id},"self_mute":false}}`);
	expect(await gateway.event("VOICE_SERVER_UPDATE")).toMatchObject({ guild_id: home.guild.id });
	expect(home.guild.voiceStates.get(home.bot.user.id)?.channelId).toBe(home.voice.id);
});

/** Joins a voice channel, and connects to its server. @returns the socket, and what identifies the bot there */
const openVoice = async (version = "?v=8") => {
	const { home } = playground;
	gateway.send(`{"op":4,"d":{"guild_id":"${home.guild.id}","channel_id":"${home.voice.id}"}}`);
	const { token, endpoint } = await gateway.event<{ token: string; endpoint: string }>("VOICE_SERVER_UPDATE");
	voice = new RawSocket(`wss://${endpoint}/${version}`, playground.voice.certificate.certificate);
	await voice.op(8);
	const session_id = home.guild.voiceStates.get(home.bot.user.id)?.sessionId;
	const who = { server_id: home.guild.id, user_id: home.bot.user.id, session_id };
	return { socket: voice, identity: { ...who, token, max_dave_protocol_version: 1 } };
};
const select = (protocol: string, mode: string) => ({
	op: 1,
	d: { protocol, data: { address: "127.0.0.1", port: 1, mode } },
});
const connectVoice = async (version: string) => {
	const { socket, identity } = await openVoice(version);
	socket.send(JSON.stringify({ op: 0, d: identity }).replace(/("(?:server|user)_id"):"(\d+)"/g, "$1:$2"));
	await socket.op(2);
	socket.send(select("udp", "aead_aes256_gcm_rtpsize"));
	await socket.op(4);
	return socket;
};

type Identity = Awaited<ReturnType<typeof openVoice>>["identity"];
const identify = (identity: Identity, change: object = {}) => ({ op: 0, d: { ...identity, ...change } });
test.each<[what: string, code: number, messages: (as: Identity) => (object | string)[]]>([
	["no JSON", 4002, () => ["{"]],
	["an operation before identifying", 4003, () => [{ op: 5, d: {} }]],
	["bytes before identifying", 4003, () => [Buffer.from([26, 1])]],
	["a wrong token", 4004, (as) => [identify(as, { token: "wrong" })]],
	["another member's id", 4004, (as) => [identify(as, { user_id: "4" })]],
	["a second identify", 4005, (as) => [identify(as), { op: 0, d: {} }]],
	["another session", 4006, (as) => [identify(as, { session_id: "other" })]],
	["another guild", 4011, (as) => [identify(as, { server_id: "9" })]],
	["another protocol", 4012, (as) => [identify(as), select("webrtc", "")]],
	["an unknown encryption mode", 4016, (as) => [identify(as), select("udp", "xsalsa20_poly1305")]],
	["no DAVE", 4017, (as) => [identify(as, { max_dave_protocol_version: 0 })]],
	["an unknown operation", 4001, (as) => [identify(as), { op: 99, d: {} }]],
	["an unknown binary operation", 4001, (as) => [identify(as), Buffer.from([99])]],
	["resuming a session that never was", 4006, (as) => [{ op: 7, d: { ...as, seq_ack: 0 } }]],
])("the voice gateway closes on %s with %i", async (_what, code, messages) => {
	const { socket, identity } = await openVoice();
	for (const message of messages(identity)) socket.send(message);
	expect(await socket.closed).toBe(code);
});

test("the voice gateway closes with 4009 if no heartbeat comes", async () => {
	gateway.close();
	await playground.stop();
	await start({ voiceHeartbeatMs: 10 });
	expect(await (await openVoice()).socket.closed).toBe(4009);
});

test("version 4 of the voice gateway numbers nothing, and echoes a heartbeat's bare number", async () => {
	const socket = await connectVoice("?v=4");
	expect(await socket.op(8)).toMatchObject({ v: 4 });
	// The first byte is the opcode: 25 is the external sender of the DAVE group.
	expect(await socket.message((each) => Buffer.isBuffer(each) && each[0] === 25)).toBeDefined();
	socket.send('{"op":3,"d":17446744073709551557}');
	await socket.op(6);
	expect(socket.texts).toContain('{"op":6,"d":17446744073709551557}');
	expect(socket.texts.some((text) => text.includes('"seq"'))).toBe(false);
});

test.each(["?v=8", ""])("the newest voice gateway, at wss://…/%s, numbers its messages", async (version) => {
	const socket = await connectVoice(version);
	expect(await socket.op(8)).toMatchObject({ v: 8 });
	expect(await socket.message((each) => Buffer.isBuffer(each) && each[2] === 25)).toBeDefined();
	socket.send('{"op":3,"d":{"t":1701000000123,"seq_ack":1}}');
	expect(await socket.op(6)).toEqual({ t: 1_701_000_000_123 });
});
