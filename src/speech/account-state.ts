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
export type AccountState = Readonly<ReturnType<typeof accountStateOf>>;

/** @param other - for a connected account: the client of the operator's account, whose connections are shared */
export const accountStateOf = (
	account: SpeechAccount,
	{ stylePlace = "auto", balances, voices, now = Date.now, timing }: AccountOptions,
	limiter: RequestLimiter,
	other?: SpeechClient,
) => {
	const { ownId } = account;
	const breaker = makeBreaker(now);
	const outage = watchOutage(now, timing?.patienceMs);
	const clipsOf = identifyAccount(account, stylePlace);
	/** The last answer about why the key is refused. Cleared when the account speaks. */
	let examined: { readonly state: Promise<KeyState | undefined>; readonly at: number } | undefined;

	/** Allows requests again, whatever was refused or failed before. */
	const resume = (): void => {
		breaker.reset();
		outage.note(undefined);
	};
	return {
		account,
		/** The ID of the account; undefined for the operator's. */
		ownId,
		client: new SpeechClient(account, limiter, other),
		breaker,
		outage,
		pace: new Pace(),
		retries: new RetryBudget(now),
		refusals: new Refusals({ account, stylePlace, voices, now }),
		resume,

		/** A function that writes keys of Clips, for the service's voices as they are now. */
		get keyOf(): KeyOf {
			return keysFor(clipsOf, account);
		},

		/** @returns why the service refuses the key, remembered for `examinedMs`; undefined if that can't be told */
		examineKey: async (): Promise<KeyState | undefined> => {
			if (!balances) return "refused";
			const at = now();
			if (!examined || Math.abs(at - examined.at) >= examinedMs)
				examined = { state: balances.examineKey(account).catch(() => undefined), at };
			return examined.state;
		},

		/** Records that a Line was spoken, so that the account no longer counts as refused. */
		noteSound: (): void => {
			examined = undefined;
			resume();
		},

		/** Records why a Line failed. @returns the Problem for members, marked if a connected account's owner can solve it */
		noteProblem: (party: Party, met: Problem): Problem => {
			const problem = ownId === undefined ? met : met.ofAccountOf(whoseIs(party));
			// A Problem with a cause repeats an earlier one: the service wasn't asked, so nothing new is known about it.
			if (!(met.cause instanceof Problem)) {
				breaker.record(problem, partyKey(party));
				if (problem.isOfService) outage.note(problem);
			}
			return problem;
		},
	};
};

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
const makeBreaker = (now: () => number) => {
	/** The refusals since the last success, by guild. */
	const refused = new Map<string, { readonly problem: Problem; readonly until: number }>();
	let probedAt = Number.NEGATIVE_INFINITY;
	return {
		/** @throws the Problem of the refusal that blocks the guild's requests, unless this call may test the account */
		check: (guild: string): void => {
			const time = now();
			// If more than `openMs` is left, the clock was set back.
			for (const [each, { until }] of refused)
				if (until <= time || until - time > openMs) refused.delete(each);
			const own = refused.get(guild);
			const refusal = own ?? (refused.size > 1 ? [...refused.values()].at(-1) : undefined);
			if (!refusal) return;
			if (!own && Math.abs(time - probedAt) >= probeEveryMs) {
				probedAt = time;
				return;
			}
			const { problem } = refusal;
			throw new Problem(problem.detail, problem.message, { cause: problem });
		},

		/** Records a Problem if it concerns the whole account. A missing model concerns only that model. */
		record: (problem: Problem, guild: string): void => {
			if (!problem.isOfAccount || problem.kind === "model_unavailable") return;
			probedAt = now();
			refused.delete(guild);
			refused.set(guild, { problem, until: probedAt + openMs });
		},

		/** Closes the breaker, because the account isn't refused any more or may have changed. */
		reset: (): void => refused.clear(),
	};
};

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
 *
 * @param patienceMs - the base wait for a text's first sound, see `usualPatienceMs`
 */
const watchOutage = (now: () => number, patienceMs = usualPatienceMs) => {
	let state: ServiceState = { kind: "speaking" };
	/** Functions that reject Lines whose requests haven't begun. */
	const waiting = new Set<(problem: Problem) => void>();

	/** Records the outcome of a Line: a Problem of the service, or undefined for a sound. */
	const note = (problem: Problem | undefined): void => {
		if (!problem) state = { kind: "speaking" };
		else if (state.kind === "speaking") state = { kind: "doubtful" };
		else {
			state = { kind: "silent", problem, askedAt: now() };
			for (const end of waiting) end(problem);
		}
	};
	return {
		note,

		/** Allows a Line to be requested. @throws the Problem of a silent service, unless it is time to try again */
		check: (): void => {
			if (state.kind !== "silent") return;
			const { problem, askedAt } = state;
			const time = now();
			// `abs`: if the clock was set back by more than `askEveryMs`, the service is tried again.
			if (Math.abs(time - askedAt) < askEveryMs)
				throw new Problem(problem.detail, problem.message, { cause: problem });
			state = { ...state, askedAt: time };
		},

		/**
		 * Limits the wait for a Line's sound to what a listener would wait. The wait begins with the Line's request.
		 *
		 * @returns a function that resolves to the result of work, or rejects: with a {@link Problem} `timeout` if neither
		 * the result nor any sound came in time; with the Problem of another Line whose failure showed, before this Line was
		 * requested, that the service is silent
		 */
		hurry: (ahead: LineAhead): (<T>(work: Promise<T>) => Promise<T>) => {
			const share = state.kind === "silent" ? silentShare : 1;
			const ms = share * (patienceMs + msForSecond * estimateSeconds(ahead.line.text));
			const late = Promise.withResolvers<never>();
			let timer: NodeJS.Timeout | undefined;
			const giveUp = () => {
				const problem = new Problem({ kind: "timeout" }, "no sound for as long as a listener waits");
				note(problem);
				late.reject(problem);
			};
			const listen = ({ kind }: LineNews) => {
				if (kind === "begun") {
					waiting.delete(late.reject);
					timer ??= setTimeout(giveUp, ms);
				}
				if (kind === "sound") clearTimeout(timer);
			};
			waiting.add(late.reject);
			ahead.on("news", listen);
			return (work) =>
				Promise.race([work, late.promise]).finally(() => {
					ahead.off("news", listen);
					waiting.delete(late.reject);
					clearTimeout(timer);
				});
		},
	};
};

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
