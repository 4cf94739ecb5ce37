import { Events, Routes } from "discord.js";
import { afterEach, expect, test, vi } from "vitest";
import type { Channel } from "../src/index.ts";
import { startTestPlayground } from "./support.ts";
import { client, playground, usePlayground } from "./use-playground.ts";

usePlayground({}, []);
afterEach(() => {
	vi.useRealTimers();
});

test("ask() writes as a member, and returns the application's next message in the channel", async () => {
	const { owner, ordinary, text } = playground.home;
	const aside = playground.createChannel({ name: "aside" });
	const write = (channel: Channel, content: string) =>
		client.rest.post(Routes.channelMessages(channel.id), { body: { content } });
	client.on(Events.MessageCreate, async ({ author }) => {
		if (author.id !== ordinary.user.id) return;
		playground.post(owner, "not the application");
		await write(aside, "elsewhere");
		await write(text, "Pong");
	});
	expect((await playground.ask(ordinary, "!ping")).content).toBe("Pong");
	expect((await playground.ask(ordinary, "!ping", { channel: aside })).content).toBe("elsewhere");
});

test("waiting helpers fail with what the application never did", async () => {
	const silent = await startTestPlayground();
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	const never = [
		playground.ask(playground.home.ordinary, "!nothing"),
		playground.ready("nothing"),
		silent.ready(),
	].map((promise) => promise.then(String, ({ message }: Error) => message));
	vi.advanceTimersByTime(100_000);
	expect(await Promise.all(never)).toEqual([
		'The application wrote nothing after "!nothing" within 100 s.',
		'The application registered no command "nothing" within 100 s.',
		"The application didn't log in within 100 s.",
	]);
	await silent.stop();
});
