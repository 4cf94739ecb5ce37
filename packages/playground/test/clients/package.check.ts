import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type StartedPlayground, startProgram } from "../start-from-shell.ts";
import { BotProcess } from "./bot-process.ts";
import { OutsideMember } from "./outside-member.ts";

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);

/** The folder in which the package is installed, away from the rest of the repository. */
let folder: string;
let playground: StartedPlayground | undefined;
let bot: BotProcess | undefined;
let member: OutsideMember | undefined;

const inPackage = (name = ""): string => join(folder, "node_modules/@herald/playground", name);

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "playground-installed-"));
	await cp(path("eris/package.json"), join(folder, "package.json"));
	await run(process.execPath, [path("../../scripts/pack.ts"), "--to", folder]);
	const [tarball = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
	const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress", "--no-package-lock"];
	await run("npm", ["install", `./${tarball}`, ...quiet], { cwd: folder, timeout: 150_000 });
	// The package's example bot, put where a developer's own bot would be.
	for (const name of ["bot.js", "bot.test.js"])
		await cp(inPackage(`test/clients/eris/${name}`), join(folder, name));
}, 180_000);
afterEach(async ({ task }) => {
	if (task.result?.state === "fail" && bot) process.stderr.write(`The bot said:\n${bot.said}\n`);
	member?.close();
	await bot?.stop();
	await playground?.stop("SIGTERM");
	member = bot = playground = undefined;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the package's program, a bot for it, and a member who sees the bot with its commands. */
const start = async (command: string, entry: string): Promise<OutsideMember> => {
	playground = await startProgram(join(folder, "node_modules/.bin/playground"), "--port", "0");
	bot = new BotProcess(playground, command, entry);
	const opened = new OutsideMember(playground.pageUrl);
	member = opened;
	await opened.open();
	await opened.until(
		"the bot with its commands",
		() => (opened.guild?.connected && opened.guild.commands.length > 0) || undefined,
	);
	return opened;
};

test("exports what the repository's tests use, as JavaScript with types, and contains no other program", async () => {
	const { exports } = JSON.parse(await readFile(path("../../package.json"), "utf8"));
	const installed = JSON.parse(await readFile(inPackage("package.json"), "utf8"));
	expect(Object.keys(installed.exports)).toEqual(Object.keys(exports));

	const files = await readdir(inPackage("dist"), { recursive: true, withFileTypes: true });
	const names = files
		.filter((file) => file.isFile())
		.map((file) => join(file.parentPath, file.name).slice(inPackage("dist/").length));
	for (const { types, default: code } of Object.values<{ types: string; default: string }>(installed.exports))
		expect(names).toEqual(expect.arrayContaining([types, code].map((name) => name.slice("./dist/".length))));
	expect(names.filter((name) => /(?<!\.d)\.ts$/.test(name))).toEqual([]);
	expect(names.filter((name) => !name.startsWith("playground/"))).toEqual([
		"common/src/bounded-server.d.ts",
		"common/src/bounded-server.js",
	]);
	for (const name of names.filter((each) => /\.(js|ts|html|css)$/.test(each)))
		expect(await readFile(inPackage(`dist/${name}`), "utf8"), name).not.toMatch(/herald/i);
});

test("has complete types", async () => {
	await writeFile(
		join(folder, "use.ts"),
		`import { type SeenMessage, startPlayground } from "@herald/playground";
const playground = await startPlayground({ port: 0 });
const { content }: SeenMessage = await playground.ask(playground.home.owner, "Hello");
const { name }: { name: string } = playground.home.guild;
console.log(content + name);
// @ts-expect-error A member is no name.
await playground.ask("ada", "Hello");
`,
	);
	const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
	const types = dirname(dirname(createRequire(import.meta.url).resolve("@types/node/package.json")));
	const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2024", "--types", "node"];
	// tsc writes its findings to the standard output.
	const found = await run(process.execPath, [tsc, ...options, "--typeRoots", types, "use.ts"], {
		cwd: folder,
	}).catch(({ stdout }: { stdout: string }) => ({ stdout }));
	expect(found.stdout).toBe("");
});

test("runs a discord.py bot", async () => {
	const ada = await start(process.env.PYTHON ?? "python3", path("discordpy/bot.py"));
	const { content } = await ada.ask("command", { name: "paint", values: { colour: "olive", times: 2 } });
	expect(content).toBe("olive olive");
	for (const name of ["", "main.js", "style/base.css", "texts/en.json", "options/line.js"])
		expect((await fetch(new URL(name, playground?.pageUrl))).status, name).toBe(200);
});

test("runs an Eris bot, which reads messages", async () => {
	const ada = await start(process.execPath, join(folder, "bot.js"));
	await ada.act("post", { text: "!greet" });
	await ada.until("the greeting", () =>
		[...ada.messages.values()].find(({ content }) => content === "Hello, ada"),
	);
	const { content } = await ada.ask("command", { name: "greet", values: { name: "Ben" } });
	expect(content).toBe("Hello, Ben");
});

test("makes a test of the Eris bot pass with its own control, and fail with another bot", async () => {
	const test = (environment: object) =>
		run(process.execPath, ["--test", "--test-reporter=tap", "bot.test.js"], {
			cwd: folder,
			env: { ...process.env, ...environment },
			timeout: 60_000,
		});
	expect((await test({})).stdout).toContain("# pass 2\n# fail 0");
	await expect(test({ GREETING: "Goodbye" })).rejects.toMatchObject({
		stdout: expect.stringContaining("# pass 0\n# fail 2"),
	});
});
