import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { programEnvironment } from "@herald/common/testing/program-environment.ts";
import { expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };

const root = fileURLToPath(new URL("..", import.meta.url));
const dataDir = newFolder();

type Script = keyof typeof packageFile.scripts;
const run = (script: Script, ...words: string[]) => runWith({}, script, ...words);

const runWith = (
	environment: Readonly<Record<string, string>>,
	script: Script,
	...words: string[]
): Promise<{ code: number; out: string; err: string }> =>
	new Promise((resolve) => {
		const [, ...own] = packageFile.scripts[script].split(/ +/);
		const env = { ...programEnvironment, DISCORD_TOKEN: "", DATA_DIR: dataDir, ...environment };
		execFile(process.execPath, [...own, ...words], { cwd: root, env }, (error, out, err) =>
			resolve({ code: Number(error?.code ?? 0), out, err }),
		);
	});

const documented =
	"start service invite codes accounts simulate voices backup restore move-store links accounts-secret member " +
	"doctor setup playground bench emoji openapi screenshots";

test.each(documented.split(" ") as Script[])(
	"npm run %s -- -h prints its usage and does nothing else",
	async (script) => {
		const { code, out, err } = await run(script, "-h");
		expect({ code, err }).toEqual({ code: 0, err: "" });
		expect(out).toMatch(new RegExp(`npm (run )?${script}`));
	},
);

test("npm run invite prints the links for those who may install Herald", async () => {
	const token = `${Buffer.from("123456789012345678").toString("base64")}.a.b`;
	const links = async (INSTALLS: string) =>
		(await runWith({ DISCORD_TOKEN: token, INSTALLS }, "invite")).out.trim();
	const server = await links("");
	expect(server).toMatch(
		/^https:.*client_id=123456789012345678&scope=bot\+applications.commands&permissions=\d+$/,
	);
	const member = await links("members");
	expect(member).toMatch(
		/^https:.*client_id=123456789012345678&scope=applications.commands&integration_type=1$/,
	);
	expect(await links("both")).toBe(`${server}\n${member}`);
	expect(await runWith({ DISCORD_TOKEN: token, INSTALLS: "friends" }, "invite")).toMatchObject({
		code: 1,
		err: 'INSTALLS must be one of servers, members, both, not "friends".\n',
	});
});

test("npm run bench lists its benchmarks, also if none has the given name", async () => {
	const names = readdirSync(new URL("../bench", import.meta.url)).flatMap(
		(file) => /^(.+)\.bench\.ts$/.exec(file)?.[1] ?? [],
	);
	expect((await run("bench", "list")).out.trim().split("\n")).toEqual(names.sort());
	const { code, out, err } = await run("bench", "nosuch");
	expect({ code, out }).toEqual({ code: 2, out: "" });
	expect(err).toContain(`No benchmark begins with "nosuch". There are: ${names.sort().join(", ")}`);
});

test.each([
	["accounts", "create ada --units -5", '--units must be a whole number of quota units, not "-5".'],
	["codes", "mint --units 5 --count -1", '--count must be a whole number from 1 to 10000, not "-1".'],
	["emoji", "", "Name the folder that holds CLDR's annotations."],
	["emoji", "/nowhere", "/nowhere doesn't hold CLDR's annotations"],
] as const)("npm run %s -- %s is refused with a sentence", async (script, words, sentence) => {
	const err = expect.stringContaining(sentence);
	expect(await run(script, ...words.split(" ").filter(Boolean))).toMatchObject({ code: 2, err });
});
