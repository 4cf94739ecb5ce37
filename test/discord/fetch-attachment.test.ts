import { Client } from "discord.js";
import { expect, test } from "vitest";
import { fetchAttachment } from "../../src/discord/files.ts";
import { listen } from "../support/listen.ts";

let asked = 0;
const clientOf = (api: string) => new Client({ intents: [], rest: { api } });

/** Starts a server that sends 100 bytes in two pieces. Its answer to /slow stops after the first without ending. */
const start = async () => {
	const port = await listen((request, response) => {
		asked += 1;
		response.write("x".repeat(50));
		if (request.url !== "/slow") response.end("x".repeat(50));
	});
	return `http://127.0.0.1:${port}`;
};

test("a file is read up to the limit whatever size Discord states, and within a limited time", async () => {
	const origin = await start();
	const fetch = (path: string, maxBytes: number, size = 10, timeoutMs = 10_000) =>
		fetchAttachment(clientOf(`${origin}/api`), { url: `${origin}${path}`, size }, maxBytes, timeoutMs);
	expect(await fetch("/whole", 100)).toMatchObject({ ok: true, bytes: Buffer.from("x".repeat(100)) });
	expect(await fetch("/more", 99)).toEqual({ ok: false, why: "too_large" });
	expect(await fetch("/slow", 100, 10, 50)).toEqual({ ok: false, why: "unreachable" });
	const before = asked;
	expect(await fetch("/whole", 100, 101)).toEqual({ ok: false, why: "too_large" });
	expect(asked).toBe(before);
});

test("with Discord's own API, attachments are fetched only from Discord's file hosts", async () => {
	const origin = await start();
	const before = asked;
	for (const url of [
		`${origin}/whole`,
		"http://cdn.discordapp.com/a",
		"https://cdn.discordapp.com.example/a",
		"no address",
	])
		expect(await fetchAttachment(clientOf("https://discord.com/api"), { url, size: 1 }, 10)).toEqual({
			ok: false,
			why: "unreachable",
		});
	expect(asked).toBe(before);
});
