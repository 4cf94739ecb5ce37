import {
	type GenerateRequest,
	generateRequest,
	turnsMax,
	type VoiceConfig,
} from "@herald/common/wire/generate.ts";
import type { SpeechModel } from "@herald/common/wire/models.ts";
import { audioTokensPerSecond } from "@herald/common/wire/prices.ts";
import { usualVoice } from "@herald/common/wire/voices.ts";
import type { ZodError } from "zod";
import type { VoicedText } from "../engine/engine.ts";
import { findName } from "../voices/voice.ts";
import { type GatewayError, invalidRequest } from "./gateway-error.ts";

const ignoredMax = 5;
const ignoredMaxLength = 100;

const isTranscript = ({ dialect }: SpeechModel): boolean => dialect === "transcript";

/**
 * Reads the body of operation 1 (docs/interface.md 2.1).
 *
 * @returns what is to be spoken: texts with their voices, and the number of their tokens
 * @throws GatewayError, 400, with a message that names the field
 */
export const readRequest = (body: unknown, model: SpeechModel) => {
	const parsed = generateRequest.safeParse(body);
	if (!parsed.success) throw refuseIssue(parsed.error);
	const { contents, generationConfig = {} } = parsed.data;
	if (isTranscript(model)) refuseSampling(generationConfig);

	const parts = contents.flatMap((content) => content.parts);
	const words = parts.map((part) => part.text ?? "").join("\n");
	if (words.trim() === "") throw invalidRequest("contents[0].parts[0].text: text is required");
	const promptTokens = countContents(contents);
	if (promptTokens > promptMaxTokens)
		throw invalidRequest(
			`contents: the input has ${promptTokens} tokens, more than the ${promptMaxTokens} of this model`,
		);
	const utterances = readUtterances(parts, words, generationConfig, model);
	const language = generationConfig.speechConfig?.languageCode?.trim();
	return {
		utterances: language ? utterances.map((utterance) => ({ ...utterance, language })) : utterances,
		promptTokens,
		/** The paths of the request's first unknown fields. */
		ignored: listIgnored(body, parsed.data).slice(0, ignoredMax),
	};
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null;

/** @returns the paths of the fields that parsing dropped, written so that a header may hold them */
const listIgnored = (sent: unknown, read: unknown, path: readonly PropertyKey[] = []): string[] => {
	if (!isObject(sent) || !isObject(read)) return [];
	return Object.entries(sent).flatMap(([name, value]) => {
		const at = [...path, Array.isArray(sent) ? Number(name) : name];
		return Object.hasOwn(read, name)
			? listIgnored(value, read[name], at)
			: writePath(at)
					.replace(/[^\w.[\]-]/g, "?")
					.slice(0, ignoredMaxLength);
	});
};

/** @returns the tokens of all texts and styles in the contents */
export const countContents = (contents: GenerateRequest["contents"]): number =>
	countPromptTokens(
		contents
			.flatMap(({ parts }) => parts)
			.map(({ text = "", speechMetadata }) => `${speechMetadata?.style ?? ""}${text}`)
			.join(""),
	);

/** @returns a refusal with the first issue in a body or a query */
export const refuseIssue = ({ issues: [issue] }: ZodError): GatewayError =>
	invalidRequest(`${writePath(issue?.path ?? [])}: ${issue?.message ?? "invalid"}`);

type Part = GenerateRequest["contents"][number]["parts"][number];
type GenerationConfig = NonNullable<GenerateRequest["generationConfig"]>;

const writePath = (path: readonly PropertyKey[]): string =>
	path.reduce<string>(
		(written, key) =>
			typeof key === "number" ? `${written}[${key}]` : `${written}${written && "."}${String(key)}`,
		"",
	) || "body";

const refuseSampling = (config: GenerationConfig): void => {
	for (const field of ["temperature", "topP", "topK"] as const)
		if (config[field] !== undefined)
			throw invalidRequest(`generationConfig.${field}: INVALID_ARGUMENT, not supported by this model`);
};

const speechConfigPath = "generationConfig.speechConfig";

/** @param path - the config's path in the body @param usual - the voice if the config names none */
const readVoice = (
	{ prebuiltVoiceConfig, voice }: VoiceConfig,
	path: string,
	model: SpeechModel,
	usual?: string,
): string => {
	if (voice !== undefined && !isTranscript(model))
		throw invalidRequest(`${path}.voice: not supported by this model`);
	if (voice !== undefined && prebuiltVoiceConfig)
		throw invalidRequest(`${path}: voice and prebuiltVoiceConfig exclude each other`);
	const field = voice === undefined ? `${path}.prebuiltVoiceConfig.voiceName` : `${path}.voice`;
	const name = voice ?? prebuiltVoiceConfig?.voiceName ?? usual;
	if (name === undefined) throw invalidRequest(`${field}: a voice is required`);
	if (!findName(name))
		throw invalidRequest(`${field}: No matching speaker voice found for name: ${name.slice(0, 60)}`);
	return name;
};

const readUtterances = (
	parts: readonly Part[],
	words: string,
	{ speechConfig }: GenerationConfig,
	model: SpeechModel,
): VoicedText[] => {
	const speakers = speechConfig?.multiSpeakerVoiceConfig?.speakerVoiceConfigs;
	if (!speakers) {
		const usual = model.needsVoice ? undefined : usualVoice;
		const voice = readVoice(speechConfig?.voiceConfig ?? {}, `${speechConfigPath}.voiceConfig`, model, usual);
		return [{ text: isTranscript(model) ? words : dropDirections(words), voice }];
	}
	if (speechConfig?.voiceConfig)
		throw invalidRequest(`${speechConfigPath}: voiceConfig and multiSpeakerVoiceConfig exclude each other`);
	const voices = new Map(
		speakers.map(({ speaker, voiceConfig }, i) => [
			speaker,
			readVoice(
				voiceConfig,
				`${speechConfigPath}.multiSpeakerVoiceConfig.speakerVoiceConfigs[${i}].voiceConfig`,
				model,
			),
		]),
	);
	return isTranscript(model) ? readSpokenParts(parts, voices) : readDialogue(words, voices);
};

/** Newer models take each turn of a dialogue as a part that names its speaker. */
const readSpokenParts = (parts: readonly Part[], voices: ReadonlyMap<string, string>): VoicedText[] =>
	parts.map(({ text = "", speechMetadata }, i) => {
		const voice = voices.get(speechMetadata?.speaker ?? "");
		if (voice === undefined)
			throw invalidRequest(
				`contents[0].parts[${i}].speechMetadata.speaker: names neither of the two speakers`,
			);
		return { text, voice };
	});

/** Older models take a script, `Joe: …`, `Jane: …`. Anything before the first name is a direction, which isn't spoken. */
const readDialogue = (words: string, voices: ReadonlyMap<string, string>): VoicedText[] => {
	const utterances: VoicedText[] = [];
	for (const line of words.split("\n")) {
		const [, speaker = "", text = ""] = /^\s*([^:]{1,60}):(.*)$/.exec(line) ?? [];
		const voice = voices.get(speaker.trim());
		const last = utterances.at(-1);
		if (voice !== undefined) utterances.push({ text, voice });
		else if (last) utterances[utterances.length - 1] = { ...last, text: `${last.text}\n${line}` };
	}
	if (utterances.length === 0)
		throw invalidRequest("contents[0].parts[0].text: has no line of either speaker");
	if (utterances.length > turnsMax)
		throw invalidRequest(`contents[0].parts[0].text: has more than ${turnsMax} turns`);
	return utterances;
};

const transcriptMark = /^#{1,6} *TRANSCRIPT *(?:: *)?$/im;
const spokenDirection = /^\s*(?:say|read|speak|whisper|shout|announce)\b[^:.!?\n]{0,80}:\s+/i;

/**
 * @returns what is spoken of a prompt: the text after a TRANSCRIPT heading; without one, the prompt without a direction
 *   such as "Say cheerfully:" at its beginning
 */
const dropDirections = (prompt: string): string => {
	const mark = transcriptMark.exec(prompt);
	return mark ? prompt.slice(mark.index + mark[0].length) : prompt.replace(spokenDirection, "");
};

/** The limits of Google's models, in tokens. */
export const promptMaxTokens = 8_192;
export const audioMaxTokens = 16_384;

const charactersPerToken = 4;
const wideCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/**
 * Counts tokens as Google's tokenizers do on average: a token for every four characters, and one for each Chinese,
 * Japanese or Korean character.
 */
const countPromptTokens = (text: string): number => {
	const wide = text.match(wideCharacter)?.length ?? 0;
	return wide + Math.ceil((text.length - wide) / charactersPerToken);
};

export const countAudioTokens = (seconds: number): number => Math.ceil(seconds * audioTokensPerSecond);

/** @returns the most audio tokens that a text may need: a second of slow speech has 2.5 tokens of text, and 25 of audio */
export const estimateAudioTokens = (promptTokens: number) => Math.min(audioMaxTokens, promptTokens * 10);
