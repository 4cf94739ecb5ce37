import { eventually } from "@herald/common/testing/eventually.ts";
import { Events } from "discord.js";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { client, playground } from "../use-playground.ts";
import { ask, ready, useVoice } from "../voice-support.ts";
import { closePage, hasBrowser, openPage, type Page } from "./browser.ts";

describe.skipIf(!hasBrowser)("a press on a voice trouble takes effect:", () => {
	useVoice({ botName: "Herald" });

	let page: Page;
	/** The voice events about itself that the bot has received, `server` or `state`, in their order. */
	let told: string[];

	beforeEach(async () => {
		playground.voice.join(playground.home.owner);
		told = [];
		client.on(Events.Raw, ({ t, d }: { t: string; d: { user_id?: string } }) => {
			if (t === "VOICE_SERVER_UPDATE") told.push("server");
			if (t === "VOICE_STATE_UPDATE" && d.user_id === client.user.id) told.push("state");
		});
		({ page } = await openPage(playground.url));
		await page.locator("#troubles summary").click();
	});
	afterEach(() => closePage(page));

	const press = async (name: string) => {
		await page.getByRole("button", { name }).click();
		await page.getByText(`Done: ${name}.`).waitFor();
	};
	test("the server's packet arrives before the state, and later packets wait", async () => {
		await press("Voice server before voice state");
		await press("A second between voice state and voice server");
		expect(playground.voice.packetOrder).toEqual({ first: "server", gapMs: 1_000 });
		ask();
		await eventually(() => expect(told).toEqual(["server", "state"]));
		await page.getByRole("button", { name: "Voice server before voice state", pressed: true }).click();
		await page.getByRole("button", { name: "A second between", pressed: true }).click();
		await page.getByRole("button", { name: "A second between", pressed: false }).waitFor();
		expect(playground.voice.packetOrder).toBeUndefined();
	});

	test("without a connection, nothing can be disturbed, but the voice channels hidden from the application, and shown again", async () => {
		await page.getByRole("button", { name: "Propose an encryption change of a wrong epoch" }).click();
		await page.getByText("Herald is not connected to voice.").waitFor();
		const { voice } = playground.home;
		const button = "Hide the voice channels from Herald";
		const isCalled = (name: string) =>
			eventually(() => expect(client.channels.cache.get(voice.id)).toMatchObject({ name }));
		await press(button);
		await isCalled("___hidden___");
		await page.getByRole("button", { name: button, pressed: true }).click();
		await isCalled(voice.name);
	});

	test.each([4014, 4022])(
		"the region changes without a voice state, and the old server closes with %i",
		async (code) => {
			await ready(ask());
			told.length = 0;
			const change = vi.spyOn(playground.voice, "changeServer");
			await press(`Change the voice region (close code ${code})`);
			expect(change).toHaveBeenCalledExactlyOnceWith(playground.home.guild, { code });
			await eventually(() => expect(playground.voice.counts.identified).toBe(2));
			expect(told[0]).toBe("server");
		},
	);

	test("a stage has no DAVE", async () => {
		await press("Open stages without end-to-end encryption");
		const { log } = ask(playground.home.stage);
		await eventually(() => expect(log.join("\n")).toContain('"dave_protocol_version":0'));
	});

	test.each([
		["Propose an encryption change of a wrong epoch", "proposals of another epoch"],
		["Begin an encryption epoch and leave it there", "a new epoch"],
	])("“%s” disturbs the call's encryption with %s", async (name, how) => {
		await ready(ask());
		// The real disturbance would make the library throw where nobody can catch the error.
		const disturb = vi.spyOn(playground.voice, "disturbDave").mockReturnValue();
		await press(name);
		expect(disturb).toHaveBeenCalledExactlyOnceWith(playground.home.guild, how);
	});
});
