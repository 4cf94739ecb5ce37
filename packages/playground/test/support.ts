import { createRequire } from "node:module";
import {
	Client,
	type ClientEvents,
	DiscordAPIError,
	Events,
	GatewayIntentBits,
	type Interaction,
} from "discord.js";
import { pino } from "pino";
import {
	type Channel,
	type Guild,
	type Member,
	type Playground,
	type PlaygroundOptions,
	startPlayground,
} from "../src/index.ts";
import testCommands from "./test-commands.json" with { type: "json" };

export { testCommands };

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

/** Resolves to the arguments of the next event of this name for which `concerns` is true. */
export const eventOf = <E extends keyof ClientEvents>(
	client: Client,
	event: E,
	concerns: (...args: ClientEvents[E]) => boolean,
): Promise<ClientEvents[E]> =>
	new Promise((resolve) => {
		const look = (...args: ClientEvents[E]): void => {
			if (!concerns(...args)) return;
			client.off(event, look as never);
			resolve(args);
		};
		client.on(event, look as never);
	});

export const nextEvent = <E extends keyof ClientEvents>(client: Client, event: E): Promise<ClientEvents[E]> =>
	eventOf(client, event, () => true);

/** Resolves to Discord's error code. Rejects if the request isn't refused. */
export const codeOf = async (request: Promise<unknown>): Promise<number | string> => {
	try {
		await request;
	} catch (error) {
		if (error instanceof DiscordAPIError) return error.code;
		throw error;
	}
	throw new Error("It was not refused.");
};

/** Sends a request to a playground's REST API, as its bot. */
export const askRest = (
	{ apiUrl, token }: Pick<Playground, "apiUrl" | "token">,
	method: string,
	path: string,
	body?: object,
): Promise<Response> =>
	fetch(`${apiUrl}/v10${path}`, {
		method,
		headers: { authorization: `Bot ${token}`, ...(body && { "content-type": "application/json" }) },
		...(body && { body: JSON.stringify(body) }),
	});

/** Sends one of the requests of a playground's page. */
export const askPage = ({ url }: Playground, name: string, fields: object): Promise<Response> =>
	fetch(`${url}/playground/api/${name}`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify(fields),
	});

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

export const endBoth = async (client: Client | undefined, playground: Playground): Promise<void> => {
	await client?.destroy();
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
