/** A bot as people write them with Eris. It answers a message and a slash command. */
import { Agent } from "node:https";
import { connect } from "node:net";
import { Client, CommandInteraction } from "eris";

const { DISCORD_TOKEN, DISCORD_API_URL, GREETING = "Hello" } = process.env;
const { hostname, port, pathname } = new URL(DISCORD_API_URL);
// Only this is different for the playground: Eris speaks TLS to every API, but the playground's takes plain HTTP.
const agent = new Agent();
agent.createConnection = () => connect(Number(port), hostname);

const bot = new Client(`Bot ${DISCORD_TOKEN}`, {
	intents: ["guilds", "guildMessages", "messageContent"],
	rest: { agent, domain: hostname, baseURL: `${pathname}/v10` },
});
bot.on("error", console.error);
bot.once("ready", () =>
	bot.bulkEditCommands([
		{
			name: "greet",
			description: "Greets somebody",
			type: 1,
			options: [{ type: 3, name: "name", description: "Whom", required: true }],
		},
	]),
);
bot.on("messageCreate", async ({ content, author, channel }) => {
	if (content === "!greet") await bot.createMessage(channel.id, `${GREETING}, ${author.username}`);
});
bot.on("interactionCreate", async (interaction) => {
	if (interaction instanceof CommandInteraction)
		await interaction.createMessage(`${GREETING}, ${interaction.data.options[0].value}`);
});
await bot.connect();
