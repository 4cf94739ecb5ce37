import type { ParseArgsConfig } from "node:util";
import { readConfig } from "../../config.ts";
import { StartError } from "../../start-error.ts";
import type { Database } from "../../store/open.ts";
import { unitsPerUsd } from "../../wire/prices.ts";
import { openServiceDatabase } from "../database.ts";

/** What was typed can't be understood: told together with the usage. */
export class UsageError extends Error {
	override readonly name = "UsageError";
}

/** What was typed is understood and can't be done. */
export class CommandError extends Error {
	override readonly name = "CommandError";
}

/** A command line's words, and where its answers go. */
export interface Invocation {
	readonly args: readonly string[];
	readonly dataDir: string;
	readonly database: Database;
}

/** Sentences for the person; what a program may read on goes to standard output alone. */
export const tell = (sentence: string): void => {
	process.stderr.write(`${sentence}\n`);
};

export const print = (text: string): void => {
	process.stdout.write(text);
};

const isUsageError = (error: unknown): boolean =>
	error instanceof UsageError ||
	String((error as { code?: unknown } | null)?.code).startsWith("ERR_PARSE_ARGS");

const isExpected = (error: unknown): boolean => error instanceof CommandError || error instanceof StartError;

/**
 * Runs a command on the service's database, also while the service runs. Its exit code is 0 when it was done, 1 when it
 * could not be, and 2 when it was not understood.
 *
 * @param commands - by the first word
 */
export const runCommand = (
	usage: string,
	commands: Readonly<Record<string, (invocation: Invocation) => void>>,
): void => {
	const [name = "", ...args] = process.argv.slice(2);
	if (name === "" || name === "help" || [name, ...args].includes("--help")) {
		print(usage);
		process.exitCode = name === "" ? 2 : 0;
		return;
	}
	let database: Database | undefined;
	try {
		const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
		if (!command) throw new UsageError(`There is no command "${name}".`);
		const { dataDir } = readConfig({ DATA_DIR: process.env.DATA_DIR });
		database = openServiceDatabase(dataDir);
		command({ args, dataDir, database });
	} catch (error) {
		if (isUsageError(error)) {
			tell(`${(error as Error).message}\n\n${usage.trimEnd()}`);
			process.exitCode = 2;
			return;
		}
		if (!isExpected(error)) throw error;
		tell((error as Error).message);
		process.exitCode = 1;
	} finally {
		database?.close();
	}
};

/** The options that say an amount. */
export const amountOptions = {
	units: { type: "string" },
	usd: { type: "string" },
} as const satisfies ParseArgsConfig["options"];

/** More is a slip of the finger: two million dollars. */
const unitsMax = 1_000_000_000_000;

/** @returns the amount of `--units` or `--usd` in quota units; undefined when neither was given */
export const readAmount = ({ units, usd }: { units?: string; usd?: string }): number | undefined => {
	if (units !== undefined && usd !== undefined) throw new UsageError("Give --units or --usd, not both.");
	if (units === undefined && usd === undefined) return undefined;
	if (units !== undefined && !/^\d+$/.test(units))
		throw new UsageError(`--units is "${units}": it wants a whole number of quota units.`);
	if (usd !== undefined && !/^\d+(\.\d{1,4})?$/.test(usd))
		throw new UsageError(`--usd is "${usd}": it wants dollars, such as 2 or 2.50.`);
	const amount = units === undefined ? Math.round(Number(usd) * unitsPerUsd) : Number(units);
	if (amount > unitsMax) throw new UsageError(`An amount is at most ${unitsMax} quota units.`);
	return amount;
};
