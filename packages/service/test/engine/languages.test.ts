import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedService, startEmbeddedService } from "../../src/start-embedded.ts";
import { ask, makeFolder, newModel, silentLogger, writeBody } from "../open-service.ts";
import { hasEspeakNg } from "../speech-tools.ts";
import { sixLanguages } from "./six-languages.ts";

const folder = await makeFolder();
let service: EmbeddedService;
beforeAll(async () => {
	service = await startEmbeddedService({ dataDir: folder.path, logger: silentLogger });
});
afterAll(async () => {
	await service.stop();
	await folder.remove();
});

/**
 * Has the service speak a sentence in a language.
 *
 * @returns who spoke, and for how many seconds; or the error's sentence
 */
const speak = async ({ baseUrl, apiKey }: EmbeddedService, text: string, languageCode?: string) => {
	const response = await ask({ origin: baseUrl, key: apiKey }, writeBody(text, "Kore", languageCode));
	const answer = (await response.json()) as {
		modelVersion?: string;
		error?: { message: string };
		candidates?: { content: { parts: { inlineData: { data: string } }[] } }[];
	};
	const sound = answer.candidates?.[0]?.content.parts[0]?.inlineData.data ?? "";
	return {
		status: response.status,
		who: answer.modelVersion?.replace(`${newModel}/`, ""),
		error: answer.error?.message,
		seconds: Buffer.from(sound, "base64").length / 2 / 24_000,
	};
};

for (const [language, sentences] of Object.entries(sixLanguages)) {
	const engine = language === "en" ? "flite/" : `espeak-ng/${language}`;
	test.skipIf(language !== "en" && !hasEspeakNg)(
		`ten sentences of ${language} are spoken by ${engine}`,
		async () => {
			const spoken = await Promise.all(sentences.map((sentence) => speak(service, sentence, language)));
			for (const { status, who, seconds } of spoken) {
				expect({ status, who }).toEqual({ status: 200, who: expect.stringContaining(engine) });
				expect(seconds).toBeGreaterThan(0.4);
				expect(seconds).toBeLessThan(8);
			}
		},
	);
}

test("without voices and espeak-ng, English is spoken, and what isn't is told in a sentence", async () => {
	const path = process.env.PATH;
	const bare = await makeFolder();
	process.env.PATH = bare.path;
	try {
		const lonely = await startEmbeddedService({ dataDir: bare.path, logger: silentLogger });
		try {
			expect([...lonely.voices().languages.keys()]).toEqual(["en"]);
			expect(await speak(lonely, "Good morning.")).toMatchObject({
				status: 200,
				who: expect.stringMatching(/^flite\//),
			});
			expect(await speak(lonely, "Guten Morgen.", "de")).toMatchObject({
				status: 400,
				error: expect.stringContaining("no voice here speaks de"),
			});
			expect(await speak(lonely, "Доброе утро.")).toMatchObject({
				status: 400,
				error: expect.stringContaining("no voice here reads"),
			});
		} finally {
			await lonely.stop();
		}
	} finally {
		process.env.PATH = path;
		await bare.remove();
	}
});
