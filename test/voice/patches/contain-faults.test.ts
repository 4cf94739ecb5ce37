import { getVoiceConnection, type NetworkingReadyState } from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import { expect, test } from "vitest";
import { linesOf } from "../marked-lines.ts";
import { herald, home, useVoiceHerald, voice } from "../set-up.ts";
import { beginText } from "../support.ts";

useVoiceHerald();

/** The library's state of the connection. */
const networkingState = (): NetworkingReadyState => {
	const connection = getVoiceConnection(home.guild.id, herald.client.user.id);
	return Reflect.get(connection?.state ?? {}, "networking").state;
};

/** @param connections - the number of connections to the voice server by the end of the text */
const expectHeard = async (text: { readonly ended: Promise<unknown> }, connections: number) => {
	expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
	expect(linesOf(voice.heard(home.owner).packets)).toEqual([1, 2]);
	expect(voice.counts.identified).toBe(connections);
};

test("a socket that closes during a send leads to a new connection", async () => {
	const { text } = await beginText(herald);
	const { udp } = networkingState();
	Reflect.get(udp, "socket").removeAllListeners("close").close();
	// Sends as the library's own keep-alive timer does.
	Reflect.get(udp, "keepAlive").call(udp);
	await expectHeard(text, 2);
});

test("a datagram too short for a packet changes nothing", async () => {
	const { text } = await beginText(herald);
	Reflect.get(networkingState().udp, "socket").emit("message", Buffer.alloc(10, 0x80));
	await expectHeard(text, 1);
});

test("an error while the voice gateway's connection closes leads to a new one", async () => {
	const { text } = await beginText(herald);
	const { ws } = networkingState();
	ws.prependListener("close", () => {
		throw new Error("in a listener of the library's");
	});
	Reflect.get(ws, "ws").onclose({ code: 1006 });
	await expectHeard(text, 2);
});

test("an error in a message of the voice gateway leads to a new connection", async () => {
	const { text } = await beginText(herald);
	// A binary message has at least three bytes.
	Reflect.get(networkingState().ws, "ws").onmessage({ data: Buffer.alloc(1) });
	await expectHeard(text, 2);
});

test("an error in a message during the connection's handshake leads to a new one", async () => {
	voice.troubles.ignoreIdentify = true;
	const joined = herald.sessions.join(await herald.enter(home.owner));
	const { ws } = await eventually(() => {
		const state = networkingState();
		expect(state.ws).toBeDefined();
		return state;
	});
	voice.troubles.ignoreIdentify = false;
	Reflect.get(ws, "ws").onmessage({ data: Buffer.alloc(1) });
	await expect(joined).resolves.toMatchObject({ channelId: home.voice.id });
});

test("an error in the speaking state leads to a new connection", async () => {
	const { text } = await beginText(herald);
	networkingState().ws.sendPacket = () => {
		throw new Error("a socket that is going");
	};
	Reflect.set(networkingState().connectionData, "speaking", false);
	await expectHeard(text, 2);
});
