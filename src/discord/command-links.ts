import type { Client } from "discord.js";

type Mentions = ReadonlyMap<string, string>;

/** By client: the mention of each command, by its name in each language. */
const mentions = new WeakMap<Client, Mentions>();

/** Has texts link to a client's commands from now on; to be called once their ids are known. */
export const rememberLinks = (client: Client, known: Mentions): void => {
	mentions.set(client, known);
};

/** @returns a message's text with the commands that it names (`/voice me`) as mentions, which open them at a press */
export const linkCommands = (text: string, client: Client): string =>
	text.replaceAll(/`\/([^`\n]+)`/g, (named, name: string) => mentions.get(client)?.get(name) ?? named);
