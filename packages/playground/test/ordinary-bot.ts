import {
	type Client,
	type ClientEvents,
	DiscordAPIError,
	GatewayIntentBits,
	type Guild,
	type TextChannel,
} from "discord.js";
import { afterEach, beforeEach } from "vitest";
import { ManualClock, type PermissionName, type Playground, startPlayground } from "../src/index.ts";
import { endBoth, logIn } from "./support.ts";

/** discord.js, logged in to a playground, and that playground's first guild as discord.js knows it. */
interface OrdinaryBot {
	readonly playground: Playground;
	readonly client: Client<true>;
	readonly guild: Guild;
	readonly text: TextChannel;
	/** Gives the bot permissions in the whole guild, through a role above all others. */
	readonly allow: (...permissions: PermissionName[]) => void;
}

/** The running test's bot and clock: see {@link useOrdinaryBot}. */
export let bot: OrdinaryBot;
export let clock: ManualClock;

const startOrdinaryBot = async (): Promise<OrdinaryBot> => {
	clock = new ManualClock();
	const playground = await startPlayground({ botToken: "a.test.token", clock });
	const client = await logIn(
		playground,
		[],
		[
			GatewayIntentBits.Guilds,
			GatewayIntentBits.GuildMembers,
			GatewayIntentBits.GuildMessages,
			GatewayIntentBits.GuildMessageReactions,
			GatewayIntentBits.GuildMessageTyping,
			GatewayIntentBits.GuildVoiceStates,
		],
	);
	const { home } = playground;
	const guild = client.guilds.cache.get(home.guild.id);
	const text = guild?.channels.cache.get(home.text.id);
	if (!guild || !text?.isTextBased()) throw new Error("The client does not know its guild.");
	return {
		playground,
		client,
		guild,
		text: text as TextChannel,
		allow: (...permissions) => {
			const role = playground.world.addRole(home.guild, { name: "Staff", permissions });
			playground.world.changeMember(home.bot, { roles: [...home.bot.roles, role.id] });
		},
	};
};

/** Starts an ordinary bot for every test of the file. */
export const useOrdinaryBot = (): void => {
	beforeEach(async () => {
		bot = await startOrdinaryBot();
	});
	afterEach(() => endBoth(bot.client, bot.playground));
};

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
