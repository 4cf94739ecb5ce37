import { DAVESession, Networking, VoiceUDPSocket, VoiceWebSocket } from "@discordjs/voice";
import {
	SimpleShardingStrategy,
	type WebSocketManager as WebSocketManagerOfShards,
	WebSocketShard,
} from "@discordjs/ws";
import { WebSocketManager } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { checkLibraries } from "../src/bot/bot.ts";
import { readsShards } from "../src/discord/patches/gateway-shards.ts";

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
	["@discordjs/voice", DAVESession.prototype, "encrypt"],
	["discord.js", WebSocketManager.prototype, "handlePacket"],
])("%s without %o.%s stops the start with a sentence that says what to do", (library, prototype, name) => {
	rename(prototype, name);
	expect(checkLibraries).toThrow(
		new RegExp(`^Herald changes how ${library} works, and .+ isn't as it expects .+: run npm ci`),
	);
});

test("a discord.js without the shard fields that Herald reads doesn't fit", () => {
	class Strategy extends SimpleShardingStrategy {
		constructor(manager: WebSocketManagerOfShards) {
			super(manager);
			Reflect.deleteProperty(this, "shards");
		}
	}
	class Shard extends WebSocketShard {
		constructor(...parts: ConstructorParameters<typeof WebSocketShard>) {
			super(...parts);
			Reflect.deleteProperty(this, "connection");
		}
	}
	expect(readsShards.fits()).toBe(true);
	expect(readsShards.fits(Strategy)).toBe(false);
	expect(readsShards.fits(undefined, Shard)).toBe(false);
});

test("a library that no longer says how a frame is encrypted stops the start", () => {
	const prepare = Networking.prototype.prepareAudioPacket;
	onTestFinished(() => void Object.assign(Networking.prototype, { prepareAudioPacket: prepare }));
	Networking.prototype.prepareAudioPacket = function (opus) {
		return Reflect.get(this, "createAudioPacket").call(this, opus, {});
	};
	expect(checkLibraries).toThrow("Networking.createAudioPacket");
});

test("a library that writes packets differently stops the start", () => {
	const create = Reflect.get(Networking.prototype, "createAudioPacket");
	onTestFinished(() => void Reflect.set(Networking.prototype, "createAudioPacket", create));
	Reflect.set(Networking.prototype, "createAudioPacket", (...args: unknown[]) =>
		Buffer.concat([create.apply(Object.create(Networking.prototype), args), Buffer.alloc(4)]),
	);
	expect(checkLibraries).toThrow("Networking.createAudioPacket");
});
