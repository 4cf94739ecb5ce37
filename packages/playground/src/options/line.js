/** Parses a line such as `/say Hello voice:Kore`. Only the browser does this, as in Discord's own client. */

/**
 * @import {
 *   APIApplicationCommand, APIApplicationCommandBasicOption, APIApplicationCommandOption
 * } from "discord-api-types/v10"
 */
import { descriptionIn, nameIn } from "./names.js";

/** @typedef {APIApplicationCommandBasicOption} Option */

/**
 * A slash command that can be sent: a command, or one of its subcommands.
 *
 * @typedef SlashCommand
 * @property {string} name - as the server knows it: `server voice`
 * @property {string} label - the name in the member's language
 * @property {string} description
 * @property {readonly Option[]} options - the required ones first: Discord accepts no other order
 */
/** @typedef {{ readonly option: Option, readonly text: string }} NamedText */

const slash = 1;

/**
 * @param {APIApplicationCommand | APIApplicationCommandOption} thing
 * @param {readonly string[]} path
 * @param {readonly string[]} label
 * @param {string} locale
 * @returns {SlashCommand[]}
 */
const flatten = (thing, path, label, locale) => {
	const names = [...path, thing.name];
	const labels = [...label, nameIn(thing, locale)];
	/** @type {readonly APIApplicationCommandOption[]} */
	const options = ("options" in thing ? thing.options : undefined) ?? [];
	const own = options.filter((option) => option.type !== 1 && option.type !== 2);
	if (own.length < options.length) return options.flatMap((inner) => flatten(inner, names, labels, locale));
	return [
		{
			name: names.join(" "),
			label: labels.join(" "),
			description: descriptionIn(thing, locale),
			options: own,
		},
	];
};

/**
 * The slash commands of a list, with their labels in a language. Each subcommand is a slash command of its own.
 *
 * @param {readonly APIApplicationCommand[]} commands
 * @param {string} locale
 */
export const slashCommands = (commands, locale) =>
	commands.filter(({ type }) => type === slash).flatMap((command) => flatten(command, [], [], locale));

/**
 * An option's names: the one that the server knows, and the one in a language.
 *
 * @param {Option} option
 * @param {string} locale
 */
export const optionNames = (option, locale) => [option.name, nameIn(option, locale)];

/**
 * Splits a text at option names, as in `Hello voice:Kore`. Returns the text before the first name as `bare`, and the
 * named options with their texts as `named`.
 *
 * @param {readonly Option[]} options
 * @param {string} text
 * @param {string} locale
 */
export const cutAtNames = (options, text, locale) => {
	const starts = [...text.matchAll(/(?<=^|\s)([^\s:]+):/gu)].flatMap(({ 0: whole, 1: name = "", index }) => {
		const option = options.find((each) => optionNames(each, locale).includes(name));
		return option ? [{ option, at: index, from: index + whole.length }] : [];
	});
	return {
		bare: text.slice(0, starts[0]?.at ?? text.length).trim(),
		/** @type {readonly NamedText[]} */
		named: starts.map(({ option, from }, index) => ({
			option,
			text: text.slice(from, starts[index + 1]?.at ?? text.length).trim(),
		})),
	};
};

/**
 * Reads a line that starts with a full command name and a space; undefined for other lines. Returns the command and its
 * options' texts by option name. Text before the first option name belongs to the first option.
 *
 * @param {string} line
 * @param {readonly SlashCommand[]} commands
 * @param {string} locale
 */
export const readLine = (line, commands, locale) => {
	if (!line.startsWith("/") || !line.includes(" ")) return undefined;
	const fits = commands
		.flatMap((command) => [command.label, command.name].map((words) => ({ command, words })))
		.filter(({ words }) => line.slice(1).startsWith(`${words} `))
		.sort((a, b) => b.words.length - a.words.length)[0];
	if (!fits) return undefined;
	const { command, words } = fits;
	const { bare, named } = cutAtNames(command.options, line.slice(words.length + 2), locale);
	const [first] = command.options;
	/** @type {Record<string, string>} */
	const texts = bare && first ? { [first.name]: bare } : {};
	for (const { option, text } of named) texts[option.name] = text;
	return { command, texts };
};
