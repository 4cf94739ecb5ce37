import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { prepared } from "@herald/common/testing/program-environment.ts";
import { listChildren, listDescendants } from "./processor-time.ts";
import type { LogLine } from "./world.ts";

const root = new URL("../..", import.meta.url);
const everyMs = 250;
/** How long a machine may take to be ready, in ms. */
const readyMaxMs = 300_000;

/** Herald as an orchestrator sees it: a program with settings, signals and probes. */
export class Machine {
	/** The log lines of all the machine's processes, over all starts, oldest first. */
	readonly log: LogLine[] = [];
	readonly #environment: Readonly<Record<string, string>>;
	/** How often the machine has ended by itself. */
	ended = 0;
	#child: ChildProcess | undefined;

	/** @param environment - includes the address and port of the machine's probes */
	constructor(environment: Readonly<Record<string, string>>) {
		this.#environment = environment;
	}

	/**
	 * Starts the machine, and again if it ends before its probe says that it is ready.
	 *
	 * @returns how long that took, in ms
	 * @throws if the machine isn't ready within five minutes
	 */
	async start(): Promise<number> {
		const startedAt = performance.now();
		let child = this.#spawn();
		while (!(await this.isReady())) {
			if (child.exitCode !== null || child.signalCode !== null) {
				this.ended += 1;
				child = this.#spawn();
			}
			if (performance.now() - startedAt > readyMaxMs) throw new Error("A machine isn't ready");
			await wait(everyMs);
		}
		return performance.now() - startedAt;
	}

	#spawn(): ChildProcess {
		const child = spawn(process.execPath, [...prepared, "src/index.ts"], {
			cwd: fileURLToPath(root),
			env: { PATH: process.env.PATH, NODE_ENV: "production", ...this.#environment },
			stdio: ["ignore", "pipe", "inherit"],
		});
		this.#child = child;
		createInterface({ input: child.stdout }).on("line", (line) => {
			if (line.startsWith("{")) this.log.push(JSON.parse(line));
		});
		return child;
	}

	async isReady(): Promise<boolean> {
		const { OPERATIONS_HOST, OPERATIONS_PORT } = this.#environment;
		return fetch(`http://${OPERATIONS_HOST}:${OPERATIONS_PORT}/readyz`).then(
			({ ok }) => ok,
			() => false,
		);
	}

	/** The number of processes that the machine's supervisor runs. */
	get processes(): number {
		return listChildren(this.#child?.pid ?? 0).length;
	}

	/** Kills all the machine's processes at once, as a power failure does. */
	async kill(): Promise<void> {
		const child = this.#child as ChildProcess;
		const ended = once(child, "exit");
		for (const pid of [child.pid as number, ...listDescendants(child.pid as number)])
			process.kill(pid, "SIGKILL");
		await ended;
	}

	async stop(): Promise<void> {
		const child = this.#child;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, "exit");
		child.kill("SIGTERM");
		await ended;
	}
}
