import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Command, Outcome } from "./command-host.ts";
import { programEnvironment, scripts } from "./program-environment.ts";

type HostedName =
	| ("codes" | "accounts" | "simulate" | "rehearse" | "backup" | "restore" | "move-store" | "links")
	| ("accounts-secret" | "member" | "doctor");
/** The commands that can't share a process. All others end with the last line of their program, and leave nothing behind. */
const alone = ["voices", "invite"] as const;
type CommandName = HostedName | (typeof alone)[number];

const root = new URL("../../..", import.meta.url);
const cwd = fileURLToPath(root);

const { NODE_COMPILE_CACHE: cache } = programEnvironment;
/** Tools have a compile cache of their own, because they run with other flags of V8 than the bot and the service. */
const toolEnvironment = { ...programEnvironment, ...(cache && { NODE_COMPILE_CACHE: `${cache}-tools` }) };

let host: { readonly process: ChildProcess; readonly signal: AbortSignal } | undefined;
let before: Promise<unknown> = Promise.resolve();

const startHost = (): NonNullable<typeof host> => {
	const file = fileURLToPath(new URL("command-host.ts", import.meta.url));
	const child = fork(file, { cwd, env: toolEnvironment, execArgv: [] });
	const ended = new AbortController();
	child.once("exit", () => ended.abort());
	return { process: child, signal: ended.signal };
};

/**
 * Runs a command in a process that is kept: starting Node and loading a program's modules takes twenty times as long as
 * the program.
 */
const runInHost = (command: Command): Promise<Outcome> => {
	const outcome = before.then(async () => {
		host ??= startHost();
		host.process.send(command);
		const [answer] = await once(host.process, "message", host);
		return answer as Outcome;
	});
	before = outcome.catch(() => {});
	return outcome;
};

/** Runs a command as an operator does, in another process, with these settings and no others. */
export const runCommandWith = async (
	name: CommandName,
	environment: Readonly<Record<string, string>>,
	...args: string[]
): Promise<Outcome> => {
	const entry = (scripts[name] ?? "").split(" ").at(-1) ?? "";
	if (!alone.some((each) => each === name))
		return runInHost({
			entry: new URL(entry, root).href,
			args,
			environment: { ...toolEnvironment, ...environment },
		});
	const child = spawn(process.execPath, [entry, ...args], {
		cwd,
		env: { ...toolEnvironment, ...environment },
	});
	const [[code], out, err] = await Promise.all([
		once(child, "close"),
		text(child.stdout),
		text(child.stderr),
	]);
	return { code, out, err };
};

/** Runs a command as {@link runCommandWith} does, with nothing set but the data folder. */
export const runCommandLine = (name: CommandName, dataDir: string, ...args: string[]): Promise<Outcome> =>
	runCommandWith(name, { DATA_DIR: dataDir }, ...args);
