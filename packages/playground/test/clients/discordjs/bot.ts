/** A typical bot with discord.js and @discordjs/voice. It knows the playground only from its environment. */
import { Readable } from "node:stream";
import {
	AudioPlayerStatus,
	createAudioPlayer,
	createAudioResource,
	entersState,
	getVoiceConnection,
	joinVoiceChannel,
	StreamType,
	VoiceConnectionStatus,
} from "@discordjs/voice";
import { Client, Events, GatewayIntentBits } from "discord.js";

const { DISCORD_TOKEN = "", DISCORD_API_URL = "" } = process.env;
const commands = [
	{ name: "join", description: "Joins your voice channel" },
	{ name: "speak", description: "Speaks there for ten seconds" },
];
// The packets' content doesn't matter, as long as they differ.
const packets = Array.from({ length: 500 }, (_, n) => Buffer.from([0x48, n & 0xff, n >> 8, 1, 2, 3, 4, 5]));

const client = new Client({
	intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
	rest: { api: DISCORD_API_URL },
});
client.once(Events.ClientReady, ({ application }) => application.commands.set(commands));
client.on(Events.InteractionCreate, async (interaction) => {
	if (!interaction.inCachedGuild()) return;
	if (!interaction.isChatInputCommand()) return;
	if (interaction.commandName === "join") {
		const { guildId, member, guild } = interaction;
		const channelId = member.voice.channelId ?? "";
		const connection = joinVoiceChannel({ channelId, guildId, adapterCreator: guild.voiceAdapterCreator });
		await entersState(connection, VoiceConnectionStatus.Ready, 10_000);
		await interaction.reply("joined");
	} else {
		await interaction.deferReply();
		const player = createAudioPlayer();
		getVoiceConnection(interaction.guildId)?.subscribe(player);
		player.play(createAudioResource(Readable.from(packets), { inputType: StreamType.Opus }));
		await entersState(player, AudioPlayerStatus.Idle, 20_000);
		await interaction.editReply("spoken");
	}
});
await client.login(DISCORD_TOKEN);
