import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeEach, expect, test } from "vitest";
import { serverPanel } from "../support/server-panel.ts";
import { speakThroughout } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";

/** The numbers of logged lines and of requests for the granted intents before a test started Herald. */
let before: readonly [lines: number, asked: number];

const { upstream, herald, playground } = await useWorld(
	{},
	{ tries: { firstWaitMs: 5, longestWaitMs: 20, silentMs: 5_000 } },
);
upstream.behave(speakThroughout);

beforeEach(async () => {
	playground.gateway.grantMessageContent("limited");
	before = [herald.logs.length, isAsked()];
	await restart();
});

const logged = (event: string) => herald.logs.slice(before[0]).filter((line) => line.event === event);
/**
 * Has the voice channel's chat read.
 * @returns what the panel then says about messages that can't be read; empty if all can
 */
const readingSettings = async (): Promise<string> => {
	const told = await serverPanel(playground, playground.home.owner).set({ voiceChat: true });
	const [sentence = ""] = /^(?:Whoever hosts|Only messages).*$/m.exec(told) ?? [];
	return sentence;
};
const isAsked = () => playground.requests.filter(({ path }) => path === "/applications/@me").length;
/** Restarts Herald with this READ_MESSAGES. @returns the log's last line that says that Herald is ready */
const restart = async (readMessages = "auto") => {
	await herald.restart({ READ_MESSAGES: readMessages });
	return logged("ready").at(-1);
};

test("Herald reads every message if Discord grants the intent, which it checks before the login", async () => {
	expect(logged("ready")).toMatchObject([{ readingMode: "all" }]);
	expect(isAsked()).toBe(before[1] + 1);
	expect(await readingSettings()).toBe("");
});

test("if the intent is withdrawn during speech, the text goes on, and the loss is logged once", async () => {
	const { owner, voice } = playground.home;
	const { identified } = playground.gateway.counts;
	playground.voice.join(owner, voice);
	const text = playground.command(owner, "say", { text: "One. ".repeat(8), as: "channel" });
	await text.message(({ content }) => / · now\n/.test(content));
	await eventually(() => expect(playground.voice.heard(owner).packets.length).toBeGreaterThan(10));

	playground.gateway.grantMessageContent("refused");
	await text.message(({ content }) => / · finished\n/.test(content));
	expect(logged("intent_withdrawn")).toHaveLength(1);
	expect(logged("gateway_back")).toHaveLength(1);
	expect(playground.gateway.counts.identified).toBe(identified + 1);
	expect(logged("discord_gave_up")).toEqual([]);
	expect(await readingSettings()).toMatch(/Discord doesn't show it any others/);
	const { content } = await playground.command(owner, "join").firstAnswer();
	expect(content).toMatch(/is read aloud\. Only messages that mention Herald can be read\.$/);
	playground.voice.leave(owner);
});

test("without the intent at the start, only messages that mention Herald are read", async () => {
	playground.gateway.grantMessageContent("refused");
	await eventually(() => expect(logged("intent_withdrawn")).toHaveLength(1));
	expect(await restart()).toMatchObject({ readingMode: "mentions" });
	expect(logged("intent_withdrawn")).toHaveLength(1);
	expect(await readingSettings()).toMatch(
		/Discord doesn't show it any others.*turn on the Message Content Intent/,
	);
});

test("if READ_MESSAGES allows less, Herald doesn't check what Discord grants", async () => {
	playground.gateway.grantMessageContent("granted");
	expect(await restart()).toMatchObject({ readingMode: "all" });
	const asked = isAsked();
	expect(await restart("mentions")).toMatchObject({ readingMode: "mentions" });
	expect(await readingSettings()).toMatch(/has limited reading/);
	expect(await restart("off")).toMatchObject({ readingMode: "off" });
	expect(await readingSettings()).toMatch(/has turned reading off/);
	expect(isAsked()).toBe(asked);
});

test("Herald starts even if the gateway refuses an intent that Discord says is granted", async () => {
	playground.gateway.grantMessageContent("granted");
	playground.gateway.refuseNextLogin(4014);
	expect(await restart()).toMatchObject({ readingMode: "mentions" });
	expect(logged("intent_withdrawn")).toHaveLength(1);
});
