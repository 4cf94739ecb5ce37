import type { Client, GatewayIntentBits, Interaction } from "discord.js";
import { afterEach, beforeEach } from "vitest";
import { ManualClock, type Playground, type PlaygroundOptions } from "../src/index.ts";
import { endBoth, handle, logIn, startTestPlayground } from "./support.ts";

/** The running test's playground, its clock, and discord.js logged in to it: see {@link usePlayground}. */
export let playground: Playground;
export let clock: ManualClock;
export let client: Client<true>;
/** What {@link answerWith}'s function threw in the running test. */
export let errors: unknown[];

let act: (interaction: Interaction) => Promise<unknown>;

/** Makes a function handle the interactions that come from now on. */
export const answerWith = (run: typeof act): void => {
	act = run;
};

/** Starts a playground with a clock of its own for every test of the file, and logs in discord.js. */
export const usePlayground = (
	options: Partial<PlaygroundOptions> = {},
	commands?: object[],
	intents?: readonly GatewayIntentBits[],
): void => {
	beforeEach(async () => {
		clock = new ManualClock();
		playground = await startTestPlayground({ clock, ...options });
		client = await logIn(playground, commands, intents);
		act = async () => {};
		errors = handle(client, (interaction) => act(interaction));
	});
	afterEach(() => endBoth(client, playground));
};
