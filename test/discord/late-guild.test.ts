import { WebSocketShard } from "@discordjs/ws";
import { expect, onTestFinished, test } from "vitest";
import { serverPanel, textOf } from "../support/server-panel.ts";
import { startWorld } from "../support/world.ts";

/** Holds GUILD_CREATE back until `release` is called: Discord may send it seconds after READY. */
const holdGuilds = () => {
	const release = Promise.withResolvers<void>();
	const held = Promise.withResolvers<void>();
	const before = Reflect.get(WebSocketShard.prototype, "onMessage");
	onTestFinished(() => void Reflect.set(WebSocketShard.prototype, "onMessage", before));
	Reflect.set(
		WebSocketShard.prototype,
		"onMessage",
		async function (this: unknown, data: unknown, ...more: unknown[]) {
			if (String(data).includes('"t":"GUILD_CREATE"')) {
				held.resolve();
				await release.promise;
			}
			return before.call(this, data, ...more);
		},
	);
	return { held: held.promise, release: release.resolve };
};

test("until a guild's roles and channels have arrived, commands and presses there get a sentence and change nothing", async () => {
	const { herald, playground, owner, stop } = await startWorld();
	onTestFinished(stop);
	const { voice } = playground.home;
	playground.voice.join(owner);
	const panel = serverPanel(playground, owner);
	const first = playground.createChannel({ name: "first" });
	const second = playground.createChannel({ name: "second" });
	await panel.add("channels", { channels: [first.id], "spoken-in": [voice.id] });
	const list = await panel.openList("channels");
	const modal = await playground.click(owner, list, "server:add:channels").modal();
	const { held, release } = holdGuilds();
	const restarted = herald.restart();
	await held;
	const sentence = /^Herald is restarting/;
	for (const [name, values] of [
		["say", { text: "Hello", as: "channel" }],
		["join", {}],
		["server", {}],
	] as const)
		expect((await herald.use(owner, name, values).firstAnswer()).content).toMatch(sentence);
	const added = await playground.submitModal(owner, modal, { channels: [second.id] }).firstAnswer();
	expect(added.content).toMatch(sentence);
	release();
	await restarted;
	const kept = textOf(await panel.openList("channels"));
	expect(kept).toContain(`<#${first.id}>`);
	expect(kept).not.toContain(`<#${second.id}>`);
});
