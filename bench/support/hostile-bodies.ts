import { newModel } from "@herald/service/testing/open-service.ts";

const speakerVoiceConfigs = ["A", "B"].map((speaker, n) => ({
	speaker,
	voiceConfig: { prebuiltVoiceConfig: { voiceName: ["Kore", "Puck"][n] } },
}));
const responseModalities = ["AUDIO"];
const two = { responseModalities, speechConfig: { multiSpeakerVoiceConfig: { speakerVoiceConfigs } } };
const repeat = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
const body = (parts: unknown, generationConfig: unknown = two) =>
	JSON.stringify({ contents: [{ parts }], generationConfig });
const turns = (words: string) => (n: number) =>
	body([{ text: repeat(n / (words.length + 3), (k) => `${"AB"[k % 2]}:${words}`).join("\n") }]);
/** What comes to the embedded service's own door, and never from Herald: longest in characters, and for which model. */
export const hostileBodies: readonly (readonly [string, number, (length: number) => string, string?])[] = [
	["text", 6_000, (n) => body([{ text: "hey ".repeat(n / 4) }], { responseModalities })],
	["empty turns", 32_000, turns("")],
	["turns of a letter", 32_000, turns("a")],
	[
		"parts",
		60_000,
		(n) => body(repeat(n / 60, (k) => ({ text: "hey", speechMetadata: { speaker: "AB"[k % 2] } }))),
		newModel,
	],
	["nested lists", 1_000_000, (n) => `{"a":${"[".repeat(n / 2)}${"]".repeat(n / 2)},"contents":[]}`],
	["nested objects", 1_000_000, (n) => `${'{"a":'.repeat(n / 6)}1${"}".repeat(n / 6)}`],
	["wrong parts", 60_000, (n) => body(repeat(n / 3, () => ({})))],
	["many wrong parts", 1_000_000, (n) => body(repeat(n / 3, () => ({})))],
	[
		"wrong modalities",
		1_000_000,
		(n) => body([{ text: "a" }], { ...two, responseModalities: repeat(n / 2, () => 1) }),
	],
	[
		"wrong speakers",
		60_000,
		(n) =>
			body([{ text: "a" }], {
				responseModalities,
				speechConfig: { multiSpeakerVoiceConfig: { speakerVoiceConfigs: repeat(n / 2, () => 1) } },
			}),
	],
	["many names", 1_000_000, (n) => `{${repeat(n / 12, (k) => `"${k}":1`).join(",")}}`],
];
