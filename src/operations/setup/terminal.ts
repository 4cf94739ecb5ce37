import { StartError } from "@herald/common/start-error.ts";

/** A choice of several. */
export interface MenuChoice<T> {
	readonly value: T;
	readonly label: string;
}

/** How the wizard talks with the operator: with prompts, in plain lines, or not at all. */
export interface Terminal {
	/** Whether anybody can be asked. */
	readonly asks: boolean;
	/** Whether it prints plain lines alone, without pictures of signs. */
	readonly isPlain: boolean;
	/** How many characters a line has. */
	readonly columns: number;
	/** Says what comes now. */
	title(text: string): void;
	/** Tells something, in one or more lines. */
	say(...lines: readonly string[]): void;
	/** Tells what is wrong. */
	complain(sentence: string): void;
	/** Prints lines as they are, such as an address or a picture of signs. */
	print(...lines: readonly string[]): void;
	/** Asks for something that isn't shown. */
	secret(question: string): Promise<string>;
	/** @param usual - what an empty answer stands for */
	text(question: string, usual: string): Promise<string>;
	confirm(question: string, usual: boolean): Promise<boolean>;
	choose<T>(question: string, choices: readonly MenuChoice<T>[], usual: T): Promise<T>;
}

/** The operator has pressed Ctrl-C. */
export class Cancellation extends Error {
	override readonly name = "Cancellation";
}

/** @param write - takes what would be told; nothing is asked */
export const createSilentTerminal = (write: (line: string) => void): Terminal => {
	const refuse = async (): Promise<never> => {
		throw new StartError(
			"There is no terminal to ask in: say all by options (npm run setup -- --help), or run this in one.",
		);
	};
	const say = (...lines: readonly string[]) => lines.forEach(write);
	return {
		asks: false,
		isPlain: true,
		columns: 0,
		title: say,
		say,
		complain: say,
		print: say,
		secret: refuse,
		text: refuse,
		confirm: refuse,
		choose: refuse,
	};
};
