/** True where a command line asks how the program is used. */
export const asksForHelp = (args: readonly string[]): boolean =>
	args.some((word) => word === "-h" || word === "--help");

/** Prints how a program is used and ends it, where its command line asks for that. */
export const offerHelp = (usage: string): void => {
	if (!asksForHelp(process.argv.slice(2))) return;
	process.stdout.write(usage);
	process.exit(0);
};

/** Joins an option and its negative number, as in `--units -5`: Node's parser would take that for another option. */
export const joinNegatives = (args: readonly string[]): string[] =>
	args.reduce<string[]>((words, word) => {
		const before = words.at(-1);
		if (before && /^--[a-z-]+$/.test(before) && /^-\d/.test(word))
			words[words.length - 1] = `${before}=${word}`;
		else words.push(word);
		return words;
	}, []);
