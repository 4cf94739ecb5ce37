import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { createLogger } from "@herald/common/log.ts";
import { startPlayground } from "@herald/playground";
import { ChannelType, type Client, Events } from "discord.js";
import { createClient, destroyClient } from "../../src/discord/client.ts";
import { UnderWay } from "../../src/shared/under-way.ts";
import type { LineSpeaker } from "../../src/speech/line.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { SessionControl } from "../../src/voice/session-control.ts";
import { SessionRegistry } from "../../src/voice/session-registry.ts";
import { token } from "./world.ts";

/** Herald's voice sessions in a guild of a playground, with a member who listens. */
export const startVoiceWorld = async (speech: LineSpeaker) => {
	const logger = createLogger("voice-world", process.env.LOG_LEVEL ?? "fatal");
	const playground = await startPlayground({ port: 0, logger, botToken: token, botName: "Herald" });
	tls.setDefaultCACertificates([
		...tls.getCACertificates("default"),
		playground.voice.certificate.certificate,
	]);
	const guild = playground.world.addGuild({
		name: "Guild",
		members: [{ username: "person" }],
		channels: [{ name: "one", type: ChannelType.GuildVoice }],
	});
	const client = createClient(playground.apiUrl, logger) as Client<true>;
	const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
	await client.login(token);
	await ready;
	const dataDir = mkdtempSync(join(tmpdir(), "herald-voice-world-"));
	const store = openSqliteStore(join(dataDir, "bot.db"));
	const registry = new SessionRegistry({
		client,
		speech,
		underWay: new UnderWay(),
		logger,
		settings: store.settings,
		places: store.voicePlaces,
	});
	const sessions = new SessionControl(registry);
	const person = [...guild.members.values()].find(({ user }) => !user.bot);
	const asMember = person && (await client.guilds.cache.get(guild.id)?.members.fetch(person.user.id));
	const [channel] = [...guild.channels.values()].filter(({ type }) => type === ChannelType.GuildVoice);
	if (!asMember || !channel) throw new Error("The guild isn't as it should be");
	return {
		playground,
		sessions,
		guild,
		person,
		channel,
		asMember,
		stop: async () => {
			await sessions.registry.close();
			await destroyClient(client);
			await playground.stop();
			await store.close();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
};
