import type { Voice } from "@herald/common/wire/voices.ts";
import { type Party, partyKey, whoseIs } from "../shared/party.ts";
import { Problem, type ProblemKind } from "../shared/problem.ts";
import type { KeyState } from "./ask/classify.ts";
import { type SpeechAccount, SpeechClient } from "./ask/client.ts";
import { Refusals } from "./ask/refusals.ts";
import type { StylePlace } from "./ask/request.ts";
import type { AttemptTiming } from "./ask/timing.ts";
import { identifyAccount, type KeyOf, keysFor } from "./clips/clip-key.ts";
import { Breaker } from "./traffic/breaker.ts";
import { ServiceOutage } from "./traffic/outage.ts";
import { Pace } from "./traffic/pace.ts";
import type { RequestLimiter } from "./traffic/request-limiter.ts";
import { RetryBudget } from "./traffic/retry-budget.ts";

/** How long the reason for a key's refusal is remembered, in ms. It is forgotten earlier if the account speaks. */
const examinedMs = 10 * 60_000;

/** What all accounts share. */
export interface AccountOptions {
	/** Called with the outcome of a connected account's Line: undefined for a sound, or why the account was refused. */
	readonly onTrouble?: (party: Party, account: SpeechAccount, trouble: ProblemKind | undefined) => void;
	/**
	 * Finds out why a key is refused; undefined if it can't be told. By default, a key is refused if the service says so.
	 */
	readonly examineKey?: (account: SpeechAccount) => Promise<KeyState | undefined>;
	/** Describes a voice that isn't one of the thirty. By default, only its name is known. */
	readonly voiceOf?: (name: string) => Voice;
	/** Where styles are written; by default where each model expects them. */
	readonly stylePlace?: StylePlace;
	readonly now?: () => number;
	readonly timing?: AttemptTiming;
}

/** The state of one account: what the service accepts from it and refuses, and the Clips that it paid for. */
export class AccountState {
	readonly account: SpeechAccount;
	readonly client: SpeechClient;
	readonly breaker: Breaker;
	readonly outage: ServiceOutage;
	readonly pace = new Pace();
	readonly retries: RetryBudget;
	readonly refusals: Refusals;
	readonly #onTrouble: AccountOptions["onTrouble"];
	readonly #examineKey: NonNullable<AccountOptions["examineKey"]>;
	readonly #now: () => number;
	readonly #clipsOf: string;
	/** The last answer about why the key is refused. Cleared when the account speaks. */
	#examined: { readonly state: Promise<KeyState | undefined>; readonly at: number } | undefined;

	/** @param operators - for a connected account: the operator's, whose connections it shares */
	constructor(
		account: SpeechAccount,
		{
			stylePlace = "auto",
			onTrouble,
			examineKey = async () => "refused",
			voiceOf = (name) => ({ name }),
			now = Date.now,
			timing,
		}: AccountOptions,
		limiter: RequestLimiter,
		operators?: AccountState,
	) {
		this.account = account;
		this.refusals = new Refusals({ account, stylePlace, voiceOf, now });
		this.client = new SpeechClient(
			account,
			(answered) => limiter.note(answered, account.ownId),
			operators?.client,
		);
		this.breaker = new Breaker(now);
		this.outage = new ServiceOutage(now, timing?.patienceMs);
		this.retries = new RetryBudget(now);
		this.#onTrouble = onTrouble;
		this.#examineKey = examineKey;
		this.#now = now;
		this.#clipsOf = identifyAccount(account, stylePlace);
	}

	/** @returns a function that writes keys of Clips, for the service's voices as they are now */
	get keyOf(): KeyOf {
		return keysFor(this.#clipsOf, this.account);
	}

	/** @returns why the service refuses a key that it accepted before; undefined if it doesn't say */
	examineKey(): Promise<KeyState | undefined> {
		const now = this.#now();
		if (!this.#examined || Math.abs(now - this.#examined.at) >= examinedMs)
			this.#examined = { state: this.#examineKey(this.account), at: now };
		return this.#examined.state;
	}

	/** Records that a Line was spoken. So the account no longer counts as refused. */
	noteSound(party: Party): void {
		this.#examined = undefined;
		this.resume();
		if (this.account.ownId !== undefined) this.#onTrouble?.(party, this.account, undefined);
	}

	/** Allows requests at once. */
	resume(): void {
		this.breaker.reset();
		this.outage.note(undefined);
	}

	/** Records why a Line failed. @returns the Problem as the account's members should read it */
	noteProblem(party: Party, met: Problem): Problem {
		const isOwn = this.account.ownId !== undefined;
		const problem = isOwn ? met.ofAccountOf(whoseIs(party)) : met;
		// If the breaker refused the Line, the service wasn't asked, so this says nothing new about it.
		if (!(met.cause instanceof Problem)) {
			this.breaker.record(problem, partyKey(party));
			if (problem.isOfService) this.outage.note(problem);
		}
		if (isOwn && problem.isOfAccount) this.#onTrouble?.(party, this.account, problem.kind);
		return problem;
	}
}
