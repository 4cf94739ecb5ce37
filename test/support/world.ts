import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeEach } from "vitest";
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
	/** Forgets what was asked, and empties the cache, so that every text is asked for again. */
	const forgetSpeech = () => {
		upstream.forgetAsked();
		const cache = new Database(join(herald.dataDir, "clips.db"));
		cache.exec("DELETE FROM clips");
		cache.close();
	};
	return { upstream, herald, playground, owner, member, stop, forgetSpeech };
};

/** A world for all tests of a file, stopped after them. Each test begins with an empty cache. */
export const useWorld = async (...how: Parameters<typeof startWorld>) => {
	const world = await startWorld(...how);
	afterAll(world.stop);
	beforeEach(world.forgetSpeech);
	return world;
};
