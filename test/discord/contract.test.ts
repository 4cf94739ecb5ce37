import { operations } from "@herald/playground/contract";
import { expect, test } from "vitest";
import { pages } from "../../commands/server/server-settings.ts";
import { serverPanel } from "../support/server-panel.ts";
import { useWorld } from "../support/world.ts";
import used from "./operations.json" with { type: "json" };

const { playground, owner } = await useWorld();

/** `operations.json` lists the operations that Herald uses, with their request and response schemas. */
test("the operations that Herald uses still have the schemas that it was written for", () => {
	const now = Object.keys(used).map((name) => {
		const { body = "", answers = {} } = operations.get(name) ?? {};
		return [name, [body, answers[200] ?? answers[204]]];
	});
	expect(Object.fromEntries(now)).toEqual(used);
});

/** @returns the operation's name in the OpenAPI; undefined if it has none */
const nameOf = (method: string, path: string): string | undefined =>
	[...operations.keys()]
		.filter((name) =>
			new RegExp(`^${name.replaceAll(/\{\w+\}/g, "[^/@]+")}$`).test(`${method} ${decodeURIComponent(path)}`),
		)
		.sort((a, b) => Number(b.includes("@")) - Number(a.includes("@")))[0];

test("all that Herald sends fits Discord's OpenAPI: commands, answers, each page of its panel, and forms", async () => {
	const panel = serverPanel(playground, owner);
	await playground.command(owner, "say", { text: "Hello" }).firstAnswer();
	const file = playground.upload("a.txt", Buffer.from("A file"));
	await playground.command(owner, "say", { file }).firstAnswer();
	await playground.command(owner, "voice me").firstAnswer();
	await playground.command(owner, "help").firstAnswer();
	for (const page of pages) {
		const shown = await panel.open(page);
		const asks = shown.components
			.map(({ custom_id: id }) => String(id))
			.filter((id) => /:(ask|add):/.test(id));
		for (const id of asks) await playground.click(owner, shown, id).modal();
	}
	const refused = playground.requests.filter(({ status }) => status >= 400);
	expect(refused).toEqual([]);
	const unlisted = playground.requests.map(({ method, path }) => nameOf(method, path) ?? path);
	expect(unlisted.filter((name) => !(name in used))).toEqual([]);
});
