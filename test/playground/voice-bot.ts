import { entersState, joinVoiceChannel, VoiceConnectionStatus } from "@discordjs/voice";
import { Client, Events, GatewayIntentBits } from "discord.js";

/** A bot that only joins the first voice channel. Tells its parent process `ready` once it is connected there. */
const client = new Client({
	intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
	rest: { api: process.env.DISCORD_API_URL ?? "", retries: 0 },
});
client.once(Events.ClientReady, async () => {
	const guild = client.guilds.cache.first();
	const channel = guild?.channels.cache.find((each) => each.isVoiceBased());
	if (!guild || !channel) throw new Error("There is nothing to join.");
	const connection = joinVoiceChannel({
		channelId: channel.id,
		guildId: guild.id,
		adapterCreator: guild.voiceAdapterCreator,
	});
	await entersState(connection, VoiceConnectionStatus.Ready, 10_000);
	process.send?.({ type: "ready" });
});
process.on("SIGTERM", () => process.exit(0));
await client.login(process.env.DISCORD_TOKEN);
