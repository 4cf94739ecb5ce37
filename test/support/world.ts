import { afterAll } from "vitest";
import { startHerald } from "./herald.ts";
import { startUpstream } from "./upstream.ts";

type Start = Parameters<typeof startHerald>;

/**
 * Herald, its playground with two members, and a speech service that the test controls.
 * @param settings - settings beside those of the speech service
 */
export const startWorld = async (settings: Start[0] = {}, ...more: [Start[1]?, Start[2]?]) => {
	const upstream = await startUpstream();
	const service = { SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "sk-upstream" };
	const herald = await startHerald({ ...service, ...settings }, ...more);
	const { playground } = herald;
	const { owner, ordinary: member } = playground.home;
	const stop = async () => {
		await herald.stop();
		await upstream.close();
	};
	return { upstream, herald, playground, owner, member, stop };
};

/** A world for all tests of a file, stopped after them. */
export const useWorld = async (...how: Parameters<typeof startWorld>) => {
	const world = await startWorld(...how);
	afterAll(world.stop);
	return world;
};
