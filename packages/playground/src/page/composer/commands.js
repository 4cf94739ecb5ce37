/** @import { Option, SlashCommand } from "../../options/line.js" */
import { cutAtNames, optionNames, readLine, slashCommands } from "../../options/line.js";
import { state } from "../state.js";

/** Every slash command that the member may use, subcommands each for themselves. */
export const listCommands = () => slashCommands(state.guild.commands, state.locale);

/**
 * What a slash command is called in the chosen language.
 *
 * @param {string} name - the server's, down to the subcommand
 */
export const labelOf = (name) => listCommands().find((command) => command.name === name)?.label ?? name;

/**
 * What an option is called: by the server, and in the member's language.
 *
 * @param {Option} option
 */
export const namesOf = (option) => optionNames(option, state.locale);

/**
 * Cuts a text at the names of options.
 *
 * @param {readonly Option[]} options
 * @param {string} text
 */
export const cutText = (options, text) => cutAtNames(options, text, state.locale);

/**
 * Reads what was typed, once it names a command whole.
 *
 * @param {string} line
 */
export const readTyped = (line) => readLine(line, listCommands(), state.locale);

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
 * The commands that fit what was typed after the slash, best first.
 *
 * @param {string} typed
 */
export const searchCommands = (typed) => {
	const words = typed.trim().toLowerCase();
	return listCommands()
		.map((command) => ({ command, rank: rank(command, words) }))
		.filter(({ rank: each }) => each < 3)
		.sort((a, b) => a.rank - b.rank)
		.map(({ command }) => command);
};
