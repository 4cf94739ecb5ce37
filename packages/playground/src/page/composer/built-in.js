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
