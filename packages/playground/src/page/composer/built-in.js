/**
 * Discord's own commands that only write: what each makes of the text after it.
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
 * The built-in commands that begin so, with what they write.
 *
 * @param {string} typed
 */
export const searchBuiltIn = (typed) =>
	Object.entries(writers)
		.filter(([name]) => name.startsWith(typed.toLowerCase()))
		.map(([name, write]) => ({ name, writes: write("…") }));

/**
 * The message that a typed line is: the line itself or, of a built-in command, what that writes.
 *
 * @param {string} line
 * @returns {string | undefined} nothing for another command
 */
export const messageOf = (line) => {
	if (!line.startsWith("/") || line.startsWith("//")) return line;
	const [, name = "", text = ""] = /^\/(\w+)(?:\s+(.*))?$/s.exec(line) ?? [];
	return Object.hasOwn(writers, name) ? writers[name]?.(text.trim()).trim() : undefined;
};
