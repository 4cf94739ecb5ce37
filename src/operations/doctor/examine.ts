import { isGoogle } from "@herald/common/wire/http.ts";
import { request } from "undici";
import type { Config } from "../../config.ts";
import { isDataDirLocked } from "../../store/data-folder.ts";
import { checkBackup, checkData, checkPostgres } from "./check-data.ts";
import { checkDiscord } from "./check-discord.ts";
import { checkSpeech, checkVoices } from "./check-speech.ts";
import { checkClock, type Finding, found, note, ok, type ServerTime, wrong } from "./finding.ts";
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

/** The parts of `/readyz`'s answer that may show a problem. */
interface RunningReport {
	readonly gateway?: string;
	readonly database?: string;
	readonly stopping?: boolean;
	readonly processes?: { readonly silent?: number };
}

const describeTrouble = ({ gateway, database, stopping, processes }: RunningReport): Finding[] =>
	found(
		stopping && note("Herald is stopping."),
		(processes?.silent ?? 0) > 0 &&
			wrong(
				"A process of Herald's hangs: Herald kills it after a minute, and its log says which it is (event process_silent).",
			),
		database === "not writable" &&
			wrong(
				"Herald can't write its database: its log says why (event not_stored). Make room, or end the program that holds it.",
			),
		(gateway === "connecting" || gateway === "given up") &&
			wrong(
				"Herald isn't connected to Discord: its log says why (events gateway_lost, discord_unreachable).",
			),
	);

const ask = async (address: string, patienceMs: number): Promise<Finding[]> => {
	const { statusCode, body } = await request(`http://${address}/readyz`, {
		signal: AbortSignal.timeout(patienceMs),
	});
	const said = (await body.json()) as RunningReport;
	if (statusCode === 200) return [ok("Herald says that it is ready.")];
	const trouble = describeTrouble(said);
	return trouble.length > 0 ? trouble : [wrong(`Herald says that it isn't ready: ${JSON.stringify(said)}.`)];
};

/**
 * Asks a Herald that runs on the data folder for its state.
 *
 * @param patienceMs - must be longer than the 2 s for which a supervisor waits for a hung process
 */
const checkRunning = async ({ dataDir, operations }: Config, patienceMs: number): Promise<Finding[]> => {
	if (!isDataDirLocked(dataDir)) return [];
	const { host, port } = operations;
	if (port === undefined || port === 0)
		return [ok("Herald doesn't say how it does: it has no OPERATIONS_PORT to be asked at.")];
	const own = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
	const address = own.includes(":") ? `[${own}]:${port}` : `${own}:${port}`;
	try {
		return await ask(address, patienceMs);
	} catch (error) {
		return [
			wrong(
				`Herald runs, but doesn't answer at ${address} (${(error as NodeJS.ErrnoException).code ?? (error as Error).name}): it starts, or hangs. Look into its log; if that has nothing new, restart Herald.`,
			),
		];
	}
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
