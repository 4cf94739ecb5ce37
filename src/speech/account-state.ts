import { listRecent } from "@herald/common/sliding-window.ts";
import { type Party, partyKey, whoseIs } from "../shared/party.ts";
import { Problem } from "../shared/problem.ts";
import type { KeyState } from "./ask/classify.ts";
import { type SpeechAccount, SpeechClient } from "./ask/client.ts";
import { Refusals, type VoiceList } from "./ask/refusals.ts";
import type { AttemptTiming, StylePlace } from "./ask/request.ts";
import { identifyAccount, type KeyOf, keysFor } from "./clips/clip-key.ts";
import type { LineAhead, LineNews } from "./line.ts";
import { estimateSeconds } from "./text/lines.ts";
import type { RequestLimiter } from "./traffic/request-limiter.ts";

/** How long the reason for a key's refusal is remembered, in ms. It is forgotten earlier if the account speaks. */
const examinedMs = 10 * 60_000;

/** The options that all accounts share. */
export interface AccountOptions {
	/** Says why the service refuses a key; undefined if that isn't known. By default, a refused key counts as invalid. */
	readonly balances?: { examineKey(account: SpeechAccount): Promise<KeyState | undefined> };
	/** Describes the voices that aren't among the thirty prebuilt ones. By default, only their names are known. */
	readonly voices?: VoiceList | undefined;
	/** Which part of a request has the style; by default, the part where the model expects it. */
	readonly stylePlace?: StylePlace;
	readonly now?: () => number;
	readonly timing?: AttemptTiming;
}

/** The state of one account: its client, what the service refuses it, and the keys of its Clips. */
export class AccountState {
	readonly account: SpeechAccount;
	readonly client: SpeechClient;
	readonly breaker: Breaker;
	readonly outage: ServiceOutage;
	readonly pace = new Pace();
	readonly retries: RetryBudget;
	readonly refusals: Refusals;
	readonly #balances: AccountOptions["balances"];
	readonly #now: () => number;
	readonly #clipsOf: string;
	/** The last answer about why the key is refused. Cleared when the account speaks. */
	#examined: { readonly state: Promise<KeyState | undefined>; readonly at: number } | undefined;

	/** @param operators - for a connected account: the state of the operator's account, whose connections are shared */
	constructor(
		account: SpeechAccount,
		{ stylePlace = "auto", balances, voices, now = Date.now, timing }: AccountOptions,
		limiter: RequestLimiter,
		operators?: AccountState,
	) {
		this.account = account;
		this.refusals = new Refusals({ account, stylePlace, voices, now });
		this.client = new SpeechClient(account, limiter, operators?.client);
		this.breaker = new Breaker(now);
		this.outage = new ServiceOutage(now, timing?.patienceMs);
		this.retries = new RetryBudget(now);
		this.#balances = balances;
		this.#now = now;
		this.#clipsOf = identifyAccount(account, stylePlace);
	}

	/** The ID of the account; undefined for the operator's. */
	get ownId(): string | undefined {
		return this.account.ownId;
	}

	/** @returns a function that writes keys of Clips, for the service's voices as they are now */
	get keyOf(): KeyOf {
		return keysFor(this.#clipsOf, this.account);
	}

	/** @returns why the service refuses the key, remembered for `examinedMs`; undefined if that can't be told */
	async examineKey(): Promise<KeyState | undefined> {
		if (!this.#balances) return "refused";
		const now = this.#now();
		if (!this.#examined || Math.abs(now - this.#examined.at) >= examinedMs)
			this.#examined = { state: this.#balances.examineKey(this.account).catch(() => undefined), at: now };
		return this.#examined.state;
	}

	/** Records that a Line was spoken, so that the account no longer counts as refused. */
	noteSound(): void {
		this.#examined = undefined;
		this.resume();
	}

	/** Allows requests again, whatever was refused or failed before. */
	resume(): void {
		this.breaker.reset();
		this.outage.note(undefined);
	}

	/** Records why a Line failed. @returns the Problem for members, marked if a connected account's owner can solve it */
	noteProblem(party: Party, met: Problem): Problem {
		const problem = this.ownId === undefined ? met : met.ofAccountOf(whoseIs(party));
		// A Problem with a cause repeats an earlier one: the service wasn't asked, so nothing new is known about it.
		if (!(met.cause instanceof Problem)) {
			this.breaker.record(problem, partyKey(party));
			if (problem.isOfService) this.outage.note(problem);
		}
		return problem;
	}
}

/** How long a refusal blocks requests, in ms. Repeating them at once would change nothing and burden the service. */
const openMs = 60_000;

/** How often guilds that weren't refused themselves may test whether the account is still refused, in ms. */
const probeEveryMs = 5_000;

/**
 * Remembers for a while that the service refused an account: requests that would be refused again fail at once and
 * don't burden the service. One guild's refusal may be about its request, so other guilds are blocked only after two
 * guilds were refused without a success in between. Even then, one of the other guilds may ask every `probeEveryMs`.
 * There is one breaker per account.
 */
export class Breaker {
	readonly #now: () => number;
	/** The refusals since the last success, by guild. */
	readonly #refused = new Map<string, { readonly problem: Problem; readonly until: number }>();
	#probedAt = Number.NEGATIVE_INFINITY;

	constructor(now: () => number) {
		this.#now = now;
	}

	/** @throws the Problem of the refusal that blocks the guild's requests, unless this call may test the account */
	check(guild: string): void {
		const now = this.#now();
		// If more than `openMs` is left, the clock was set back.
		for (const [refused, { until }] of this.#refused)
			if (until <= now || until - now > openMs) this.#refused.delete(refused);
		const own = this.#refused.get(guild);
		const refusal = own ?? (this.#refused.size > 1 ? [...this.#refused.values()].at(-1) : undefined);
		if (!refusal) return;
		if (!own && Math.abs(now - this.#probedAt) >= probeEveryMs) {
			this.#probedAt = now;
			return;
		}
		const { problem } = refusal;
		throw new Problem(problem.detail, problem.message, { cause: problem });
	}

	/** Records a Problem if it concerns the whole account. A missing model concerns only that model. */
	record(problem: Problem, guild: string): void {
		if (!problem.isOfAccount || problem.kind === "model_unavailable") return;
		const now = this.#now();
		this.#probedAt = now;
		this.#refused.delete(guild);
		this.#refused.set(guild, { problem, until: now + openMs });
	}

	/** Closes the breaker, because the account isn't refused any more or may have changed. */
	reset(): void {
		this.#refused.clear();
	}
}

type ServiceState =
	| { readonly kind: "speaking" }
	/** One Line has failed since the last sound. This also happens to services that work. */
	| { readonly kind: "doubtful" }
	/** A second Line has failed, because of `problem`. The service was last tried at `askedAt`, in ms since the epoch. */
	| { readonly kind: "silent"; readonly problem: Problem; readonly askedAt: number };

/** How long a listener waits for a text's first sound, in ms, plus `msForSecond` for each second of the speech. */
const usualPatienceMs = 12_000;
/** How much longer a listener waits for each second of the speech, in ms: what a slow service needs to make it. */
const msForSecond = 600;
/** What the usual wait is multiplied by while the service is known to be silent. */
const silentShare = 0.25;
/** How often a silent service is tried again, in ms. */
const askEveryMs = 15_000;

/**
 * Knows whether an account's service speaks, for texts that Herald's own voices can say instead. Such texts wait for the
 * service only briefly. While the service is silent, only one of these texts asks it every `askEveryMs`.
 */
export class ServiceOutage {
	readonly #now: () => number;
	readonly #patienceMs: number;
	#state: ServiceState = { kind: "speaking" };
	/** Functions that reject Lines whose requests haven't begun. */
	readonly #waiting = new Set<(problem: Problem) => void>();

	/** @param patienceMs - the base wait for a text's first sound, see `usualPatienceMs` */
	constructor(now: () => number, patienceMs = usualPatienceMs) {
		this.#now = now;
		this.#patienceMs = patienceMs;
	}

	/** Records the outcome of a Line: a Problem of the service, or undefined for a sound. */
	note(problem: Problem | undefined): void {
		if (!problem) this.#state = { kind: "speaking" };
		else if (this.#state.kind === "speaking") this.#state = { kind: "doubtful" };
		else {
			this.#state = { kind: "silent", problem, askedAt: this.#now() };
			for (const end of this.#waiting) end(problem);
		}
	}

	/** Allows a Line to be requested. @throws the Problem of a silent service, unless it is time to try again */
	check(): void {
		if (this.#state.kind !== "silent") return;
		const { problem, askedAt } = this.#state;
		const now = this.#now();
		// `abs`: if the clock was set back by more than `askEveryMs`, the service is tried again.
		if (Math.abs(now - askedAt) < askEveryMs)
			throw new Problem(problem.detail, problem.message, { cause: problem });
		this.#state = { ...this.#state, askedAt: now };
	}

	/**
	 * Limits the wait for a Line's sound to what a listener would wait. The wait begins with the Line's request.
	 *
	 * @returns a function that resolves to the result of work, or rejects: with a {@link Problem} `timeout` if neither the
	 * result nor any sound came in time; with the Problem of another Line whose failure showed, before this Line was
	 * requested, that the service is silent
	 */
	hurry(ahead: LineAhead): <T>(work: Promise<T>) => Promise<T> {
		const share = this.#state.kind === "silent" ? silentShare : 1;
		const patienceMs = share * (this.#patienceMs + msForSecond * estimateSeconds(ahead.line.text));
		const late = Promise.withResolvers<never>();
		let timer: NodeJS.Timeout | undefined;
		const giveUp = () => {
			const problem = new Problem({ kind: "timeout" }, "no sound for as long as a listener waits");
			this.note(problem);
			late.reject(problem);
		};
		const listen = ({ kind }: LineNews) => {
			if (kind === "begun") {
				this.#waiting.delete(late.reject);
				timer ??= setTimeout(giveUp, patienceMs);
			}
			if (kind === "sound") clearTimeout(timer);
		};
		this.#waiting.add(late.reject);
		ahead.on("news", listen);
		return (work) =>
			Promise.race([work, late.promise]).finally(() => {
				ahead.off("news", listen);
				this.#waiting.delete(late.reject);
				clearTimeout(timer);
			});
	}
}

/** The weight of the latest Line in the average wait. */
const latestWeight = 0.3;

const sizeOf = (text: string): number => 1 + estimateSeconds(text);

/** How long a service has lately taken until a Line could be heard. This time grows with the Line's length. */
class Pace {
	/** The average wait per second of speech, in ms. Each Line counts as one second longer than it is. */
	#ms: number | undefined;

	/** @returns how many ms it will probably take until a text is heard; undefined before the first Line */
	expect(text: string): number | undefined {
		return this.#ms && this.#ms * sizeOf(text);
	}

	note(text: string, ms: number): void {
		const latest = ms / sizeOf(text);
		this.#ms = this.#ms === undefined ? latest : this.#ms + (latest - this.#ms) * latestWeight;
	}
}

const windowMs = 60_000;
const retriesPerRequest = 0.2;
/** How many retries per minute are always allowed. Otherwise, a quiet bot couldn't retry at all. */
const retriesMin = 10;

/**
 * Limits an account's retries to a fifth of its requests in the last minute, or to `retriesMin` if that is more. If a
 * service fails for everybody, retrying every request would only strain it. There is one budget per account.
 */
export class RetryBudget {
	readonly #now: () => number;
	/** When the requests of the last `windowMs` were made, oldest first. */
	#requests: readonly number[] = [];
	#retries: readonly number[] = [];

	constructor(now: () => number) {
		this.#now = now;
	}

	countRequest(): void {
		const now = this.#now();
		this.#requests = [...listRecent(this.#requests, windowMs, now), now];
	}

	/** Counts a retry if the budget allows one. @returns whether it does */
	takeRetry(): boolean {
		const now = this.#now();
		const requests = listRecent(this.#requests, windowMs, now).length;
		const retries = listRecent(this.#retries, windowMs, now);
		if (retries.length >= Math.max(retriesMin, requests * retriesPerRequest)) return false;
		this.#retries = [...retries, now];
		return true;
	}
}
