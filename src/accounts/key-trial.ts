import { defer } from "@herald/common/defer.ts";
import {
	acceptHeaders,
	connectTimeoutMs,
	isGoogle,
	isSuccess,
	type ReceivedAnswer,
	readJson,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import { usualVoice } from "@herald/common/wire/voices.ts";
import { Agent, request } from "undici";
import type { Balance } from "../credit/balances.ts";
import type { Account } from "../shared/account.ts";
import type { ProblemKind } from "../shared/problem.ts";
import { classifyRefusal } from "../speech/ask/classify.ts";
import { authorize, SpeechClient } from "../speech/ask/client.ts";
import { writeRequest } from "../speech/ask/request.ts";

export type KeyVerdict =
	| "works"
	/** The key works, but its account has no credit: fine if a subscription pays, or speech is free. */
	| "works_empty"
	/** The key is missing, invalid or expired. */
	| "wrong"
	/** The key works, but the service refuses the access token with which the balance is read. */
	| "wrong_token"
	/** The service refuses the account, this machine's address, or the models. */
	| "forbidden"
	/** The key's own limit, its account's credit or its subscription is used up. */
	| "no_credit"
	/** A rate limit was reached, so the key couldn't be tried. */
	| "limited"
	/** The service didn't answer, or its answer says nothing about the key. */
	| "unreachable";

/** How a valid key is told from a wrong one. */
type Proof =
	/** The list of models is requested. */
	| "list"
	/** The service counts the tokens of a word, for free. */
	| "count"
	/** The service speaks a word, which the key's account pays for. */
	| "word";

const patienceMs = 10_000;
const wordPatienceMs = 30_000;
/** The largest answer that is read, in bytes. Google's list of models is long. */
const answerMaxBytes = 1024 * 1024;
/** How long it is remembered which `Proof` the service needs, in ms. */
const proofMs = 60 * 60_000;
const word = "Yes.";
const wrongKey = "sk-herald-asks-whether-a-wrong-key-is-refused";

export interface KeyTrialOptions {
	/** The operator's account. Keys are tried at its service. */
	readonly operators: Account;
	readonly models: readonly string[];
	/** In ms since the epoch. */
	readonly now: () => number;
}

const readKind = (kind: ProblemKind): KeyVerdict => {
	if (kind === "unauthorized") return "wrong";
	if (kind === "forbidden") return "forbidden";
	if (kind === "out_of_credit" || kind === "key_exhausted" || kind === "subscription_exhausted")
		return "no_credit";
	return kind === "rate_limited" ? "limited" : "unreachable";
};

const judge = (answer: ReceivedAnswer | undefined): KeyVerdict => {
	if (answer === undefined) return "unreachable";
	// An answer that isn't JSON, such as a web page, isn't the service's.
	if (isSuccess(answer.status)) return readJson(answer.body) === undefined ? "unreachable" : "works";
	return readKind(classifyRefusal(answer, Date.now()).detail.kind);
};

export type KeyTrial = ReturnType<typeof keyTrialAt>;

/** Tries keys at the operator's service, in the cheapest way. */
export const keyTrialAt = ({ operators, models, now }: KeyTrialOptions) => {
	let known: { readonly proof: Promise<Proof>; readonly at: number } | undefined;

	const findProof = (): Promise<Proof> => {
		if (operators.bare) return Promise.resolve("word");
		// The embedded service and Google count tokens for free, and only if the key is valid.
		if (operators.identity === "embedded" || isGoogle(operators.baseUrl)) return Promise.resolve("count");
		if (!known || Math.abs(now() - known.at) > proofMs) {
			const proof = send({ ...operators, apiKey: wrongKey }, "/v1/models").then((answer): Proof => {
				const verdict = judge(answer);
				// If the answer says nothing about keys, the service is asked again at the next trial.
				if (verdict === "unreachable" || verdict === "limited") known = undefined;
				return verdict === "wrong" || verdict === "forbidden" ? "list" : "word";
			});
			known = { proof, at: now() };
		}
		return known.proof;
	};

	const prove = async (account: Account, proof: Proof): Promise<KeyVerdict> => {
		if (proof === "list") return judge(await send(account, "/v1/models"));
		if (proof === "word") return speak(account);
		const [model = ""] = models;
		const path = `/v1beta/models/${encodeURIComponent(model)}:countTokens`;
		return judge(await send(account, path, { contents: [{ role: "user", parts: [{ text: word }] }] }));
	};

	const speak = async (account: Account): Promise<KeyVerdict> => {
		const client = new SpeechClient({ ...account, ownId: "on trial" });
		await using _closing = defer(() => client.close());
		for (const model of models) {
			const body = writeRequest({ text: word, voice: usualVoice }, model, false);
			const result = await client.generateContent(model, body, { timeoutMs: wordPatienceMs });
			if (result.ok) return "works";
			const { detail, next } = result.failure;
			if (next !== "other_model") return readKind(detail.kind);
		}
		return "unreachable";
	};

	return {
		/** @returns whether a trial makes the key's account pay for a spoken word */
		costsAWord: async (): Promise<boolean> => (await findProof()) === "word",

		/**
		 * @param readBalance - reads the balance of the key's account; resolves to undefined if the service shows no balance
		 * or doesn't answer
		 */
		try: async (account: Account, readBalance: () => Promise<Balance | undefined>): Promise<KeyVerdict> => {
			const verdict = await prove(account, await findProof());
			if (verdict !== "works" || isGoogle(account.baseUrl)) return verdict;
			const balance = await readBalance();
			const isEmpty = balance?.units !== undefined && balance.units <= 0;
			// An empty account may have a subscription, but an empty key can't pay for anything.
			if (balance?.of !== "account") return isEmpty ? "no_credit" : "works";
			if (balance.trouble) return balance.trouble === "refused" ? "wrong_token" : "unreachable";
			return isEmpty ? "works_empty" : "works";
		},
	};
};

/** @returns the answer, whatever its status; undefined if no whole answer comes */
const send = async (account: Account, path: string, body?: unknown): Promise<ReceivedAnswer | undefined> => {
	const agent = new Agent({ connect: { timeout: connectTimeoutMs } });
	await using _closing = defer(() => agent.destroy());
	try {
		const response = await request(`${account.baseUrl}${path}`, {
			method: body === undefined ? "GET" : "POST",
			headers: {
				...authorize(account),
				...acceptHeaders,
				...(body !== undefined && { "content-type": "application/json" }),
			},
			body: body === undefined ? null : JSON.stringify(body),
			signal: AbortSignal.timeout(patienceMs),
			dispatcher: agent,
		});
		return await receiveAnswer(response, answerMaxBytes);
	} catch {
		return undefined;
	}
};
