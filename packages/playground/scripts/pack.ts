/** `npm run pack -- [--to FOLDER]`: makes the package that other bots install, of JavaScript with declarations. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const home = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { to: { type: "string", default: "." } } });
// npm runs scripts in their package's folder, and tells where it was called.
const destination = resolve(process.env.INIT_CWD ?? ".", values.to);
const folder = mkdtempSync(join(tmpdir(), "playground-package-"));
const built = join(folder, "dist");

/** Where tsc puts what a file of the package becomes. */
const placeOf = (path: string, ending = ".js"): string =>
	`./dist/playground/${path.replace("./", "").replace(/\.ts$/, ending)}`;

const compile = (): void => {
	const require = createRequire(import.meta.url);
	const tsc = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");
	execFileSync(process.execPath, [tsc, "-p", join(home, "tsconfig.build.json"), "--outDir", built], {
		stdio: "inherit",
	});
	// The browser's part is JavaScript, and stays as it is.
	for (const name of ["page", "options", "texts"])
		cpSync(join(home, "src", name), join(built, "playground/src", name), { recursive: true });
};

/** Imports name JavaScript, and what is of another package of the repository by its path. */
const mendImports = (): void => {
	for (const name of readdirSync(built, { recursive: true, encoding: "utf8" })) {
		if (!/\.(js|d\.ts)$/.test(name)) continue;
		const file = join(built, name);
		const common = relative(dirname(file), join(built, "common/src")).replaceAll("\\", "/");
		const text = readFileSync(file, "utf8");
		const mended = text
			.replaceAll('"@herald/common/', `"${common}/`)
			.replaceAll(/((?:from|import) ?\(?"\.[^"]*)\.ts"/g, '$1.js"');
		if (mended !== text) writeFileSync(file, mended);
	}
};

const describe = (): void => {
	const { exports, dependencies, devDependencies, scripts, ...rest } = JSON.parse(
		readFileSync(join(home, "package.json"), "utf8"),
	);
	const { private: _, ...told } = rest;
	const { "@herald/common": __, ...needed } = dependencies;
	const manifest = {
		...told,
		bin: { playground: placeOf("src/cli.ts") },
		exports: Object.fromEntries(
			Object.entries<string>(exports).map(([name, path]) => [
				name,
				{ types: placeOf(path, ".d.ts"), default: placeOf(path) },
			]),
		),
		files: ["dist", "test"],
		dependencies: needed,
		// Only for tests of the page.
		peerDependencies: devDependencies,
		peerDependenciesMeta: Object.fromEntries(
			Object.keys(devDependencies).map((name) => [name, { optional: true }]),
		),
	};
	writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, "\t"));
	for (const name of ["README.md", "test/clients/eris"])
		cpSync(join(home, name), join(folder, name), { recursive: true });
	cpSync(join(home, "../../LICENSE"), join(folder, "LICENSE"));
};

try {
	compile();
	mendImports();
	describe();
	execFileSync("npm", ["pack", folder, "--pack-destination", destination], {
		stdio: "inherit",
		shell: process.platform === "win32",
	});
} finally {
	rmSync(folder, { recursive: true });
}
