import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import packageFile from "../package.json" with { type: "json" };
import files from "./settings-file.json" with { type: "json" };
import { folder, useFolder } from "./support/folder.ts";

const file = fileURLToPath(new URL("../packages/common/src/process/read-env-file.js", import.meta.url));
useFolder();

test("settings are read from .env if it exists, and variables that are already set keep their values", () => {
	const show = (environment: Readonly<Record<string, string>> = {}) =>
		spawnSync(
			process.execPath,
			["--import", file, "--print", "[process.env.HOST, process.env.PORT].join()"],
			{ cwd: folder, env: { PORT: "1", ...environment }, encoding: "utf8" },
		);
	expect(show()).toMatchObject({ stdout: ",1\n", stderr: "" });
	writeFileSync(join(folder, ".env"), "HOST=localhost\nPORT=2\n");
	expect(show()).toMatchObject({ stdout: "localhost,1\n", stderr: "" });
	// Characters at which a shell would cut the value.
	writeFileSync(join(folder, "other.env"), "HOST=a?b=c&d=$e f\n");
	expect(show({ ENV_FILE: "other.env" })).toMatchObject({ stdout: "a?b=c&d=$e f,1\n", stderr: "" });
	expect(show({ ENV_FILE: "none.env" })).toMatchObject({
		status: 78,
		stderr: 'ENV_FILE must be a file that Herald may read, not "none.env" (ENOENT).\n',
	});
	const scripts = Object.values(packageFile.scripts).filter((script) => script.includes("env"));
	const readsFirst = /^node (?:--\S+ )*?--import \.\/packages\/common\/src\/process\/read-env-file\.js /;
	expect(scripts.filter((script) => !readsFirst.test(script))).toEqual([]);
});

// The first five files are systemd's own tests (src/test/test-env-file.c); the others follow systemd.exec(5).
test.each(files as [text: string, settings: object][])(
	"the settings file %j is read as systemd reads it",
	(text, expected) => {
		writeFileSync(join(folder, "herald.env"), text);
		const print =
			"JSON.stringify(Object.fromEntries(Object.entries(process.env).filter(([name]) => /^[A-I]$/.test(name))))";
		const { stdout } = spawnSync(process.execPath, ["--import", file, "--print", print], {
			env: { ENV_FILE: join(folder, "herald.env") },
			encoding: "utf8",
		});
		expect(JSON.parse(stdout)).toEqual(expected);
	},
);
