import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { programEnvironment, quickStart, wordsOf } from "@herald/common/testing/program-environment.ts";
import { expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };

test("a program learns that npm has ended its shell", async () => {
	const followed = `
		const { endWithNpm } = await import("@herald/common/process/supervisors.ts");
		const timer = setInterval(() => {}, 1_000);
		endWithNpm(() => {
			console.log("npm has ended");
			clearInterval(timer);
		});
		console.log("started");
	`;
	const shell = spawn(
		"sh",
		["-c", '"$0" "$@"; exit', process.execPath, "--input-type=module", "--eval", followed],
		{
			cwd: fileURLToPath(new URL("..", import.meta.url)),
			env: { PATH: process.env.PATH, npm_lifecycle_event: "start" },
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	const [started] = await once(shell.stdout, "data");
	shell.kill("SIGTERM");
	expect(`${started}${await text(shell.stdout)}`).toBe("started\nnpm has ended\n");
});

test.each([
	["Herald", packageFile.scripts.start],
	["the service", packageFile.scripts.service],
])(
	"%s keeps telling systemd that it is alive, with its own process id and not its children's",
	async (_, script) => {
		const dataDir = newFolder();
		const told = join(dataDir, "told");
		writeFileSync(join(dataDir, "systemd-notify"), `#!/bin/sh\necho "$@" >> "${told}"\n`, { mode: 0o755 });
		const child = spawn(
			"/bin/sh",
			["-c", 'WATCHDOG_PID=$$ exec "$@"', "sh", process.execPath, ...quickStart, ...wordsOf(script)],
			{
				cwd: fileURLToPath(new URL("..", import.meta.url)),
				env: {
					...programEnvironment,
					NOTIFY_SOCKET: "/nowhere",
					WATCHDOG_USEC: "300000",
					DISCORD_API_URL: "http://127.0.0.1:1/api",
					PATH: `${dataDir}:${programEnvironment.PATH}`,
					DATA_DIR: dataDir,
					DISCORD_TOKEN: "token",
					PORT: "0",
					LOG_LEVEL: "silent",
				},
				stdio: "ignore",
			},
		);
		const ended = once(child, "exit");
		const read = () => (existsSync(told) ? readFileSync(told, "utf8").trim().split("\n") : []);
		await eventually(() => expect(read().length).toBeGreaterThan(3));
		expect(new Set(read())).toEqual(new Set(["WATCHDOG=1"]));
		child.kill("SIGKILL");
		await ended;
	},
);
