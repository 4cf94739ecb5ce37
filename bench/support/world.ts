import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createLogger } from "@herald/common/log.ts";
import { prepared } from "@herald/common/testing/program-environment.ts";
import { type Playground, startPlayground } from "@herald/playground";
import type { Report } from "./report.ts";

export type LogLine = Readonly<Record<string, unknown>>;

export const token = "bench";

/** Starts a playground for a bot that is measured. Only errors that end the playground are logged. */
export const openPlayground = (options: Parameters<typeof startPlayground>[0] = {}): Promise<Playground> =>
	startPlayground({ logger: createLogger("playground", "fatal"), botToken: token, ...options });

/**
 * @returns the environment of a Herald in a playground, without limits. If there is no `upstream`, Herald starts its
 *   own speech service
 */
export const describeWorld = ({
	dataDir,
	playground,
	upstream,
}: {
	readonly dataDir: string;
	readonly playground: Pick<Playground, "apiUrl" | "certificateFile">;
	readonly upstream?: { readonly baseUrl: string } | undefined;
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

/**
 * Herald in a process of its own in a playground.
 *
 * @param upstream - Herald's speech service; without one, Herald starts its own
 * @param reports - whether the process answers {@link HeraldProcess.report}
 */
export const startWorld = ({
	playground,
	upstream,
	environment = {},
	reports = false,
}: {
	readonly playground: Playground;
	readonly upstream?: { readonly baseUrl: string; stop(): Promise<unknown> };
	readonly environment?: Readonly<Record<string, string>>;
	readonly reports?: boolean;
}) => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const herald = new HeraldProcess(
		{ ...describeWorld({ dataDir, playground, upstream }), ...environment },
		reports,
	);
	const stop = async (): Promise<void> => {
		await herald.end("SIGTERM");
		await playground.stop();
		await upstream?.stop();
		rmSync(dataDir, { recursive: true, force: true });
	};
	return { dataDir, playground, herald, stop };
};

export class HeraldProcess {
	readonly #environment: Readonly<Record<string, string>>;
	readonly #preloads: readonly string[];
	/** The log lines of all starts, oldest first. */
	readonly log: LogLine[] = [];
	#child: ChildProcess | undefined;

	constructor(environment: Readonly<Record<string, string>>, reports = false) {
		this.#environment = environment;
		this.#preloads = reports ? ["--import", new URL("report.ts", import.meta.url).href] : [];
	}

	get pid(): number {
		return this.#child?.pid ?? 0;
	}

	protected launch(): ChildProcess {
		const child = fork(new URL("../../src/index.ts", import.meta.url), {
			execArgv: [...prepared, ...this.#preloads],
			env: { PATH: process.env.PATH, NODE_ENV: "production", ...this.#environment },
			stdio: ["ignore", "pipe", "inherit", "ipc"],
		});
		this.#child = child;
		createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
			if (line.startsWith("{")) this.log.push(JSON.parse(line));
		});
		return child;
	}

	/** @returns how long Herald took to be ready, in ms */
	async start(): Promise<number> {
		const startedAt = performance.now();
		const child = this.launch();
		await Promise.race([
			once(child, "message"),
			once(child, "exit").then(() => Promise.reject(new Error("Herald ended before it was ready"))),
		]);
		return performance.now() - startedAt;
	}

	/** Sends a signal, and waits until Herald has ended. */
	async end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
		const child = this.#child;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const exit = once(child, "exit");
		child.kill(signal);
		await exit;
	}

	/** @param asked - `collect` collects garbage first; a path also writes a heap snapshot there */
	async report(asked = "report"): Promise<Report> {
		const child = this.#child as ChildProcess;
		const answer = once(child, "message");
		child.send(asked);
		return (await answer)[0] as Report;
	}
}

export const findPort = async (host = "127.0.0.1"): Promise<number> => {
	const server = createServer().listen(0, host);
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
};
