import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { prepared } from "@herald/common/testing/program-environment.ts";
import type { Playground } from "@herald/playground";

export type LogLine = Readonly<Record<string, unknown>>;

/** @returns the environment of a Herald in a playground, without limits; its service is `upstream`, or else its own */
export const describeWorld = ({
	dataDir,
	token,
	playground,
	upstream,
}: {
	readonly dataDir: string;
	readonly token: string;
	readonly playground: Pick<Playground, "apiUrl" | "certificateFile">;
	readonly upstream?: { readonly baseUrl: string };
}): Record<string, string> => ({
	DATA_DIR: dataDir,
	DISCORD_TOKEN: token,
	DISCORD_API_URL: playground.apiUrl,
	NODE_EXTRA_CA_CERTS: playground.certificateFile,
	...(upstream && { SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "bench" }),
	MEMBER_SECONDS_PER_DAY: "0",
	GUILD_SECONDS_PER_DAY: "0",
	MEMBER_TEXTS_PER_MINUTE: "0",
});

/** Herald in its own process, which can be killed and restarted. */
export class HeraldProcess {
	readonly #entry: URL;
	readonly #environment: Readonly<Record<string, string>>;
	/** The lines of all its lives, oldest first. */
	readonly log: LogLine[] = [];
	#child: ChildProcess | undefined;

	constructor(entry: URL, environment: Readonly<Record<string, string>>) {
		this.#entry = entry;
		this.#environment = environment;
	}

	get pid(): number {
		return this.#child?.pid ?? 0;
	}

	/** @returns how long Herald took to be ready, in ms */
	async start(): Promise<number> {
		const startedAt = performance.now();
		const child = fork(this.#entry, {
			execArgv: [...prepared],
			env: { PATH: process.env.PATH, NODE_ENV: "production", ...this.#environment },
			stdio: ["ignore", "pipe", "inherit", "ipc"],
		});
		this.#child = child;
		createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
			if (line.startsWith("{")) this.log.push(JSON.parse(line));
		});
		await Promise.race([
			once(child, "message"),
			once(child, "exit").then(() => Promise.reject(new Error("Herald ended before it was ready"))),
		]);
		return performance.now() - startedAt;
	}

	/** Sends a signal. @returns how long Herald took to end, in ms */
	async end(signal: "SIGKILL" | "SIGTERM"): Promise<number> {
		const child = this.#child;
		if (!child || child.exitCode !== null || child.signalCode !== null) return 0;
		const sentAt = performance.now();
		const exit = once(child, "exit");
		child.kill(signal);
		await exit;
		return performance.now() - sentAt;
	}

	/** Sends a question. @returns the answer */
	async ask<T>(question: string): Promise<T> {
		const child = this.#child as ChildProcess;
		const answer = once(child, "message");
		child.send(question);
		return (await answer)[0] as T;
	}
}
