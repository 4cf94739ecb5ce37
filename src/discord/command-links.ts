import type { Client } from "discord.js";

type Mentions = ReadonlyMap<string, string>;

/** The commands' mentions by name, for each client. */
const mentions = new WeakMap<Client, Mentions>();

/** Lets texts link to a client's commands. Call it once the commands' ids are known. */
export const rememberLinks = (client: Client, known: Mentions): void => {
	mentions.set(client, known);
};

/** @returns a message's text, with commands that it names (`/voice me`) as clickable mentions */
export const linkCommands = (text: string, client: Client): string =>
	text.replaceAll(/`\/([^`\n]+)`/g, (named, name: string) => mentions.get(client)?.get(name) ?? named);
