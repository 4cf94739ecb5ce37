import { setTimeout as sleep } from "node:timers/promises";
import { measure } from "../../shared/measures.ts";
import { Problem, type ProblemKind } from "../../shared/problem.ts";
import type { RetryBudget } from "../traffic/retry-budget.ts";
import type { AttemptFailure } from "./failure.ts";

/** Attempts on one model: after three failures, a fourth hardly ever succeeds. */
const attemptsPerModel = 3;
/** Extra attempts where a stream was refused, or one of the extras, of which a voice has two. */
const otherwisePerModel = 6;
/** At one Line, over all models: a gateway multiplies each by its own retries. */
const retriesBehindGateway = 1;
/** Troubles that retries can make worse. */
const strains: ReadonlySet<ProblemKind> = new Set(["rate_limited", "upstream", "network", "timeout"]);

/** How long a stream's sound is waited for, in ms. */
export interface StreamTiming {
	readonly firstSoundMs: number;
	/** Between two pieces of it. */
	readonly stallMs: number;
	/** How long a listener waits for the rest of a sound, over all attempts at it. */
	readonly restMs?: number;
}

/** How long the attempts at one Line take, in ms; tests make it shorter. */
export interface AttemptTiming {
	/** One attempt: services take about half the sound's length, slow ones twice, and a Line has at most 45 s. */
	readonly attemptTimeoutMs: number;
	/** All attempts at one Line together with the waits between them. */
	readonly lineDeadlineMs: number;
	/** Until a stream's first sound, and between two pieces of it; see `ask-streamed.ts`. */
	readonly stream?: StreamTiming;
	/** The first wait is random up to twice this; the bound doubles each time. */
	readonly backoffBaseMs: number;
	readonly backoffMaxMs: number;
	/** Until the first sound of a text that Herald's own voices may say; see `traffic/outage.ts`. */
	readonly patienceMs?: number;
}

export const defaultAttemptTiming: AttemptTiming = {
	attemptTimeoutMs: 90_000,
	lineDeadlineMs: 240_000,
	backoffBaseMs: 500,
	backoffMaxMs: 8_000,
};

export interface Attempt {
	readonly model: string;
	/** Whether to insist that the text is read and not obeyed. */
	readonly firm: boolean;
	readonly timeoutMs: number;
}

/** The success was charged. */
export type Outcome<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly failure: AttemptFailure };

export interface AttemptsOptions {
	readonly models: readonly string[];
	readonly timing: AttemptTiming;
	/** How many more may be charged at one Line, in all its pieces. Used up by every one that may be, including successes. */
	readonly allowance: { left: number };
	/** How many attempts of the allowance are reserved for others. */
	readonly spare: number;
	readonly retries: RetryBudget;
	readonly sound?: { readonly isBroken: boolean } | undefined;
	readonly signal: AbortSignal;
	readonly onFailure: (failure: AttemptFailure, attempt: Attempt) => void;
	/** Gives the turn back, so that a wait takes no other request's place. @returns what waits for one again */
	readonly yieldPermit: () => () => Promise<void>;
}

/** A limit that ends after the deadline is reported together with its end. */
const endOf = (failure: AttemptFailure, waitMs: number): Problem =>
	new Problem(
		failure.detail.kind === "rate_limited"
			? { ...failure.detail, retryAt: Math.max(failure.detail.retryAt, Date.now() + waitMs) }
			: failure.detail,
		failure.message,
	);

/**
 * Tries models in turn, each a few times, until one attempt succeeds. Each attempt has its own timeout within one
 * deadline, in which waiting for a permit doesn't count. Waits between attempts have full jitter; chargeable attempts
 * stay within the allowance, and retries of a service in trouble within the account's budget.
 *
 * @throws {@link Problem} of the last failure, or, when the signal aborts, its reason or an AbortError
 */
export const runAttempts = async <T>(
	options: AttemptsOptions,
	attempt: (attempt: Attempt) => Promise<Outcome<T>>,
): Promise<T> => {
	const { models, timing, allowance, spare, retries, signal, sound } = options;
	let deadline = Date.now() + timing.lineDeadlineMs;
	let last: Problem | undefined;
	let retriedBehindGateway = 0;
	retries.countRequest();
	for (const model of models) {
		let firm = false;
		let otherwise = 0;
		for (let tries = 1; tries <= attemptsPerModel; tries++) {
			const timeoutMs = Math.min(timing.attemptTimeoutMs, deadline - Date.now());
			if (timeoutMs <= 0) throw last ?? new Problem({ kind: "timeout" }, "the Line's deadline passed");
			const current = { model, firm, timeoutMs };
			if (last) measure("speechRetried", { reason: last.kind });
			const outcome = await attempt(current);
			if (outcome.ok || outcome.failure.billed) allowance.left -= 1;
			if (outcome.ok) return outcome.value;
			const { failure } = outcome;
			options.onFailure(failure, current);
			last = new Problem(failure.detail, failure.message);
			if (failure.next === "end" || allowance.left <= spare) throw last;
			// Nobody is left in the middle of a word for as long as a limit or a service in trouble lasts.
			if (sound?.isBroken) deadline = Math.min(deadline, Date.now() + (timing.stream?.restMs ?? 15_000));
			if (failure.next === "other_model" || (sound?.isBroken && last.kind === "rate_limited")) break;
			if (failure.next === "firmly") {
				if (firm) break;
				firm = true;
				continue;
			}
			const strained = strains.has(failure.detail.kind);
			if (failure.next === "at_once" && (!strained || retries.takeRetry())) {
				if (!strained && otherwise++ < otherwisePerModel) tries -= 1;
				continue;
			}
			const gatewayRetried = strained && failure.byGateway;
			const enough =
				tries === attemptsPerModel || (gatewayRetried && retriedBehindGateway === retriesBehindGateway);
			if (enough && (failure.next === "again_same_model" || model === models.at(-1))) throw last;
			if (strained && !retries.takeRetry())
				throw new Problem(failure.detail, `${failure.message}; no more retries for now`);
			if (enough) break;
			if (gatewayRetried) retriedBehindGateway += 1;
			const backoff = Math.random() * Math.min(timing.backoffMaxMs, timing.backoffBaseMs * 2 ** tries);
			const waitMs = Math.max(backoff, failure.waitMs ?? 0);
			if (Date.now() + waitMs >= deadline) throw endOf(failure, waitMs);
			const takePermit = options.yieldPermit();
			await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
			const queuedAt = Date.now();
			await takePermit();
			deadline += Date.now() - queuedAt;
		}
	}
	throw last ?? new Problem({ kind: "model_unavailable" }, "SPEECH_MODELS names no model");
};
