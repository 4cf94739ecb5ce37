import { afterEach, beforeEach } from "vitest";
import { startVoiceHerald, type VoiceHerald } from "./support.ts";
import { watchLeaks } from "./watch-leaks.ts";

export let herald: VoiceHerald;
/** Checks that the test has left no voice connection, socket, session timer or listener. */
export let expectNothingLeft: () => Promise<void>;

const start = async (...how: Parameters<typeof startVoiceHerald>): Promise<void> => {
	herald = await startVoiceHerald(...how);
	expectNothingLeft = watchLeaks(herald);
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
