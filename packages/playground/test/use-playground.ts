import {
	type Client,
	type ClientEvents,
	Events,
	GatewayIntentBits,
	type Guild,
	type Interaction,
	type Message,
	type TextChannel,
} from "discord.js";
import { afterEach, beforeEach } from "vitest";
import { ManualClock, type PermissionName, type Playground, type PlaygroundOptions } from "../src/index.ts";
import { endBoth, eventOf, handle, logIn, startTestPlayground } from "./support.ts";

/** The running test's playground and its clock: see {@link useDiscord}. */
export let playground: Playground;
export let clock: ManualClock;
/** discord.js, logged in to the playground by {@link enter}. */
export let client: Client<true>;
/** The playground's first guild and its text channel, as discord.js knows them. */
export let guild: Guild;
export let text: TextChannel;
/** What {@link answerWith}'s function threw in the running test. */
export let errors: unknown[];

let act: (interaction: Interaction) => Promise<unknown>;

/** Makes a function handle the interactions that come from now on. */
export const answerWith = (run: typeof act): void => {
	act = run;
};

export const say = (values: Record<string, string | number> = { text: "Hello" }) =>
	playground.command(playground.home.owner, "say", values);

/** Resolves to the arguments of the client's next event of this name, and for which `concerns` is true, after `act`. */
export const eventAfter = async <E extends keyof ClientEvents>(
	event: E,
	act: () => unknown,
	concerns: (...args: ClientEvents[E]) => boolean = () => true,
): Promise<ClientEvents[E]> => {
	const next = eventOf(client, event, concerns);
	await act();
	return next;
};

/** Resolves to a message as the client receives it. Call it before the message arrives. */
export const told = async ({ id }: { readonly id: string }): Promise<Message> =>
	(await eventOf(client, Events.MessageCreate, (each) => each.id === id))[0];

/** Gives the bot permissions in the whole guild, through a role above all others. */
export const allow = (...permissions: PermissionName[]): void => {
	const { home, world } = playground;
	const { id } = world.addRole(home.guild, { name: "Staff", permissions });
	world.changeMember(home.bot, { roles: [...home.bot.roles, id] });
};

const { Guilds, GuildMembers, GuildMessages, GuildModeration, GuildWebhooks, ...intents } = GatewayIntentBits;
const { GuildMessageReactions, GuildMessageTyping, GuildVoiceStates, MessageContent } = intents;
const usual = [
	...[Guilds, GuildMembers, GuildMessages, GuildModeration, GuildWebhooks],
	...[GuildMessageReactions, GuildMessageTyping, GuildVoiceStates, MessageContent],
];

let entered: Client | undefined;

/** Starts a playground with a clock of its own for every test of the file. */
export const useDiscord = (options: Partial<PlaygroundOptions> = {}): void => {
	beforeEach(async () => {
		clock = new ManualClock();
		playground = await startTestPlayground({ clock, ...options });
	});
	afterEach(async () => {
		await endBoth(entered, playground);
		entered = undefined;
	});
};

/** Logs in {@link client} until the end of the test. */
export const enter = async (
	commands?: object[],
	intents?: readonly GatewayIntentBits[],
): Promise<Client<true>> => {
	client = await logIn(playground, commands, intents);
	entered = client;
	return client;
};

/** Starts a playground for every test of the file as {@link useDiscord} does, and logs in discord.js. */
export const usePlayground = (
	options: Partial<PlaygroundOptions> = {},
	commands?: object[],
	intents: readonly GatewayIntentBits[] = usual,
): void => {
	useDiscord(options);
	beforeEach(async () => {
		await enter(commands, intents);
		guild = client.guilds.cache.get(playground.home.guild.id) as Guild;
		text = guild.channels.cache.get(playground.home.text.id) as TextChannel;
		act = async () => {};
		errors = handle(client, (interaction) => act(interaction));
	});
};
