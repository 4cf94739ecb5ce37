import { Networking, VoiceUDPSocket, VoiceWebSocket } from "@discordjs/voice";
import { SimpleShardingStrategy, WebSocketShard } from "@discordjs/ws";
import { PermissionOverwrites, Role } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { checkLibraries } from "../src/bot/check-libraries.ts";

/** Gives a library's method another name until the end of the test. */
const rename = (prototype: object, name: string): void => {
	const before = Object.getOwnPropertyDescriptor(prototype, name);
	if (!before) throw new Error(`${name} isn't a method of its own`);
	onTestFinished(() => void Object.defineProperty(prototype, name, before));
	Reflect.deleteProperty(prototype, name);
	Object.defineProperty(prototype, `${name}Renamed`, before);
	onTestFinished(() => void Reflect.deleteProperty(prototype, `${name}Renamed`));
};

test("the installed libraries are as Herald expects them", () => {
	expect(checkLibraries).not.toThrow();
});

test.each([
	["@discordjs/voice", VoiceWebSocket.prototype, "onMessage"],
	["@discordjs/voice", VoiceUDPSocket.prototype, "send"],
	["@discordjs/voice", VoiceUDPSocket.prototype, "onMessage"],
	["@discordjs/voice", Networking.prototype, "prepareAudioPacket"],
	["@discordjs/voice", Networking.prototype, "setSpeaking"],
	["@discordjs/voice", Networking.prototype, "createAudioPacket"],
	["@discordjs/ws", SimpleShardingStrategy.prototype, "spawn"],
	["@discordjs/ws", WebSocketShard.prototype, "unpackMessage"],
	["discord.js", Role.prototype, "_patch"],
	["discord.js", PermissionOverwrites.prototype, "_patch"],
])("%s without %o.%s stops the start with a sentence", (library, prototype, name) => {
	rename(prototype, name);
	expect(checkLibraries).toThrow(
		new RegExp(`^Herald changes how ${library} works, and .+ isn't as it expects .+: run npm ci`),
	);
});

test("a packet that the library would write in another way stops the start", () => {
	const create = Reflect.get(Networking.prototype, "createAudioPacket");
	onTestFinished(() => void Reflect.set(Networking.prototype, "createAudioPacket", create));
	Reflect.set(Networking.prototype, "createAudioPacket", (...args: unknown[]) =>
		Buffer.concat([create.apply(Object.create(Networking.prototype), args), Buffer.alloc(4)]),
	);
	expect(checkLibraries).toThrow("Networking.createAudioPacket");
});
