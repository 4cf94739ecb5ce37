/** A test of the Eris bot, with the package alone: `node --test`. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { startPlayground } from "@herald/playground";

let playground;
let bot;

before(async () => {
	playground = await startPlayground();
	bot = spawn(process.execPath, [`${import.meta.dirname}/bot.js`], {
		env: { ...process.env, DISCORD_API_URL: playground.apiUrl, DISCORD_TOKEN: playground.token },
		stdio: ["ignore", "inherit", "inherit"],
	});
	await playground.ready("greet");
});
after(async () => {
	bot.kill();
	await once(bot, "exit");
	await playground.stop();
});

test("greets a member who asks for it", async () => {
	const { ordinary } = playground.home;
	const answer = await playground.ask(ordinary, "!greet");
	assert.equal(answer.content, "Hello, ben");
});

test("greets by a command", async () => {
	const { owner } = playground.home;
	const answer = await playground.command(owner, "greet", { name: "Cleo" }).firstAnswer();
	assert.equal(answer.content, "Hello, Cleo");
});
