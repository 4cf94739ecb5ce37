import { defer } from "@herald/common/defer.ts";
import { createLogger } from "@herald/common/log.ts";
import { balancePaths, receivedTopupInfo, topupInfoPath } from "@herald/common/wire/credit.ts";
import { isGoogle, type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { formatUnits } from "@herald/common/wire/prices.ts";
import { usualVoice } from "@herald/common/wire/voices.ts";
import type { Config } from "../../config.ts";
import { type Balance, readBalance } from "../../credit/balances.ts";
import { type CreditAccount, defaultTimeouts, openCreditClient } from "../../credit/client.ts";
import { closedAdvice } from "../../credit/redemption.ts";
import { SpeechClient } from "../../speech/ask/client.ts";
import { writeRequest } from "../../speech/ask/request.ts";
import { parseAnswer, readSound } from "../../speech/clips/answer.ts";
import { describeConnection, type Finding, note, ok, wrong } from "./finding.ts";

export interface Trials {
	/** Whether to have one sentence spoken, which costs money. */
	readonly speak: boolean;
	/** Whether to request the balance, which services rate-limit, and to ask whether codes can be redeemed. */
	readonly ask: boolean;
}

/** The account that Herald's settings name. `close` stops the embedded service, if one was started for the trial. */
interface AccountForTrial extends CreditAccount {
	close(): Promise<void>;
}

/**
 * Opens the account that Herald's settings name. If they name the embedded service, starts it as Herald does, even
 * while a running Herald has one, too.
 *
 * @throws StartError if the embedded service can't start
 */
const openAccount = async ({ speech, credit, dataDir, engine }: Config): Promise<AccountForTrial> => {
	if (speech.baseUrl !== "")
		return {
			baseUrl: speech.baseUrl,
			apiKey: speech.apiKey,
			bare: speech.bare,
			...(credit.topupToken && { topupToken: credit.topupToken }),
			...(credit.topupUserId && { topupUserId: credit.topupUserId }),
			close: async () => {},
		};
	const { startEmbeddedService } = await import("@herald/service");
	const { baseUrl, apiKey, stop } = await startEmbeddedService({
		dataDir,
		engine,
		logger: createLogger("doctor", "silent"),
		credit: credit.embedded,
	});
	return { baseUrl, apiKey, close: stop };
};

const patienceMs = 60_000;
const text = "Herald is ready to speak.";

/** @returns the length of an answer's sound, in s, or why the answer has no sound that can be played */
export const measureSound = (bytes: Uint8Array) => {
	const reading = parseAnswer(bytes);
	if (reading.kind === "bad_response") return reading;
	if (reading.kind !== "audio") return { kind: "silence" } as const;
	try {
		const { samples, sampleRate } = readSound(reading.parts);
		return { kind: "sound", seconds: samples.length / sampleRate } as const;
	} catch (error) {
		return { kind: "unreadable", why: (error as Error).message } as const;
	}
};

/**
 * Has a text spoken by a model, which costs money. Google is told to store nothing, unless the model refuses that.
 *
 * @returns the answer, how long it took in ms, and whether Google may have stored the text
 */
export const trySpeech = async (
	account: ConstructorParameters<typeof SpeechClient>[0],
	model: string,
	text: string,
	timeoutMs: number,
) => {
	const client = new SpeechClient(account);
	const startedAt = performance.now();
	const ask = (store: { readonly unstored?: true }) =>
		client.generateContent(model, writeRequest({ text, voice: usualVoice, ...store }, model, false), {
			timeoutMs,
		});
	await using _closing = defer(() => client.close());
	const isOfGoogle = isGoogle(account.baseUrl);
	const first = await ask(isOfGoogle ? { unstored: true } : {});
	const mayStore = isOfGoogle && !first.ok && first.failure.detail.kind === "bad_request";
	const result = mayStore ? await ask({}) : first;
	return { result, tookMs: performance.now() - startedAt, isStored: mayStore && result.ok };
};

const describeSound = (bytes: Uint8Array, model: string, tookMs: number): Finding => {
	const heard = measureSound(bytes);
	switch (heard.kind) {
		case "sound":
			return ok(
				`${model} spoke a sentence of ${heard.seconds.toFixed(1)} s within ${(tookMs / 1_000).toFixed(1)} s.`,
			);
		case "silence":
			return wrong(`${model} answered without any sound, which may pass: try again.`);
		case "bad_response":
			return wrong(`${model} gave ${heard.why}: check that SPEECH_BASE_URL is the service's own address.`);
		default:
			return wrong(`${model} answered with sound that Herald can't read (${heard.why}).`);
	}
};

const stored = (model: string): Finding =>
	wrong(
		`${model} refuses store: false, so Google may keep what members say for up to 55 days: turn that off in the project's settings (docs/google.md).`,
	);

/** Has one sentence spoken by the first model that the service has, which costs money. */
const trySpeaking = async ({ speech: { models } }: Pick<Config, "speech">, account: AccountForTrial) => {
	const findings: Finding[] = [];
	for (const model of models) {
		const { result, tookMs, isStored } = await trySpeech(account, model, text, patienceMs);
		if (isStored) findings.push(stored(model));
		if (result.ok) return [...findings, describeSound(result.bytes, model, tookMs)];
		const sentence = `${model} didn't speak: ${result.failure.message}.`;
		if (result.failure.next !== "other_model") return [...findings, wrong(sentence)];
		findings.push(note(sentence));
	}
	return [...findings, wrong("None of SPEECH_MODELS can speak: set a model that the service has.")];
};

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

/** Asks a gateway whether codes can be redeemed. Other services don't say. */
const askTopup = async (client: ReturnType<typeof openCreditClient>, account: AccountForTrial) => {
	const { topupToken } = account;
	if (topupToken === undefined) return [];
	const { answer } = await client.get(account, topupInfoPath, topupToken);
	const info = receivedTopupInfo.safeParse(readJson(answer?.body ?? ""));
	const isClosed = info.data?.data.payment_compliance_confirmed === false;
	return isClosed ? [wrong(`Codes can't be redeemed: ${closedAdvice}.`)] : [];
};

/** Makes one balance request, as /credit show does, and asks whether codes can be redeemed. */
const askBalance = async (account: AccountForTrial): Promise<Finding[]> => {
	if (account.bare) return [note("SPEECH_EXTRAS is none, so Herald asks for no balance.")];
	const { apiKey, topupToken } = account;
	const of = topupToken === undefined ? "key" : "account";
	const client = openCreditClient(defaultTimeouts);
	await using _closing = defer(() => client.close());
	const sent = await client.get(account, balancePaths[of], topupToken ?? apiKey);
	if (sent.answer) return [judge(sent.answer, of), ...(await askTopup(client, account))];
	const why = describeConnection(sent.failure ?? "no answer", "SPEECH_BASE_URL");
	return [wrong(`The balance can't be asked for: ${why}`)];
};

/**
 * Makes the trials that the operator asks for, with the account that Herald's settings name. If the account is at the
 * embedded service, starts that service.
 */
export const tryAccount = async (config: Config, { speak, ask }: Trials): Promise<Finding[]> => {
	if (!speak && !ask) return [];
	const account = await openAccount(config);
	await using _closing = defer(() => account.close());
	return [...(speak ? await trySpeaking(config, account) : []), ...(ask ? await askBalance(account) : [])];
};
