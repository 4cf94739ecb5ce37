import { once } from "node:events";
import { afterwards } from "@herald/common/testing/afterwards.ts";
import { startPlayground } from "@herald/playground";
import { describe, expect, test } from "vitest";
import { useProgram } from "./support/program.ts";

const playground = await startPlayground();
afterwards(() => playground.stop());

const ofService =
	/\/node_modules\/(?:fastify|@echogarden)\/|\/packages\/service\/src\/(?!(?:start-embedded|measures)\.ts$)/;
const ofMonitoring = /\/node_modules\/(?:prom-client|pino-pretty)\/|\/src\/monitoring\//;
const ofPlayground = /\/node_modules\/@fastify\/|\/packages\/playground\/|\/src\/playground\//;

describe.each([
	[
		"with a speech service elsewhere, Herald loads neither its own service nor the playground",
		{ SPEECH_BASE_URL: "http://127.0.0.1:9", SPEECH_API_KEY: "key" },
		/\/src\/speech\/speech\.ts$/,
		[ofPlayground, ofService, ofMonitoring, /\/packages\/service\//],
	],
	[
		"a bot that starts Herald's own speech service loads only the code that starts it",
		{},
		/\/packages\/service\/src\/start-embedded\.ts$/,
		[ofPlayground, ofService],
	],
])("with a real Discord,", (sentence, settings, loaded, others) => {
	const discord = { DISCORD_TOKEN: playground.token, DISCORD_API_URL: playground.apiUrl };
	const lists = new URL("support/list-modules.ts", import.meta.url).href;
	const herald = useProgram({ ...discord, ...settings }, ["--import", lists]);

	test(sentence, async () => {
		herald.bot.send("list modules");
		const [{ urls }] = (await once(herald.bot, "message")) as [{ urls: string[] }];
		expect(urls).toContainEqual(expect.stringMatching(loaded));
		expect(urls.filter((url) => others.some((other) => other.test(url)))).toEqual([]);
	});
});
