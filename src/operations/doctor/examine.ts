import { balancePaths, receivedTopupInfo, topupInfoPath } from "@herald/common/wire/credit.ts";
import { isGoogle, type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { formatUnits } from "@herald/common/wire/prices.ts";
import type { Config } from "../../config.ts";
import {
	type Balance,
	CreditClient,
	closedAdvice,
	defaultTimeouts,
	readBalance,
} from "../../credit/client.ts";
import { type AccountForTrial, openAccount } from "./account-for-trial.ts";
import { checkBackup } from "./check-backup.ts";
import { checkClock, type ServerTime } from "./check-clock.ts";
import { checkData, checkPostgres } from "./check-data.ts";
import { checkDiscord } from "./check-discord.ts";
import { checkRunning } from "./check-running.ts";
import { checkSpeech } from "./check-speech.ts";
import { checkVoices } from "./check-voices.ts";
import { describeConnection } from "./describe-connection.ts";
import { type Finding, found, note, ok, wrong } from "./finding.ts";
import { trySpeaking } from "./try-speaking.ts";

const describeBalance = ({ of, units = 0, unlimited }: Balance): Finding => {
	const whose = of === "account" ? "the account" : "the speech key";
	if (unlimited) return ok(`There is no limit on what ${whose} can spend.`);
	const left = formatUnits(units, "en-US");
	return units > 0
		? ok(`${left.units} quota units (${left.usd}) are left on ${whose}.`)
		: of === "key"
			? wrong(`Nothing is left on ${whose}: raise its limit there.`)
			: note(
					`Nothing is left on ${whose}: redeem a code or add credit there, unless a subscription pays or speech is free.`,
				);
};

const judge = (answer: ReceivedAnswer, of: Balance["of"]): Finding => {
	const balance = readBalance(answer, of);
	if (balance && !balance.trouble) return describeBalance(balance);
	const { status } = answer;
	if (status === 429)
		return note(
			`The service has had too many balance requests (status 429): wait ${of === "key" ? "twenty" : "three"} minutes.`,
		);
	const settings = of === "account" ? "TOPUP_TOKEN or TOPUP_USER_ID" : "SPEECH_API_KEY";
	if (balance?.trouble === "refused")
		return wrong(
			`The service doesn't show the balance for ${settings} (status ${status}): check them there.`,
		);
	return balance?.trouble === "fault"
		? wrong(
				`The service has a fault of its own (status ${status}), so it shows no balance: ask whoever runs it.`,
			)
		: note(`The service shows no balance (status ${status}), so /credit show can't either.`);
};

/** Asks a gateway whether it redeems codes; others don't say. */
const askTopup = async (client: CreditClient, account: AccountForTrial): Promise<Finding[]> => {
	const { topupToken } = account;
	if (topupToken === undefined) return [];
	const { answer } = await client.get(account, topupInfoPath, topupToken);
	const info = receivedTopupInfo.safeParse(readJson(answer?.body ?? ""));
	const isClosed = info.data?.data.payment_compliance_confirmed === false;
	return isClosed ? [wrong(`Codes can't be redeemed: ${closedAdvice}.`)] : [];
};

/** Makes one balance request, as /credit show does, and asks whether codes are redeemed. */
const askBalance = async (account: AccountForTrial): Promise<Finding[]> => {
	if (account.bare) return [note("SPEECH_EXTRAS is none, so Herald asks for no balance.")];
	const { apiKey, topupToken } = account;
	const of = topupToken === undefined ? "key" : "account";
	const client = new CreditClient(defaultTimeouts);
	try {
		const sent = await client.get(account, balancePaths[of], topupToken ?? apiKey);
		if (sent.answer) return [judge(sent.answer, of), ...(await askTopup(client, account))];
		const why = describeConnection(sent.failure ?? "no answer", "SPEECH_BASE_URL");
		return [wrong(`The balance can't be asked for: ${why}`)];
	} finally {
		await client.close();
	}
};

/** Checks the settings for /redeem. Whether the service takes them, only a request tells. */
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

export interface ExamineOptions {
	/** Pays for one sentence. */
	readonly speak: boolean;
	/** Asks for the balance, which services limit, and whether codes are redeemed. */
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
	const ofData = [...(await checkData(config)), ...(await checkPostgres(config))];
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
