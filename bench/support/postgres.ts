import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { listDescendants } from "./processor-time.ts";
import { findPort } from "./world.ts";

/** Where Debian keeps PostgreSQL's programs, a folder for each version. */
const debianFolder = "/usr/lib/postgresql";
/** The id of Debian's user nobody. PostgreSQL refuses to run as root. */
const nobody = 65_534;

const findPrograms = (): string => {
	const versions = readdirSync(debianFolder).sort((a, b) => Number(a) - Number(b));
	return join(debianFolder, versions.at(-1) ?? "", "bin");
};

/** A PostgreSQL in a temporary folder, which can be stopped, restarted, and made to hang. */
export const startPostgres = async () => {
	const programs = findPrograms();
	const folder = mkdtempSync(join(tmpdir(), "herald-postgres-"));
	const isRoot = process.getuid?.() === 0;
	const user = isRoot ? { uid: nobody, gid: nobody } : {};
	if (isRoot) chownSync(folder, nobody, nobody);
	const made = spawnSync(
		join(programs, "initdb"),
		["--pgdata", folder, "--username", "herald", "--auth", "trust", "--encoding", "UTF8", "--locale", "C"],
		{ ...user, cwd: folder, encoding: "utf8" },
	);
	if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
	const port = await findPort();
	let server: ChildProcess | undefined;
	const start = async (): Promise<void> => {
		const child = spawn(
			join(programs, "postgres"),
			[
				"-D",
				folder,
				"-p",
				String(port),
				"-c",
				"listen_addresses=127.0.0.1",
				"-c",
				`unix_socket_directories=${folder}`,
			],
			{ ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
		);
		server = child;
		const ready = Promise.withResolvers<void>();
		createInterface({ input: child.stderr }).on("line", (line) => {
			if (line.includes("ready to accept connections")) ready.resolve();
		});
		child.once("exit", () => ready.reject(new Error("PostgreSQL ended before it was ready")));
		await ready.promise;
	};
	const signalAll = (signal: "SIGCONT" | "SIGSTOP"): void => {
		const pid = server?.pid as number;
		const others = () => listDescendants(pid);
		// The first process starts others as long as it runs, so it is stopped first and resumed last.
		for (const each of signal === "SIGSTOP" ? [pid, ...others()] : [...others(), pid])
			try {
				process.kill(each, signal);
			} catch {
				// The process has just ended.
			}
	};
	const stop = async (): Promise<void> => {
		if (!server || server.exitCode !== null) return;
		const ended = once(server, "exit");
		// A stopped process obeys only SIGCONT.
		signalAll("SIGCONT");
		// SIGINT closes all connections before the server ends.
		server.kill("SIGINT");
		await ended;
	};
	await start();
	return {
		url: `postgres://herald@127.0.0.1:${port}/postgres`,
		start,
		stop,
		/** From now on, the server accepts requests and doesn't answer. */
		hang: () => signalAll("SIGSTOP"),
		resume: () => signalAll("SIGCONT"),
		remove: async () => {
			await stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
};
