import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import { CommandCatalogue } from "../../src/discord/catalogue.ts";
import { commandsWith } from "../../src/discord/command.ts";
import * as en from "../../src/texts/en.ts";
import { languages } from "../../src/texts/languages.ts";

const { slashCommand } = commandsWith<unknown>();
const ignore = async () => {};

test("every text about a command belongs to a command", () => {
	const catalogue = new CommandCatalogue(commands);
	const written = JSON.stringify([
		...commands.map(({ data }) => data),
		...["en-US", ...languages.map(({ locales }) => locales[0])].flatMap((locale) =>
			catalogue.list(locale, true),
		),
	]);
	const texts = [
		...Object.values(en.descriptions),
		...languages.flatMap(({ names, descriptions }) => [names, descriptions].flatMap(Object.values)),
	];
	expect(texts.filter((text) => !written.includes(JSON.stringify(text)))).toEqual([]);
});

test("a command without texts can't be made, and the type check refuses a subcommand without a handler", () => {
	slashCommand({ declaration: { name: "queue" }, execute: ignore });
	expect(() => slashCommand({ declaration: { name: "tea" }, execute: ignore })).toThrow("no tea");
	slashCommand({
		declaration: { name: "credit", subcommands: { show: {}, history: {} } },
		// @ts-expect-error: the subcommand `history` has no handler
		execute: { show: ignore },
	});
});

test("the types of a command's arguments follow from its declaration", () => {
	slashCommand({
		declaration: {
			name: "join",
			options: { channel: { type: ApplicationCommandOptionType.Channel, required: true } },
		},
		execute: async (_, args) => {
			args.channel.id satisfies string;
			// @ts-expect-error: there is no such option
			void args.voice;
		},
	});
});
