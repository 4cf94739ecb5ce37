/** @import { SlashCommand } from "../../options/line.js" */
import { slashCommands } from "../../options/line.js";
import { localName, state } from "../state.js";

/** Every slash command that the member may use, each subcommand on its own. */
export const listCommands = () => slashCommands(state.guild.commands, state.locale);

/**
 * A slash command's name in the chosen language; the given name if there is no such command.
 *
 * @param {string} name - as registered, down to the subcommand
 */
export const labelOf = (name) => listCommands().find((command) => command.name === name)?.label ?? name;

/**
 * The name of a command that was used, in the chosen language: with a slash, unless the command is in a menu.
 *
 * @param {string} name - as registered, down to the subcommand
 */
export const usedName = (name) => {
	const menu = state.guild.commands.find((command) => command.type !== 1 && command.name === name);
	return menu ? localName(menu) : `/${labelOf(name)}`;
};

/**
 * Whether the typed text is in a command's name, and not only in its description.
 *
 * @param {SlashCommand} command
 * @param {string} typed
 */
export const isNamed = (command, typed) => rank(command, typed.trim().toLowerCase()) < 2;

/**
 * @param {SlashCommand} command
 * @param {string} words
 */
const rank = ({ name, label, description }, words) => {
	const names = [name.toLowerCase(), label.toLowerCase()];
	if (names.some((each) => each.startsWith(words))) return 0;
	if (names.some((each) => each.includes(words))) return 1;
	return description.toLowerCase().includes(words) ? 2 : 3;
};

/**
 * The commands whose names or descriptions contain the text after the slash, the best matches first.
 *
 * @param {string} typed
 */
export const searchCommands = (typed) => {
	const words = typed.trim().toLowerCase();
	const ranked = Map.groupBy(listCommands(), (command) => rank(command, words));
	return /** @type {const} */ ([0, 1, 2]).flatMap((each) => ranked.get(each) ?? []);
};

/**
 * Discord's own commands that only write text, by name. Each turns the text after the command into a message.
 *
 * @type {Readonly<Record<string, (text: string) => string>>}
 */
const writers = {
	shrug: (text) => `${text} ¯\\_(ツ)_/¯`,
	tableflip: (text) => `${text} (╯°□°)╯︵ ┻━┻`,
	unflip: (text) => `${text} ┬─┬ノ( º _ ºノ)`,
	me: (text) => text && `_${text}_`,
	spoiler: (text) => text && `||${text}||`,
};

/**
 * The built-in commands whose names begin with the typed text, each with the message that it writes for the text `…`.
 *
 * @param {string} typed
 */
export const searchBuiltIn = (typed) =>
	Object.entries(writers)
		.filter(([name]) => name.startsWith(typed.toLowerCase()))
		.map(([name, write]) => ({ name, writes: write("…") }));

/**
 * The message of a typed line: the line itself or, for a built-in command, what the command writes.
 *
 * @param {string} line
 * @returns {string | undefined} undefined for any other command
 */
export const messageOf = (line) => {
	if (!line.startsWith("/") || line.startsWith("//")) return line;
	const [, name = "", text = ""] = /^\/(\w+)(?:\s+(.*))?$/s.exec(line) ?? [];
	return Object.hasOwn(writers, name) ? writers[name]?.(text.trim()).trim() : undefined;
};
