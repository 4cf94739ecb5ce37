import type { Config } from "../../config.ts";
import { type AccountForTrial, openAccount } from "./account-for-trial.ts";
import { askBalance } from "./ask-balance.ts";
import { checkClock, type ServerTime } from "./check-clock.ts";
import { checkData, checkPostgres } from "./check-data.ts";
import { checkDiscord } from "./check-discord.ts";
import { checkRunning } from "./check-running.ts";
import { checkSpeech } from "./check-speech.ts";
import { checkTopup } from "./check-topup.ts";
import { checkVoices } from "./check-voices.ts";
import type { Finding } from "./finding.ts";
import { trySpeaking } from "./try-speaking.ts";

export interface ExamineOptions {
	/** Pays for one sentence. */
	readonly speak: boolean;
	/** Makes one balance request, which services limit. */
	readonly ask: boolean;
	/** How long Discord and a Herald that runs may take for an answer, in ms. */
	readonly patienceMs?: number;
	readonly now?: () => number;
}

/** The checks that need an account; the embedded service is started for them. */
const tryAccount = async (
	config: Config,
	{ speak, ask }: ExamineOptions,
	work: (account: AccountForTrial) => Promise<Finding[]>,
): Promise<Finding[]> => {
	if (!speak && !ask) return [];
	const account = await openAccount(config);
	try {
		return await work(account);
	} finally {
		await account.close();
	}
};

/**
 * Checks everything that Herald needs, whether Herald runs or not. Changes nothing, and spends nothing unless an option
 * asks for it.
 *
 * @returns the findings in the order in which an operator would put things right
 */
export const examine = async (config: Config, options: ExamineOptions): Promise<Finding[]> => {
	const { now = Date.now, patienceMs = 10_000 } = options;
	const times: ServerTime[] = [];
	const onTime = (time: ServerTime) => void times.push(time);
	const ofData = [...checkData(config), ...(await checkPostgres(config))];
	const [ofRunning, ofDiscord, ofSpeech, ofVoices] = await Promise.all([
		checkRunning(config, patienceMs),
		checkDiscord(config, onTime, { now, patienceMs }),
		checkSpeech(config, onTime, now),
		checkVoices(config),
	]);
	const tried = await tryAccount(config, options, async (account) => [
		...(options.speak ? await trySpeaking(config, account) : []),
		...(options.ask ? await askBalance(account) : []),
	]);
	return [
		...ofData,
		...ofRunning,
		...ofDiscord,
		...ofSpeech,
		...ofVoices,
		...checkTopup(config),
		...tried,
		...checkClock(times),
	];
};
