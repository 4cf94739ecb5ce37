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
} from "@discordjs/voice";
import { Client, Events, GatewayIntentBits } from "discord.js";
import type { Channel, Playground } from "../../src/playground/index.ts";
import { nextEvent } from "./support.ts";

/** Makes this process trust a playground's voice gateway, as `NODE_EXTRA_CA_CERTS` does for a process of its own. */
export const trustVoice = (playground: Playground): void =>
	tls.setDefaultCACertificates([
		...tls.getCACertificates("default"),
		playground.voice.certificate.certificate,
	]);

/** Logs in the real client with voice states. */
export const logInForVoice = async (playground: Playground): Promise<Client<true>> => {
	const client = new Client({
		intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
		rest: { api: playground.apiUrl, retries: 0 },
	});
	const ready = nextEvent(client, Events.ClientReady);
	await client.login("a.test.token");
	await ready;
	return client as Client<true>;
};

/** Asks to join a channel with the real library; `errors` gathers what it emits. */
export const connect = (
	client: Client<true>,
	channel: Channel,
	options: { selfMute?: boolean; selfDeaf?: boolean } = {},
): { connection: VoiceConnection; errors: Error[]; log: string[] } => {
	const guild = client.guilds.cache.first();
	if (!guild) throw new Error("The client knows no guild.");
	const connection = joinVoiceChannel({
		channelId: channel.id,
		guildId: guild.id,
		adapterCreator: guild.voiceAdapterCreator,
		debug: true,
		...options,
	});
	const errors: Error[] = [];
	const log: string[] = [];
	connection.on("error", (error) => errors.push(error));
	connection.on("debug", (line) => log.push(line));
	return { connection, errors, log };
};

export const ready = (connection: VoiceConnection, withinMs = 10_000): Promise<VoiceConnection> =>
	entersState(connection, VoiceConnectionStatus.Ready, withinMs);

/** Opus packets that differ from each other: the content is of no matter, only that it arrives as it was sent. */
export const makePackets = (count: number): Buffer[] =>
	Array.from({ length: count }, (_, index) => Buffer.from([0x48, index & 0xff, index >> 8, 1, 2, 3, 4, 5]));

/** Plays packets to their end. */
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
