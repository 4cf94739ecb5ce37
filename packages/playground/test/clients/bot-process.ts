import { type ChildProcess, spawn } from "node:child_process";
import type { StartedPlayground } from "../start-from-shell.ts";

export class BotProcess {
	/** Resolves once the process ends: to the exit code, or to null if a signal ended it. */
	readonly ended: Promise<number | null>;
	/** The standard output and errors so far. */
	said = "";
	readonly #child: ChildProcess;

	/** Starts a bot that logs in to a playground. */
	constructor(playground: StartedPlayground, command: string, ...args: readonly string[]) {
		const addresses = {
			DISCORD_API_URL: playground.apiUrl,
			DISCORD_GATEWAY_URL: playground.gatewayUrl,
			DISCORD_TOKEN: playground.token,
			SSL_CERT_FILE: playground.certificateFile,
		};
		this.#child = spawn(command, args, {
			env: { ...process.env, ...addresses },
			stdio: ["ignore", "pipe", "pipe"],
		});
		for (const stream of [this.#child.stdout, this.#child.stderr])
			stream?.on("data", (chunk) => {
				this.said += chunk;
			});
		this.ended = new Promise((resolve) => this.#child.once("close", resolve));
		this.#child.on("error", (error) => {
			this.said += String(error);
		});
	}

	/** Asks the process to end, and kills it if that takes ten seconds. */
	async stop(): Promise<void> {
		if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null)
			return;
		this.#child.kill("SIGINT");
		const timer = setTimeout(() => this.#child.kill("SIGKILL"), 10_000);
		await this.ended;
		clearTimeout(timer);
	}
}
