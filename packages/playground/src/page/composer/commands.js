import { localDescription, localName, state } from "../state.js";

const slash = 1;
const subcommand = 1;
const subcommandGroup = 2;

const isNested = ({ type }) => type === subcommand || type === subcommandGroup;

const flatten = (thing, path, label) => {
	const names = [...path, thing.name];
	const labels = [...label, localName(thing)];
	const options = thing.options ?? [];
	if (options.some(isNested)) return options.flatMap((inner) => flatten(inner, names, labels));
	return [
		{
			/** What the server calls it: `server voice`. */
			name: names.join(" "),
			/** What the member's language calls it. */
			label: labels.join(" "),
			description: localDescription(thing),
			/** The required ones first: Discord takes no other order. */
			options,
		},
	];
};

/** Every slash command that the member may use, subcommands each for themselves. */
export const listCommands = () =>
	state.guild.commands.filter(({ type }) => type === slash).flatMap((command) => flatten(command, [], []));

/** What an option is called: by the server, and in the member's language. */
export const namesOf = (option) => [option.name, localName(option)];

const rank = ({ name, label, description }, words) => {
	const names = [name.toLowerCase(), label.toLowerCase()];
	if (names.some((each) => each.startsWith(words))) return 0;
	if (names.some((each) => each.includes(words))) return 1;
	return description.toLowerCase().includes(words) ? 2 : 3;
};

/** The commands that fit what was typed after the slash, best first. */
export const searchCommands = (typed) => {
	const words = typed.trim().toLowerCase();
	return listCommands()
		.map((command) => ({ command, rank: rank(command, words) }))
		.filter(({ rank: each }) => each < 3)
		.sort((a, b) => a.rank - b.rank)
		.map(({ command }) => command);
};

/**
 * Cuts a text at the names of options, as in `Hello voice:Kore`. Returns what stands before the first name as `bare`,
 * and as `named` the options that are named, each with its text.
 */
export const cutAtNames = (options, text) => {
	const starts = [...text.matchAll(/(?<=^|\s)([^\s:]+):/gu)].flatMap((match) => {
		const option = options.find((each) => namesOf(each).includes(match[1]));
		return option ? [{ option, at: match.index, from: match.index + match[0].length }] : [];
	});
	return {
		bare: text.slice(0, starts[0]?.at ?? text.length).trim(),
		named: starts.map(({ option, from }, index) => ({
			option,
			text: text.slice(from, starts[index + 1]?.at ?? text.length).trim(),
		})),
	};
};

/**
 * Reads a line such as `/say Hello voice:Kore` once it names a command whole. Returns the command and its options'
 * texts: what stands before the first option's name belongs to the first option.
 */
export const readLine = (line) => {
	if (!line.startsWith("/") || !line.includes(" ")) return undefined;
	const fits = listCommands()
		.flatMap((command) => [command.label, command.name].map((words) => ({ command, words })))
		.filter(({ words }) => line.slice(1).startsWith(`${words} `))
		.sort((a, b) => b.words.length - a.words.length)[0];
	if (!fits) return undefined;
	const { command, words } = fits;
	const { bare, named } = cutAtNames(command.options, line.slice(words.length + 2));
	const texts = {};
	if (bare && command.options[0]) texts[command.options[0].name] = bare;
	for (const { option, text } of named) texts[option.name] = text;
	return { command, texts };
};
