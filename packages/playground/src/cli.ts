#!/usr/bin/env node
/** `npm run playground`: a Discord on this machine, for a bot in any language, until it is stopped by a signal. */
import { parseArgs } from "node:util";
import type { Playground } from "./index.ts";

const command = import.meta.filename.endsWith(".ts") ? "npm run playground --" : "npx playground";

const usage = `A Discord on this machine: run any bot against it.

  ${command} [--port N] [--name NAME] [--token TOKEN] [--uninvited]

  --port N       port of the API and the page; 0 for any free one (default 8080)
  --name NAME    the bot's name (default Bot)
  --token TOKEN  what the bot logs in with (default: a new one at every start)
  --uninvited    the bot is in no server yet: its invite's page adds it
`;

const defaultPort = 8080;

/** A mistake in the command line. Its message is shown with the usage. */
class UsageError extends Error {
	override readonly name = "UsageError";
}

const readWords = (): Readonly<Record<string, string | true>> => {
	const options = {
		port: { type: "string" },
		name: { type: "string" },
		token: { type: "string" },
		uninvited: { type: "boolean" },
		help: { type: "boolean", short: "h" },
	} as const;
	// In strict mode, `parseArgs` throws messages for programmers.
	const { tokens } = parseArgs({ options, strict: false, tokens: true });
	const words: Record<string, string | true> = {};
	for (const word of tokens) {
		if (word.kind === "positional")
			throw new UsageError(`Unexpected "${word.value}": did you mean --port ${word.value}?`);
		if (word.kind !== "option") continue;
		if (!Object.hasOwn(options, word.name)) throw new UsageError(`Unknown option ${word.rawName}.`);
		if (word.name !== "help" && word.name !== "uninvited" && word.value === undefined)
			throw new UsageError(`${word.rawName} needs a value.`);
		words[word.name] = word.value ?? true;
	}
	return words;
};

const readOptions = () => {
	const { port = String(defaultPort), name, token, uninvited, help } = readWords();
	if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535)
		throw new UsageError(`--port must be a whole number from 0 to 65535, not "${port}".`);
	if (name !== undefined && String(name).trim() === "") throw new UsageError("--name must not be empty.");
	if (token !== undefined && !/^\S+$/.test(String(token)))
		throw new UsageError("--token must not be empty or contain spaces.");
	return {
		help: help === true,
		start: {
			port: Number(port),
			...(name !== undefined && { botName: String(name) }),
			...(token !== undefined && { botToken: String(token) }),
			isInvited: uninvited !== true,
		},
	};
};

const describe = (playground: Playground): string => `The playground is running. A bot needs:

  API      ${playground.apiUrl}
  Gateway  ${playground.gatewayUrl}
  Token    ${playground.token}
  CA file  ${playground.certificateFile}

Most libraries ask the API where the gateway is. Voice servers show a certificate that the CA file vouches for: give
it to the bot as NODE_EXTRA_CA_CERTS (Node) or SSL_CERT_FILE (Python, Rust, Go and others). It is gone when the
playground stops.

Page: ${playground.url}/
Invite: ${playground.url}/oauth2/authorize?client_id=${playground.world.applicationId}
`;

const fail = (sentence: string, code: number): void => {
	process.stderr.write(`${sentence}\n`);
	process.exitCode = code;
};

const run = async ({ isInvited, ...options }: ReturnType<typeof readOptions>["start"]): Promise<void> => {
	// Loaded only now, so that a mistake in the command line is reported at once.
	const [{ pino }, { homeDescription, startPlayground }] = await Promise.all([
		import("pino"),
		import("./index.ts"),
	]);
	const logger = pino({ level: process.env.LOG_LEVEL ?? "warn" }, pino.destination(2));
	let playground: Playground;
	try {
		playground = await startPlayground({
			...options,
			logger,
			...(!isInvited && { guilds: [{ ...homeDescription, presence: "none" }] }),
		});
	} catch (error) {
		if ((error as { code?: unknown }).code !== "EADDRINUSE") throw error;
		return fail(`Port ${options.port} is in use. Choose another with --port; --port 0 finds a free one.`, 1);
	}
	const stop = () => void playground.stop();
	process.once("SIGINT", stop).once("SIGTERM", stop);
	process.stdout.write(describe(playground));
};

try {
	const { help, start } = readOptions();
	if (help) process.stdout.write(usage);
	else await run(start);
} catch (error) {
	if (!(error instanceof UsageError)) throw error;
	fail(`${error.message}\n\n${usage.trimEnd()}`, 2);
}
