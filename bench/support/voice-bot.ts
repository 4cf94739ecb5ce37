/** Voice sessions in a process of their own, with the embedded service: says what it is told in a member's channel. */
import { join } from "node:path";
import { type Client, Events } from "discord.js";
import { createClient } from "../../src/discord/client.ts";
import { firstLineMaxCharacters, lineMaxCharacters } from "../../src/limits.ts";
import { createLogger } from "../../src/log.ts";
import { startEmbeddedService } from "../../src/service/start-embedded.ts";
import { ClipWorkers } from "../../src/speech/clip-workers.ts";
import { cutScript } from "../../src/speech/script.ts";
import { Speech } from "../../src/speech/speech.ts";
import { openDatabase } from "../../src/store/open.ts";
import { VoicePlaces } from "../../src/store/voice-places.ts";
import { VoiceSessions } from "../../src/voice/sessions.ts";

export interface VoiceBotTask {
	readonly userId: string;
	readonly text: string;
}

/** Sent when the text has begun; it is skipped then. */
export interface VoiceBotReport {
	/** From asking for the first Line to having it: the service's own time, and reading its answer. */
	readonly firstLineMs: number;
}

const { DATA_DIR: dataDir = "", DISCORD_API_URL: apiUrl = "", DISCORD_TOKEN: token = "" } = process.env;
const logger = createLogger("bench", "warn");
const database = openDatabase(join(dataDir, "bot.db"), new URL("../../migrations/bot", import.meta.url));
const service = await startEmbeddedService({ dataDir, logger });
const workers = new ClipWorkers({ cacheFile: join(dataDir, "clips.db"), cacheBytes: 100_000_000 });
const speech = new Speech({ account: service, models: ["gemini-3.8-flash-tts"], workers, logger });
const client = createClient(apiUrl, logger) as Client<true>;
const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
await client.login(token);
await ready;

let firstLineMs = 0;
const sessions = new VoiceSessions({
	client,
	logger,
	settings: () => ({ aloneSeconds: null, idleSeconds: null, textSeconds: 600 }),
	places: new VoicePlaces(database),
	speech: {
		async *speak(...args) {
			const startedAt = performance.now();
			for await (const result of speech.speak(...args)) {
				firstLineMs ||= performance.now() - startedAt;
				yield result;
			}
		},
	},
});

process.on("message", async ({ userId, text }: VoiceBotTask) => {
	const guild = client.guilds.cache.first();
	const member = await guild?.members.fetch(userId);
	if (!member) throw new Error("Nobody asks");
	firstLineMs = 0;
	const texts = cutScript(text, {
		firstMax: firstLineMaxCharacters,
		lineMax: lineMaxCharacters,
		locale: "en",
	});
	await sessions.say(member, undefined, {
		userId,
		lines: texts.map((line) => ({ text: line, voice: "Kore" })),
		estimateMs: 1_000,
		onEvent: ({ kind }) => {
			if (kind !== "started") return;
			process.send?.({ firstLineMs } satisfies VoiceBotReport);
			// Long enough for the first packet to be heard.
			setTimeout(() => sessions.skip(member, "mine"), 500);
		},
	});
});
process.on("disconnect", async () => {
	await sessions.close();
	await client.destroy();
	await speech.close();
	await workers.close();
	await service.stop();
	database.close();
	process.exit(0);
});
process.send?.("ready");
