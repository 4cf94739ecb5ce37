import { createRequire } from "node:module";
import { Client, type ClientEvents, Events, GatewayIntentBits, type Interaction } from "discord.js";
import {
	type APIApplicationCommandOption,
	ApplicationCommandOptionType as Option,
} from "discord-api-types/v10";
import { pino } from "pino";
import {
	type Channel,
	type Guild,
	type Member,
	type Playground,
	type PlaygroundOptions,
	startPlayground,
} from "../src/index.ts";

const token = "a.test.token";

/** Starts a playground. Unless the test has its own clock, bots have a minute to acknowledge: the machine may be busy. */
export const startTestPlayground = (options: Partial<PlaygroundOptions> = {}): Promise<Playground> =>
	startPlayground({
		port: 0,
		botToken: token,
		logger: pino({ level: "silent" }),
		...(!options.clock && { acknowledgeWithinMs: 60_000 }),
		...options,
	});

export const textOption = (name: string, more: object = {}): APIApplicationCommandOption =>
	({ type: Option.String, name, description: `The ${name}`, ...more }) as APIApplicationCommandOption;

export const testCommands = [
	{
		name: "say",
		description: "Says something",
		options: [
			textOption("text", { required: true, max_length: 6_000 }),
			textOption("voice", { autocomplete: true }),
			textOption("as", { choices: [{ name: "A file", value: "file" }] }),
			{ type: Option.User, name: "for", description: "For whom" },
			{ type: Option.Integer, name: "times", description: "How often", min_value: 1, max_value: 3 },
		],
	},
	{
		name: "server",
		description: "Settings",
		default_member_permissions: "32",
		options: [
			{ type: Option.Subcommand, name: "voice", description: "Its voice", options: [textOption("name")] },
			{ type: Option.Subcommand, name: "show", description: "Shows them" },
		],
	},
	{ type: 3, name: "Speak" },
];

export const nextEvent = <E extends keyof ClientEvents>(client: Client, event: E): Promise<ClientEvents[E]> =>
	new Promise((resolve) => client.once(event, (...args) => resolve(args)));

/** By playground, the commands registered last. They aren't registered again, because Discord limits registrations. */
const registered = new WeakMap<Playground, object[]>();

const require = createRequire(import.meta.url);
const ofRest = createRequire(createRequire(require.resolve("discord.js")).resolve("@discordjs/rest"));
/** From discord.js's own undici. Without this agent, requests would use the newest undici in the process. */
const { Agent } = ofRest("undici");

/** Logs in discord.js, and registers the commands unless they were registered last. */
export const logIn = async (
	playground: Playground,
	commands: object[] = testCommands,
	intents: readonly GatewayIntentBits[] = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
): Promise<Client<true>> => {
	const client = new Client({ intents, rest: { api: playground.apiUrl, retries: 0 } });
	client.rest.setAgent(new Agent());
	const ready = nextEvent(client, Events.ClientReady);
	await client.login(token);
	await ready;
	const live = client as Client<true>;
	if (commands.length > 0 && registered.get(playground) !== commands) {
		await live.application.commands.set(commands as never);
		registered.set(playground, commands);
	}
	return live;
};

/** Makes `act` handle each interaction of a client. @returns a list to which the errors of `act` are added */
export const handle = (client: Client, act: (interaction: Interaction) => Promise<unknown>): unknown[] => {
	const errors: unknown[] = [];
	client.on(Events.InteractionCreate, (interaction) => {
		act(interaction).catch((error: unknown) => errors.push(error));
	});
	return errors;
};

export const endBoth = async (client: Client, playground: Playground): Promise<void> => {
	await client.destroy();
	await playground.stop();
};

export const memberOf = (guild: Guild, username: string): Member => {
	const member = [...guild.members.values()].find(({ user }) => user.username === username);
	if (!member) throw new Error(`${guild.name} has no ${username}.`);
	return member;
};

export const channelOf = (guild: Guild, name: string): Channel => {
	const channel = [...guild.channels.values()].find((each) => each.name === name);
	if (!channel) throw new Error(`${guild.name} has no ${name}.`);
	return channel;
};
