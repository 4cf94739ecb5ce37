import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import tls from "node:tls";
import { packClip } from "@herald/common/audio/pack.ts";
import { createLogger } from "@herald/common/log.ts";
import { type Channel, type Guild, type Member, startPlayground } from "@herald/playground";
import { ChannelType, type Client, Events, type GuildMember } from "discord.js";
import { createClient, destroyClient } from "../../src/discord/client.ts";
import { inGuild } from "../../src/shared/party.ts";
import type { LineSpeaker } from "../../src/speech/spoken.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { SessionControl } from "../../src/voice/session-control.ts";
import { SessionRegistry } from "../../src/voice/session-registry.ts";

/** Each has a gateway connection of its own, with a limit of its own. */
const shards = 7;
const token = "chaos";

/** A guild as a storm meets it. */
export interface ChaosGuild {
	readonly guild: Guild;
	readonly person: Member;
	readonly channels: readonly [Channel, Channel];
	readonly asMember: GuildMember;
}

const clip = packClip({
	packets: Array.from({ length: 16 }, (_, frame) => Uint8Array.of(0x48, 1, 1, 0, frame, 0)),
	durationMs: 300,
	levels: [0.1],
});
const oneClip: LineSpeaker = {
	speak: async () => ({
		ok: true,
		spoken: { packed: clip, durationMs: 300, madeMs: 0, usage: undefined, compromises: [] },
	}),
};

const findGuild = async (client: Client<true>, guild: Guild): Promise<ChaosGuild> => {
	const channels = [...guild.channels.values()].filter(({ type }) => type === ChannelType.GuildVoice);
	const person = [...guild.members.values()].find(({ user }) => !user.bot);
	const [first, second] = channels;
	const known = client.guilds.cache.get(guild.id);
	if (!person || !first || !second || !known) throw new Error("The guild isn't as it should be");
	return { guild, person, channels: [first, second], asMember: await known.members.fetch(person.user.id) };
};

/** Herald's voice on a playground of many guilds, its connections watched. */
export const startChaosWorld = async (count: number, speech: LineSpeaker = oneClip) => {
	const logger = createLogger("chaos", process.env.LOG_LEVEL ?? "fatal");
	const playground = await startPlayground({ port: 0, logger, botToken: token, botName: "Herald" });
	tls.setDefaultCACertificates([
		...tls.getCACertificates("default"),
		playground.voice.certificate.certificate,
	]);
	const guilds: Guild[] = [];
	for (let index = 0; index < count; index += 1) {
		guilds.push(
			playground.addGuild({
				name: `Guild ${index}`,
				members: [{ username: `person${index}` }],
				channels: [
					{ name: "one", type: ChannelType.GuildVoice },
					{ name: "two", type: ChannelType.GuildVoice },
				],
			}),
		);
		// Ids tell the millisecond, and that tells the shard.
		await wait(2);
	}
	const client = createClient(playground.apiUrl, logger) as Client<true>;
	client.options.shards = Array.from({ length: shards }, (_, id) => id);
	client.options.shardCount = shards;
	const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
	await client.login(token);
	await ready;
	const dataDir = mkdtempSync(join(tmpdir(), "herald-chaos-"));
	const store = openSqliteStore(join(dataDir, "bot.db"));
	const registry = new SessionRegistry({
		client,
		speech,
		logger,
		settings: (guildId) => store.settings.readGuild(inGuild(guildId)),
		places: store.voicePlaces,
	});
	const sessions = new SessionControl(registry);
	return {
		playground,
		client,
		sessions,
		guilds: await Promise.all(guilds.map((guild) => findGuild(client, guild))),
		/** Leaves everywhere; what is left then is told by the library and the process. */
		leave: () => sessions.registry.close(),
		stop: async () => {
			await destroyClient(client);
			await playground.stop();
			await store.close();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
};

export type ChaosWorld = Awaited<ReturnType<typeof startChaosWorld>>;
