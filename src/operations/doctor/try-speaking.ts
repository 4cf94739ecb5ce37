import { isGoogle } from "@herald/common/wire/http.ts";
import { usualVoice } from "@herald/common/wire/voices.ts";
import type { Config } from "../../config.ts";
import { readAnswer } from "../../speech/ask/answer.ts";
import { readSound } from "../../speech/ask/answer-sound.ts";
import { SpeechClient } from "../../speech/ask/client.ts";
import { writeRequest } from "../../speech/ask/request.ts";
import type { AccountForTrial } from "./account-for-trial.ts";
import { type Finding, note, ok, wrong } from "./finding.ts";

const patienceMs = 60_000;
const text = "Herald is ready to speak.";

const judgeSound = (bytes: Uint8Array, model: string, tookMs: number): Finding => {
	const reading = readAnswer(bytes);
	if (reading.kind === "bad_response")
		return wrong(`${model} gave ${reading.why}: check that SPEECH_BASE_URL is the service's own address.`);
	if (reading.kind !== "audio")
		return wrong(`${model} answered without any sound, which may pass: try again.`);
	try {
		const { samples, sampleRate } = readSound(reading.parts);
		const seconds = (samples.length / sampleRate).toFixed(1);
		return ok(`${model} spoke a sentence of ${seconds} s within ${(tookMs / 1_000).toFixed(1)} s.`);
	} catch (error) {
		return wrong(`${model} answered with sound that Herald can't read (${(error as Error).message}).`);
	}
};

const stored = (model: string): Finding =>
	wrong(
		`${model} refuses store: false, so Google may keep what members say for up to 55 days: turn that off in the project's settings (docs/google.md).`,
	);

/** Has one sentence spoken, by the first model that the service has, and pays for it. */
export const trySpeaking = async (
	{ speech: { models } }: Pick<Config, "speech">,
	account: AccountForTrial,
): Promise<Finding[]> => {
	const client = new SpeechClient(account);
	const isOfGoogle = isGoogle(account.baseUrl);
	const findings: Finding[] = [];
	try {
		for (const model of models) {
			const startedAt = performance.now();
			const ask = (store: { readonly unstored?: true }) =>
				client.generateContent(model, writeRequest({ text, voice: usualVoice, ...store }, model, false), {
					timeoutMs: patienceMs,
				});
			let result = await ask(isOfGoogle ? { unstored: true } : {});
			if (isOfGoogle && !result.ok && result.failure.detail.kind === "bad_request") {
				result = await ask({});
				if (result.ok) findings.push(stored(model));
			}
			if (result.ok) return [...findings, judgeSound(result.bytes, model, performance.now() - startedAt)];
			const sentence = `${model} didn't speak: ${result.failure.message}.`;
			if (result.failure.next !== "other_model") return [...findings, wrong(sentence)];
			findings.push(note(sentence));
		}
		return [...findings, wrong("None of SPEECH_MODELS can speak: set a model that the service has.")];
	} finally {
		await client.close();
	}
};
