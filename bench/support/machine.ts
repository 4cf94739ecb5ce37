import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { prepared } from "@herald/common/testing/program-environment.ts";
import type { LogLine } from "./herald-process.ts";
import { listChildren, listDescendants } from "./processor-time.ts";

const root = new URL("../..", import.meta.url);
const everyMs = 250;
/** What takes longer won't come, in ms. */
const readyMaxMs = 300_000;

/** Herald as a supervisor of machines meets it: a program, its settings, signals and an address for probes. */
export class Machine {
	/** Of all its lives and processes, oldest first. */
	readonly log: LogLine[] = [];
	readonly #environment: Readonly<Record<string, string>>;
	/** How often it has ended by itself. */
	ended = 0;
	#child: ChildProcess | undefined;

	/** @param environment - with an address and a port for probes */
	constructor(environment: Readonly<Record<string, string>>) {
		this.#environment = environment;
	}

	/** Starts it, and again where it ends, until its probe says that it is ready. @returns how long that took, in ms */
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

	/** @returns what its probe says */
	async isReady(): Promise<boolean> {
		const { OPERATIONS_HOST, OPERATIONS_PORT } = this.#environment;
		return fetch(`http://${OPERATIONS_HOST}:${OPERATIONS_PORT}/readyz`).then(
			({ ok }) => ok,
			() => false,
		);
	}

	/** How many processes work under its supervisor. */
	get processes(): number {
		return listChildren(this.#child?.pid ?? 0).length;
	}

	/** Kills all its processes at once, as where it loses its power. */
	async kill(): Promise<void> {
		const child = this.#child as ChildProcess;
		const ended = once(child, "exit");
		for (const pid of [child.pid as number, ...listDescendants(child.pid as number)])
			process.kill(pid, "SIGKILL");
		await ended;
	}

	/** Stops it by SIGTERM. */
	async stop(): Promise<void> {
		const child = this.#child;
		if (!child || child.exitCode !== null || child.signalCode !== null) return;
		const ended = once(child, "exit");
		child.kill("SIGTERM");
		await ended;
	}
}
