import { beforeAll } from "vitest";
import { readConfig } from "../../src/config.ts";
import { examine } from "../../src/operations/doctor/examine.ts";
import { useFolder } from "../support/folder.ts";
import { type Herald, startHerald } from "../support/herald.ts";

export const dayMs = 24 * 60 * 60_000;
const neither = { speak: false, ask: false };

/** The running Herald that the doctor looks at. */
export let herald: Herald;
export const useDoctor = (): void => {
	beforeAll(async () => {
		herald = await startHerald();
		return () => herald.stop();
	});
	useFolder();
};

export const settings = () => ({
	DISCORD_TOKEN: herald.playground.token,
	DISCORD_API_URL: herald.playground.apiUrl,
	DATA_DIR: herald.dataDir,
	CACHE_MEGABYTES: "1",
});

/** @returns what is wrong or worth a note if `environment` replaces some of the running Herald's settings */
export const complain = async (
	environment: Readonly<Record<string, string>>,
	options: Partial<Parameters<typeof examine>[1]> = {},
): Promise<string[]> => {
	const config = readConfig({ ...settings(), ...environment });
	const findings = await examine(config, { ...neither, ...options });
	return findings.flatMap(({ verdict, sentence }) => (verdict === "ok" ? [] : [`${verdict}: ${sentence}`]));
};
