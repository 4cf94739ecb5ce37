import { afterEach, beforeEach } from "vitest";
import { startVoiceHerald, type VoiceHerald } from "./support.ts";
import { watchLeaks } from "./watch-leaks.ts";

/** The one of the test that runs. */
export let herald: VoiceHerald;
/** Checks that no voice connection, socket, timer of a session or listener has been left behind by the test so far. */
export let expectNothingLeft: () => Promise<void>;

const start = async (...how: Parameters<typeof startVoiceHerald>): Promise<void> => {
	herald = await startVoiceHerald(...how);
	expectNothingLeft = watchLeaks(herald);
};

/** Gives every test of the file a Herald of its own. */
export const useVoiceHerald = (): void => {
	beforeEach(() => start());
	afterEach(() => herald.stop());
};

/** Gives this test another Herald instead. */
export const startAnother = async (...how: Parameters<typeof startVoiceHerald>): Promise<void> => {
	await herald.stop();
	await start(...how);
};
