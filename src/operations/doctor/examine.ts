import { isGoogle } from "@herald/common/wire/http.ts";
import type { Config } from "../../config.ts";
import { checkClock, type ServerTime } from "./check-clock.ts";
import { checkBackup, checkData, checkPostgres } from "./check-data.ts";
import { checkDiscord } from "./check-discord.ts";
import { checkRunning } from "./check-running.ts";
import { checkSpeech, checkVoices } from "./check-speech.ts";
import { type Finding, found, note, ok } from "./finding.ts";
import { type Trials, tryAccount } from "./try-account.ts";

/** Checks the settings for /redeem. Only a request would show whether the service accepts them. */
const checkTopup = ({ speech, credit }: Config): Finding[] => {
	if (speech.baseUrl === "" || speech.bare) return [];
	if (isGoogle(speech.baseUrl))
		return [note("Google redeems no codes: /redeem can't do anything with this service.")];
	if (credit.topupToken === "")
		return [
			note(
				"TOPUP_TOKEN is empty, so codes are redeemed with SPEECH_API_KEY. New API gateways refuse that: if this is one, set TOPUP_TOKEN and TOPUP_USER_ID (docs/new-api.md).",
			),
		];
	return credit.topupUserId === ""
		? [note("TOPUP_USER_ID is empty: New API gateways up to 1.0.0-rc.21 want it beside TOPUP_TOKEN.")]
		: [ok("TOPUP_TOKEN and TOPUP_USER_ID are set; --ask tries them.")];
};

export interface ExamineOptions extends Trials {
	/** The longest wait for an answer from Discord or a running Herald, in ms. */
	readonly patienceMs?: number;
	readonly now?: () => number;
}

/**
 * Checks everything that Herald needs, whether Herald runs or not. Changes nothing, and spends nothing unless an option
 * asks for it.
 *
 * @returns the findings, in the order in which an operator should fix them
 */
export const examine = async (config: Config, options: ExamineOptions): Promise<Finding[]> => {
	const { now = Date.now, patienceMs = 10_000 } = options;
	const times: ServerTime[] = [];
	const onTime = (time: ServerTime) => void times.push(time);
	const ofData = [...(await checkData(config)), ...(await checkPostgres(config))];
	const [ofRunning, ofDiscord, ofSpeech, ofVoices] = await Promise.all([
		checkRunning(config, patienceMs),
		checkDiscord(config, onTime, { now, patienceMs }),
		checkSpeech(config, onTime, now),
		checkVoices(config),
	]);
	const tried = await tryAccount(config, options);
	return [
		...ofData,
		...found(config.discord.token !== "" && checkBackup(config.dataDir, now())),
		...ofRunning,
		...ofDiscord,
		...ofSpeech,
		...ofVoices,
		...checkTopup(config),
		...tried,
		...checkClock(times),
	];
};
