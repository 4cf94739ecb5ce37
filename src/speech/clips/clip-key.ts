import { hash } from "node:crypto";
import { clipFormat } from "@herald/common/audio/clip.ts";
import { baseLanguage } from "@herald/common/wire/languages.ts";
import type { SpeechAccount } from "../ask/client.ts";
import type { StylePlace } from "../ask/request.ts";
import type { Line } from "../line.ts";

const digest = (parts: readonly (string | number)[]) => hash("sha256", JSON.stringify(parts), "base64url");

/**
 * @returns a hash of the account, the service and the place of styles, for use in a key. It doesn't reveal the API key
 */
export const identifyAccount = (account: SpeechAccount, stylePlace: StylePlace = "auto"): string =>
	digest([
		account.identity ?? account.baseUrl,
		account.apiKey,
		...(stylePlace === "auto" ? [] : [stylePlace]),
	]);

/**
 * @param fingerprint - identifies the voices that speak the Line's language; "" if that isn't known
 * @returns the key of a Clip at the usual pace and volume. The key covers all else that affects the sound, and who pays
 */
export const clipKey = (accountId: string, line: Line, model: string, fingerprint = ""): string =>
	digest([
		clipFormat,
		accountId,
		model,
		line.voice,
		line.style ?? "",
		line.text,
		...(line.language === undefined ? [] : [line.language, fingerprint]),
	]);

/**
 * Writes the key of a Line's Clip. The key covers the service's voices as they were when {@link keysFor} was called.
 */
export type KeyOf = (line: Line, model: string) => string;

/** @returns a function that writes keys for an account, with its voices as they are now */
export const keysFor = (accountId: string, { languages }: SpeechAccount): KeyOf => {
	const spoken = languages?.();
	return (line, model) =>
		clipKey(accountId, line, model, spoken?.get(baseLanguage(line.language ?? "") ?? ""));
};
