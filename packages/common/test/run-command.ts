import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Command, Outcome } from "./command-host.ts";
import { programEnvironment, scripts } from "./program-environment.ts";

type CommandName =
	| "codes"
	| "accounts"
	| "simulate"
	| "voices"
	| "rehearse"
	| "backup"
	| "invite"
	| "restore"
	| "move-store"
	| "links"
	| "accounts-secret"
	| "member"
	| "doctor";

/** The commands that can share a process: each ends with the last line of its program, and leaves nothing behind. */
const hosted = new Set<CommandName>([
	"codes",
	"accounts",
	"simulate",
	"backup",
	"restore",
	"links",
	"accounts-secret",
	"member",
	"doctor",
	"move-store",
	"rehearse",
]);

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
export const runCommandWith = (
	name: CommandName,
	environment: Readonly<Record<string, string>>,
	...args: string[]
): Promise<Outcome> => {
	const entry = (scripts[name] ?? "").split(" ").at(-1) ?? "";
	if (hosted.has(name))
		return runInHost({
			entry: new URL(entry, root).href,
			args,
			environment: { ...toolEnvironment, ...environment },
		});
	return new Promise((resolve) => {
		const env = { ...toolEnvironment, ...environment };
		const child = spawn(process.execPath, [entry, ...args], { cwd, env });
		let out = "";
		let err = "";
		child.stdout.on("data", (chunk) => {
			out += chunk;
		});
		child.stderr.on("data", (chunk) => {
			err += chunk;
		});
		child.once("close", (code) => resolve({ code, out, err }));
	});
};

/** Runs a command as {@link runCommandWith} does, with nothing set but the data folder. */
export const runCommandLine = (name: CommandName, dataDir: string, ...args: string[]): Promise<Outcome> =>
	runCommandWith(name, { DATA_DIR: dataDir }, ...args);
