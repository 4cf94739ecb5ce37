import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { type StartedPlayground, startFromShell } from "./start-from-shell.ts";
import { startTestPlayground } from "./support.ts";

const entry = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
let running: StartedPlayground | undefined;

afterEach(async () => {
	await running?.stop("SIGKILL");
	running = undefined;
});

/** Runs the program to its end. */
const run = async (...args: string[]) => {
	const child = spawn(process.execPath, [entry, ...args]);
	const said = Promise.all([text(child.stdout), text(child.stderr)]);
	const [[code], [out, err]] = await Promise.all([once(child, "close"), said]);
	return { code, out, err };
};

test("prints what a bot needs, and its token is accepted by the API", async () => {
	running = await startFromShell("--port", "0", "--name", "Echo");
	const { apiUrl, token, certificateFile, pageUrl } = running;
	const response = await fetch(`${apiUrl}/v10/users/@me`, { headers: { authorization: `Bot ${token}` } });
	const user = (await response.json()) as { id: string; username: string };
	expect(user.username).toBe("Echo");
	// Some libraries read the application's id from the token.
	expect(Buffer.from(token.split(".")[0] ?? "", "base64").toString()).toBe(user.id);
	expect(readFileSync(certificateFile, "utf8")).toContain("BEGIN CERTIFICATE");
	expect((await fetch(pageUrl)).headers.get("content-type")).toContain("text/html");
});

test.each(["SIGTERM", "SIGINT"] as const)(
	"starts without the bot in a server on request, stops on %s and leaves nothing behind",
	async (signal) => {
		running = await startFromShell("--port", "0", "--token", "my.own.token", "--uninvited");
		const headers = { authorization: "Bot my.own.token" };
		const response = await fetch(`${running.apiUrl}/v10/users/@me/guilds`, { headers });
		expect(await response.json()).toEqual([]);
		expect(await running.stop(signal)).toBe(0);
		expect(existsSync(running.certificateFile)).toBe(false);
	},
);

test("explains in a sentence that its port is taken", async () => {
	const other = await startTestPlayground();
	expect(await run("--port", String(other.port))).toEqual({
		code: 1,
		out: "",
		err: `Port ${other.port} is in use. Choose another with --port; --port 0 finds a free one.\n`,
	});
	await other.stop();
});

test.each([
	[["--port", "70000"], '--port must be a whole number from 0 to 65535, not "70000".'],
	[["--port", "x"], '--port must be a whole number from 0 to 65535, not "x".'],
	[["--token", "a b"], "--token must not be empty or contain spaces."],
	[["--name", " "], "--name must not be empty."],
	[["--prot", "1"], "Unknown option --prot."],
	[["--port"], "--port needs a value."],
	[["8081"], 'Unexpected "8081": did you mean --port 8081?'],
])("explains what is wrong with %j, and prints its usage", async (args, sentence) => {
	const { code, out, err } = await run(...args);
	expect({ code, out }).toEqual({ code: 2, out: "" });
	expect(err.split("\n")[0]).toBe(sentence);
	expect(err).toContain("npm run playground -- [--port N]");
});

test("prints its usage on request", async () => {
	const usage = expect.stringContaining("npm run playground -- [--port N]");
	expect(await run("--help")).toMatchObject({ code: 0, out: usage });
});
