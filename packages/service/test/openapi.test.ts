import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { selfAnswer, topupAnswer, usageAnswer } from "@herald/common/wire/credit.ts";
import { gatewayErrorBody } from "@herald/common/wire/errors.ts";
import { expect, test } from "vitest";
import { modelActions } from "../src/http/model-routes.ts";
import { ask, askApi, openServiceWith, topUp } from "./open-service.ts";
import { hasModule, python } from "./python.ts";

const service = await openServiceWith();
const kept = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"));

test("the document in docs is the one that is served (npm run openapi writes it anew)", async () => {
	const response = await fetch(`${service.origin}/openapi.json`);
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual(kept);
});

/** Reads the framework's tree of routes. @returns each as "GET /v1/models" */
const readRoutes = (tree: string): string[] => {
	const path: string[] = [];
	return tree.split("\n").flatMap((line) => {
		const [, indent = "", part = "", methods = ""] =
			/^((?:│ {3}| {4})*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
		path.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
		return methods
			.split(", ")
			.filter((method) => method !== "" && method !== "HEAD")
			.map((method) => `${method} ${path.join("").replace(/(?<!\/)\*$/, "/*")}`);
	});
};

test("every route is in the document, and nothing else", () => {
	const served = readRoutes(service.routes).flatMap((route) => {
		if (!route.endsWith("/models/*")) return [route];
		// This route takes every method, and its handler refuses those that aren't possible.
		const one = route.replace("*", "{model}");
		if (one.startsWith("POST")) return modelActions.map((action) => `${one}:${action}`);
		return one.startsWith("GET") ? [one] : [];
	});
	const told = Object.entries(kept.paths as Record<string, object>).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(served.length).toBeGreaterThan(15);
	expect(served.toSorted()).toEqual(told.toSorted());
});

test("what /api and refusals answer is what the document says", async () => {
	expect(topupAnswer.parse((await topUp(service, "wrong")).body).success).toBe(false);
	expect(usageAnswer.parse((await askApi(service, "/api/usage/token/")).body).data.name).toBe("first");
	expect(selfAnswer.parse((await askApi(service, "/api/user/self")).body).data.username).toBe("own");
	expect(gatewayErrorBody.parse(await (await ask(service, {})).json()).error.code).toBe("invalid_request");
});

test.skipIf(!hasModule("schemathesis"))("schemathesis finds only answers of the document", async () => {
	const config = fileURLToPath(new URL("openapi/schemathesis.toml", import.meta.url));
	const options = {
		"include-path-regex": "^/(?:v1beta|api|openapi)",
		header: `Authorization: Bearer ${service.key}`,
		// This phase has the same cases each time.
		phases: "coverage",
		"request-timeout": "60",
	};
	const program = "from schemathesis.cli import schemathesis; schemathesis()";
	const { stdout } = await promisify(execFile)(
		python,
		[
			...["-c", program, "--config-file", config, "run", `${service.origin}/openapi.json`],
			...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
		],
		// schemathesis writes files.
		{ cwd: newFolder() },
	).catch((found: { readonly stdout: string }) => found);
	expect(stdout).toMatch(/ (\d+) generated, \1 passed/);
});
