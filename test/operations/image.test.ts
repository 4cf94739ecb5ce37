/**
 * Tests the files that the Dockerfile copies, as its container has them: they can't be changed, and the user isn't
 * root.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	chownSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { startPlayground } from "@herald/playground";
import { openServiceIn, topUp } from "@herald/service/testing/open-service.ts";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import { listen } from "../support/listen.ts";

const user = 1_000;
const isRoot = process.getuid?.() === 0;
let root: string;
let image: string;
let environment: Record<string, string>;

beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "herald-"));
	image = join(root, "app");
	const dockerfile = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", "");
	const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
	for (const [, words = ""] of last.matchAll(/^COPY (?!--)(.+)$/gm)) {
		const names = words.split(" ");
		const target = names.pop() ?? "";
		for (const name of names) {
			const to = join(image, target, names.length > 1 ? name : "");
			mkdirSync(dirname(to), { recursive: true });
			cpSync(name, names.length > 1 ? join(image, name) : to, {
				recursive: true,
				filter: (path) => !path.endsWith("node_modules"),
			});
		}
	}
	mkdirSync(join(image, "packages/neural"));
	symlinkSync(resolve("node_modules"), join(image, "node_modules"));
	const given = last.matchAll(/(?<=^ENV .*)(\w+)=(\S+)/gm);
	environment = Object.fromEntries([...given].map(([, name = "", value = ""]) => [name, value]));
	chownSync(root, user, user);
	// The container's user has to reach folders in the temporary folder.
	chmodSync(tmpdir(), 0o711);
	return () => rmSync(root, { recursive: true });
});

/** Runs a command in the image, with the environment that Docker gives it. */
const run = async (dataDir: string, [program = "", ...args]: readonly string[], more = {}) => {
	const child = spawn(program, args, {
		cwd: image,
		...(isRoot && { uid: user, gid: user }),
		env: {
			PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
			...environment,
			DATA_DIR: dataDir,
			npm_config_cache: join(root, "npm"),
			...more,
		},
	});
	const [[code], ...said] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
	return { code, said: said.join("") };
};
/** Gives folders and the files in them to the image's user. */
const give = (...folders: readonly string[]) => {
	for (const folder of folders) {
		mkdirSync(join(root, folder), { recursive: true });
		for (const name of [".", ...readdirSync(join(root, folder))])
			chownSync(join(root, folder, name), user, user);
	}
};

/** @returns a new code worth 5 USD from the service whose data is in a folder */
const mint = async (data: string): Promise<string | undefined> => {
	const words = ["run", "--silent", "codes", "--", "mint", "--usd", "5", "--format", "json"];
	const { code, said } = await run(data, ["npm", ...words]);
	expect(code, said).toBe(0);
	const [minted] = JSON.parse(said.slice(said.indexOf("["), said.lastIndexOf("]") + 1)) as { code: string }[];
	return minted?.code;
};

test.runIf(isRoot)("the documented command in the image moves the embedded service", async () => {
	const [from, to] = [join(root, "herald_data"), join(root, "herald_speech")];
	const before = await openServiceIn(from, { credit: 100 });
	await before.close();
	give("herald_data", "herald_speech");
	const sold = await mint(from);
	const [, script = ""] = / speech -c '(.+)'$/m.exec(readFileSync("docs/service.md", "utf8")) ?? [];
	const copying = script.replace("/from", from).replace("/data", to);
	expect(await run(to, ["sh", "-c", copying])).toEqual({ code: 0, said: "" });
	const after = await openServiceIn(to);
	expect(after.key).toBe(before.key);
	expect((await topUp(after, sold)).body).toMatchObject({ success: true });
});

test.runIf(isRoot)("in the image, backup, restore and the documented trial work", async () => {
	const data = join(root, "data");
	const service = await openServiceIn(data, { credit: 100 });
	await openSqliteStore(join(data, "bot.db")).close();
	await service.close();
	give("data", "backups");
	const sold = await mint(data);
	const copy = join(root, "backups", "monday");
	expect(await run(data, ["npm", "run", "backup", "--", copy])).toMatchObject({ code: 0 });
	const drill = join(root, "drill");
	expect(await run(drill, ["npm", "run", "restore", "--", copy])).toMatchObject({ code: 0 });
	const other = await openServiceIn(drill);
	expect((await topUp(other, sold)).body).toMatchObject({ success: true });
	expect(existsSync(join(image, "data"))).toBe(false);

	const guide = readFileSync("docs/backup.md", "utf8");
	const [, script = ""] = / --entrypoint sh herald -c '(.+)'$/m.exec(guide) ?? [];
	const tried = join(root, "tried");
	const trying = script.replace("/backup", copy).replace("/data/drill", tried);
	const { said } = await run(tried, ["sh", "-c", trying], { NODE_ENV: "" });
	expect(said).toMatch(/Restored .*service\.db/);
	expect(said).toContain("Nothing is wrong.");
	expect(existsSync(tried)).toBe(false);
});

test.runIf(isRoot)("an image without the engine refuses a voice before any download", async () => {
	let asked = 0;
	const port = await listen((_, response) => {
		asked += 1;
		response.end("{}");
	});
	give("voices");
	const words = ["npm", "run", "voices", "--", "get", "de_DE-thorsten-medium", "--yes"];
	const mirror = { VOICES_URL: `http://127.0.0.1:${port}` };
	const { code, said } = await run(join(root, "voices"), words, mirror);
	expect({ code, said }).toMatchObject({ code: 1, said: expect.stringContaining("WITH_VOICES=yes") });
	expect(said).not.toContain("npm ci");
	expect(asked).toBe(0);
});

test.runIf(isRoot)("in the image, the setup changes the application, and writes no settings", async () => {
	const discord = await startPlayground({ botName: "Herald", messageContent: "refused" });
	onTestFinished(() => discord.stop());
	const words = ["npm", "run", "--silent", "setup", "--", "application", "--yes", "--json"];
	const settings = { DISCORD_API_URL: discord.apiUrl, DISCORD_TOKEN: discord.token };
	const { code, said } = await run(join(root, "setup"), words, settings);
	expect(code, said).toBe(0);
	expect(JSON.parse(said)).toMatchObject({
		ok: true,
		application: { changed: expect.arrayContaining(["flags"]) },
		settings: { changed: [] },
	});
});
