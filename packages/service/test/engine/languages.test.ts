import { newFolder } from "@herald/common/testing/afterwards.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { ask, newModel, type OpenService, openEmbedded, writeBody } from "../open-service.ts";
import { hasEspeakNg } from "../speech-tools.ts";
import sixLanguages from "./six-languages.json" with { type: "json" };

const service = await openEmbedded();

/**
 * Has the service speak a sentence in a language.
 *
 * @returns who spoke, and for how many seconds; or the error's sentence
 */
const speak = async (asked: Pick<OpenService, "origin" | "key">, text: string, languageCode?: string) => {
	const response = await ask(asked, writeBody(text, "Kore", languageCode));
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
		`${engine} speaks ten sentences of ${language}`,
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
	vi.stubEnv("PATH", newFolder());
	onTestFinished(() => void vi.unstubAllEnvs());
	const lonely = await openEmbedded();
	expect([...lonely.voices().languages.keys()]).toEqual(["en"]);
	const told = async (...words: [string, string?]) => {
		const { status, who, error } = await speak(lonely, ...words);
		return `${status} ${who ?? error}`;
	};
	expect(await told("Good morning.")).toMatch(/^200 flite\//);
	expect(await told("Guten Morgen.", "de")).toMatch(/^400 .*no voice here speaks de/);
	expect(await told("Доброе утро.")).toMatch(/^400 .*no voice here reads/);
});
