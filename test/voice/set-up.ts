import type { Home, ManualClock, Playground } from "@herald/playground";
import type { GuildMember } from "discord.js";
import { afterEach, beforeEach } from "vitest";
import { makeText } from "./marked-lines.ts";
import { startVoiceHerald, type VoiceHerald } from "./support.ts";
import { watchLeaks } from "./watch-leaks.ts";

/** This test's Herald, and its parts. */
export let herald: VoiceHerald;
export let home: Home;
export let voice: Playground["voice"];
export let playground: Playground;
export let clock: ManualClock;
export let speech: VoiceHerald["speech"];
export let settings: VoiceHerald["settings"];
export let places: VoiceHerald["places"];
/** Checks that the test has left no voice connection, socket, session timer or listener. */
export let expectNothingLeft: () => Promise<void>;

const start = async (...how: Parameters<typeof startVoiceHerald>): Promise<void> => {
	herald = await startVoiceHerald(...how);
	({ home, voice, playground, clock, speech, settings, places } = herald);
	expectNothingLeft = watchLeaks(herald);
};

/** Has a member's text of these Lines spoken. */
export const say = async (member: GuildMember, lines: readonly number[]) => {
	const text = makeText(member.id, lines);
	await herald.sessions.say(member, text);
	return text;
};

/** Gives each test of the file its own Herald. */
export const useVoiceHerald = (): void => {
	beforeEach(() => start());
	afterEach(() => herald.stop());
};

/** Replaces this test's Herald. */
export const startAnother = async (...how: Parameters<typeof startVoiceHerald>): Promise<void> => {
	await herald.stop();
	await start(...how);
};
