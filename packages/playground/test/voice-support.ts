import { Readable } from "node:stream";
import tls from "node:tls";
import {
	createAudioPlayer,
	createAudioResource,
	entersState,
	joinVoiceChannel,
	NoSubscriberBehavior,
	StreamType,
	type VoiceConnection,
	VoiceConnectionStatus,
	VoiceUDPSocket,
} from "@discordjs/voice";
import { eventually } from "@herald/common/testing/eventually.ts";
import { GatewayIntentBits } from "discord.js";
import { afterEach, beforeEach, expect } from "vitest";
import type { HeardSound, Playground, PlaygroundOptions } from "../src/index.ts";
import { client, enter, playground, useDiscord } from "./use-playground.ts";

// The library (0.19.2) sends keep-alives from a timer that it never clears. On a closed socket, that throws where
// nobody can catch the error: a test that ends right after the voice server's Ready would end all others, too.
const keepAlive: unknown = Reflect.get(VoiceUDPSocket.prototype, "keepAlive");
Reflect.set(VoiceUDPSocket.prototype, "keepAlive", function (this: VoiceUDPSocket): void {
	try {
		if (typeof keepAlive === "function") Reflect.apply(keepAlive, this, []);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_SOCKET_DGRAM_NOT_RUNNING") throw error;
	}
});

/** Makes this process trust a playground's voice gateway, as `NODE_EXTRA_CA_CERTS` does for a separate process. */
export const trustVoice = ({ voice }: Playground): void =>
	tls.setDefaultCACertificates([...tls.getCACertificates("default"), voice.certificate.certificate]);

/** The intents of a client that needs only voice. */
export const forVoice = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates];

export interface TestConnection {
	readonly connection: VoiceConnection;
	/** The errors that the library has emitted. */
	readonly errors: readonly Error[];
	readonly log: readonly string[];
}

export const until = (connection: VoiceConnection, status: VoiceConnectionStatus): Promise<VoiceConnection> =>
	entersState(connection, status, 10_000);

const connections: VoiceConnection[] = [];

/** Starts a playground for every test of the file, and logs a client in that needs only voice. */
export const useVoice = (options: Partial<PlaygroundOptions> = {}): void => {
	useDiscord(options);
	beforeEach(async () => {
		trustVoice(playground);
		await enter([], forVoice);
	});
	afterEach(() => {
		for (const connection of connections.splice(0))
			if (connection.state.status !== VoiceConnectionStatus.Destroyed) connection.destroy();
	});
};

/** Has the client ask to join a channel. With {@link useVoice}, the test's end ends the connection. */
export const ask = (
	channel = playground.home.voice,
	options: { selfMute?: boolean; selfDeaf?: boolean; daveEncryption?: boolean } = {},
): TestConnection => {
	const guild = client.guilds.cache.get(channel.guild.id);
	if (!guild) throw new Error("The client does not know the guild.");
	const connection = joinVoiceChannel({
		channelId: channel.id,
		guildId: guild.id,
		adapterCreator: guild.voiceAdapterCreator,
		debug: true,
		...options,
	});
	connections.push(connection);
	const errors: Error[] = [];
	const log: string[] = [];
	connection.on("error", (error) => errors.push(error));
	connection.on("debug", (line) => log.push(line));
	return { connection, errors, log };
};

interface DaveState {
	readonly dave?: { readonly protocolVersion: number; readonly session?: { readonly ready: boolean } };
}

/** The library's state of end-to-end encryption; undefined unless the connection is ready and encrypts. */
export const daveOf = (connection: VoiceConnection): DaveState["dave"] => {
	const { state } = connection;
	return state.status === VoiceConnectionStatus.Ready
		? (state.networking.state as DaveState).dave
		: undefined;
};

/** Resolves once a connection is ready to speak with end-to-end encryption. Otherwise rejects with the library's log. */
export const ready = async ({ connection, log }: TestConnection): Promise<void> => {
	await until(connection, VoiceConnectionStatus.Ready).catch((error: unknown) => {
		throw new Error(log.join("\n"), { cause: error });
	});
	await eventually(() => expect(daveOf(connection)?.session?.ready, log.join("\n")).toBe(true));
};

/** Different Opus packets. Their content doesn't matter, only that they arrive unchanged. */
export const makePackets = (count: number): Buffer[] =>
	Array.from({ length: count }, (_, index) => Buffer.from([0x48, index & 0xff, index >> 8, 1, 2, 3, 4, 5]));

const silence = Buffer.from([0xf8, 0xff, 0xfe]);

/** The heard packets, without those of silence. */
export const soundOf = (heard: HeardSound): Buffer[] =>
	heard.packets.map(({ opus }) => Buffer.from(opus)).filter((opus) => !opus.equals(silence));

export const play = async (connection: VoiceConnection, packets: readonly Buffer[]): Promise<void> => {
	const player = createAudioPlayer({ behaviors: { noSubscriber: NoSubscriberBehavior.Play } });
	const subscription = connection.subscribe(player);
	const idle = new Promise<void>((resolve, reject) => {
		player.on("error", reject);
		player.on("stateChange", (_, { status }) => status === "idle" && resolve());
	});
	player.play(
		createAudioResource(Readable.from(packets, { objectMode: true }), { inputType: StreamType.Opus }),
	);
	await idle;
	subscription?.unsubscribe();
	player.stop(true);
};
