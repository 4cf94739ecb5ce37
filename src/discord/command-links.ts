import type { Client } from "discord.js";
import { textLanguages } from "../texts/index.ts";
import type { CommandCatalogue } from "./catalogue.ts";

/** By client: the mention of each command, by its name in each language. */
const mentions = new WeakMap<Client, ReadonlyMap<string, string>>();

/** Has texts link to a client's commands from now on; to be called once their ids are known. */
export const rememberLinks = (client: Client, catalogue: CommandCatalogue): void => {
	const entries = textLanguages.flatMap((locale) => catalogue.list(locale, true));
	mentions.set(client, new Map(entries.flatMap(({ name, mention }) => (mention ? [[name, mention]] : []))));
};

/** @returns a message's text with the commands that it names (`/voice me`) as mentions, which open them at a press */
export const linkCommands = (text: string, client: Client): string =>
	text.replaceAll(/`\/([^`\n]+)`/g, (named, name: string) => mentions.get(client)?.get(name) ?? named);
