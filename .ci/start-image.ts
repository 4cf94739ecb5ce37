/** Runs a mounted image as its own configuration says: Herald has to be well, and to stop by SIGTERM under load. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startPlayground } from "@herald/playground";

const [, , root = "", configuration = ""] = process.argv;
const { Env, Entrypoint, User, WorkingDir } = JSON.parse(configuration);
const stopMaxMs = 30_000;
const startMaxMs = 60_000;

const playground = await startPlayground();
writeFileSync(join(root, "tmp", "authority.pem"), readFileSync(playground.certificateFile), { mode: 0o644 });
const given: Readonly<Record<string, string>> = {
	DISCORD_TOKEN: playground.token,
	DISCORD_API_URL: playground.apiUrl,
	NODE_EXTRA_CA_CERTS: "/tmp/authority.pem",
	OPERATIONS_PORT: "0",
};
const settings = Object.entries(given).map(([name, value]) => `${name}=${value}`);
const inside = `cd ${WorkingDir} && exec "$@"`;
const herald = spawn(
	"chroot",
	[
		`--userspec=${User}`,
		root,
		"/usr/bin/env",
		"-i",
		...Env,
		...settings,
		"sh",
		"-c",
		inside,
		"sh",
		...Entrypoint,
	],
	{ stdio: ["ignore", "pipe", "inherit"] },
);
const ended = once(herald, "exit");
let log = "";
const port = Promise.withResolvers<number>();
herald.stdout.on("data", (chunk) => {
	log += chunk;
	const found = /"operations_listening".*?"port":(\d+)/.exec(log)?.[1];
	if (found) port.resolve(Number(found));
});
const over = new AbortController();
const failed = wait(startMaxMs, undefined, { signal: over.signal }).then(() => {
	throw new Error(`Herald isn't ready:\n${log}`);
});
try {
	const address = `http://127.0.0.1:${await Promise.race([port.promise, failed])}`;
	const ready = () => fetch(`${address}/readyz`).then(({ ok }) => ok);
	// Commands are registered once Herald is ready, so that members have them a moment later.
	const registered = () => playground.commands.list().length > 0;
	while (!((await ready()) && registered())) await Promise.race([wait(200), failed]);
	const { status } = await fetch(`${address}/healthz`);
	if (status !== 200) throw new Error(`/healthz says ${status}`);
	const members = [...playground.home.guild.members.values()].filter(({ user }) => !user.bot);
	const said = members.flatMap((member) =>
		[1, 2, 3].map((n) => playground.command(member, "say", { text: `Under load, number ${n}`, as: "file" })),
	);
	await Promise.race(said.map((trace) => trace.firstAnswer()));
	const stoppedAt = performance.now();
	herald.kill("SIGTERM");
	const [code] = await Promise.race([ended, wait(stopMaxMs, ["nothing"], { signal: over.signal })]);
	if (code !== 0) throw new Error(`Herald ended with ${code}:\n${log}`);
	const stopMs = Math.round(performance.now() - stoppedAt);
	console.log(`the image starts, is well, and stops under load within ${stopMs} ms`);
} finally {
	over.abort();
	failed.catch(() => {});
	herald.kill("SIGKILL");
	await playground.stop();
}
