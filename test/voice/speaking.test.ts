import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { linesOf, makeText, startVoiceHerald, type VoiceHerald } from "./support.ts";

let herald: VoiceHerald;
beforeEach(async () => {
	herald = await startVoiceHerald();
});
afterEach(() => herald.stop());

describe("a text in a voice channel", () => {
	test("is heard whole, in order, with silence before its first word", async () => {
		const { sessions, world, voice } = herald;
		const owner = await herald.enter(world.owner);
		const text = makeText(owner.id, [1, 2, 3]);
		const accepted = await sessions.say(owner, undefined, text);
		expect(accepted).toMatchObject({ channelId: world.voice.id, trouble: undefined, before: 0, waitMs: 0 });
		expect(await text.ended).toEqual({ kind: "ended", how: "heard" });
		// Its last packet is still on its way.
		await vi.waitFor(() => expect(voice.speaking).toBe(false));
		const { packets, gaps } = voice.heard(world.owner);
		expect(linesOf(packets)).toEqual([1, 2, 3]);
		expect(packets.filter(({ opus }) => opus.length === 6)).toHaveLength(33);
		expect(packets.findIndex(({ opus }) => opus.length === 6)).toBeGreaterThanOrEqual(5);
		expect(gaps.filter(({ lost }) => lost > 0)).toEqual([]);
		expect(text.events.map(({ kind }) => kind)).toEqual(["started", "ended"]);
	});
});
