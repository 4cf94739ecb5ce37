import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "@herald/common/fair-queue.ts";
import type { Logger } from "@herald/common/log.ts";
import { unwanted } from "@herald/common/retry.ts";
import { markSecret } from "@herald/common/storage/private-file.ts";
import { checkHeraldCode, parseCode } from "@herald/common/wire/code-format.ts";
import { requestIdHeader } from "@herald/common/wire/http.ts";
import { type Clock, pause, systemClock } from "../shared/clock.ts";
import { correlationId } from "../shared/correlation.ts";
import { type CodeMark, fingerprint, markOf } from "../shared/fingerprint.ts";
import { measure } from "../shared/measures.ts";
import type { Party } from "../shared/party.ts";
import { UnderWay } from "../shared/under-way.ts";
import {
	type JournalEntry,
	type Redeemer,
	type Redemptions,
	secretWarningMs,
	type UnansweredRedemption,
} from "../store/redemptions.ts";
import { type BalancesOptions, balancesOf } from "./balances.ts";
import { type CreditAccount, defaultTimeouts, openCreditClient, type TopupAttempt } from "./client.ts";
import { findWait, limitedWindowMs } from "./pace.ts";
import {
	classifyTopup,
	closedAdvice,
	type Redemption,
	type RefusalReason,
	type TopupOutcome,
	type Uncertainty,
} from "./redemption.ts";

/**
 * How long a code may be without an outcome before it counts as lost, in ms. The process that sent it must be gone by
 * then, since a topup takes half a minute at most.
 */
const lostAfterMs = 5 * 60_000;
/**
 * How long a code without an outcome blocks the account's next code, in ms. A topup waits no longer than half a minute
 * for its answer.
 */
const turnMs = 35_000;
/** The longest wait for other codes of an account, in ms. A gateway may lock the account for 3 s per code. */
const patienceMs = 60_000;
/** The polling interval while another process redeems a code, in ms. */
const lookEveryMs = 250;
/** How long a gateway locks an account for a code, in ms. */
const busyMs = 3_000;
/** How long the journal recognizes a member for rate limits, even after the member was forgotten, in ms. */
const memberTraceMs = 24 * 60 * 60_000;
/** The most characters of a code: more than any supported service's codes have. */
export const codeMaxCharacters = 200;

export interface CreditOptions extends BalancesOptions {
	readonly journal: Redemptions;
	readonly logger: Logger;
	readonly timeouts?: Partial<typeof defaultTimeouts>;
	readonly clock?: Clock;
}

interface RedeemRequest extends Redeemer {
	/** The code as the member typed it. */
	readonly code: string;
	/** Defaults to the operator's. */
	readonly account?: CreditAccount | undefined;
	/**
	 * Cancels the redemption unless its request was already sent. A sent request's outcome is awaited, within its
	 * timeout.
	 */
	readonly signal: AbortSignal;
}

/** A code's outcome that its member hasn't seen yet. */
export interface EarlierRedemption {
	readonly redemption: TopupOutcome;
	readonly code: CodeMark;
}

export type Credit = Readonly<ReturnType<typeof openCredit>>;

/** Redeems codes, with a journal that survives crashes. */
export const openCredit = (options: CreditOptions) => {
	const { account: operators, journal, logger, secret, clock = systemClock } = options;
	const timeouts = { ...defaultTimeouts, ...options.timeouts };
	const client = openCreditClient(timeouts);
	const balances = balancesOf(options, client, timeouts.balanceMs);
	const outcomes = saveOutcomes(journal, logger, timeouts.saveAgainMs);
	/** Redemptions under way, by their code's fingerprint. */
	const underWay = new Map<CodeMark, Promise<Redemption>>();
	/** Lets one code of an account be redeemed at a time; by the account's hash. */
	const turns = new FairQueue<string>({ mayBegin: () => true, perOwner: 1 });

	/**
	 * Trims the code, which may be any string (docs/interface.md 2.3). A code of the embedded service is brought into the
	 * form in which the service issued it.
	 *
	 * @returns the code to send; undefined if it is empty or too long, or if the embedded service can't have issued it
	 */
	const readCode = (text: string): string | undefined => {
		const code = text.trim();
		if (code === "" || code.length > codeMaxCharacters) return undefined;
		if (operators.identity !== "embedded") return code;
		return checkHeraldCode(code) === "mistyped" ? undefined : (parseCode(code) ?? code);
	};

	/** @returns an account's name in the journal: its hash for a connected account, null for the operator's */
	const nameInJournal = (account: CreditAccount): string | null =>
		account.ownId === undefined ? null : balances.hashOf(account);

	const redeemCode = async ({ code: text, signal, ...whose }: RedeemRequest): Promise<Redemption> => {
		const code = readCode(text);
		if (code === undefined) return { kind: "mistyped" };
		signal.throwIfAborted();
		const mark = markOf(secret, code);
		if (underWay.has(mark)) return { kind: "in_progress" };
		// Registered before the first await, so that two members can't redeem the same code.
		const redemption = carryOut(code, mark, { ...whose, signal }).finally(() => underWay.delete(mark));
		underWay.set(mark, redemption);
		return redemption;
	};

	/**
	 * Redeems a code while no other code of its account is being redeemed, because gateways refuse a second one. If the
	 * gateway is busy with another program's code, it has done nothing, so the code is sent once more.
	 */
	const carryOut = async (
		code: string,
		mark: CodeMark,
		request: Omit<RedeemRequest, "code">,
	): Promise<Redemption> => {
		const { signal, account = operators } = request;
		const late = new AbortController();
		const stopWaiting = clock.after(patienceMs, () => late.abort(unwanted));
		const inTime = AbortSignal.any([signal, late.signal]);
		let release = () => {};
		try {
			release = await turns.acquire(balances.hashOf(account), inTime);
			const first = await redeemOnce(code, mark, request, inTime);
			if (first.kind !== "busy") return first;
			await pause(clock, busyMs, signal);
			return await redeemOnce(code, mark, request, inTime);
		} catch (error) {
			if (error !== unwanted) throw error;
			return { kind: "too_fast", why: "service", retryAt: clock.now() + patienceMs };
		} finally {
			stopWaiting();
			release();
		}
	};

	/** @param inTime - aborts when the wait for the account's other codes has taken too long */
	const redeemOnce = async (
		code: string,
		mark: CodeMark,
		{ party, userId, account = operators, signal }: Omit<RedeemRequest, "code">,
		inTime: AbortSignal,
	): Promise<Redemption> => {
		const hash = balances.hashOf(account);
		const redemption = {
			party,
			userId,
			member: fingerprint(secret, "member", userId),
			account: nameInJournal(account),
			code: mark,
			secret: markSecret(secret),
		};
		const begin = () =>
			journal.begin(redemption, {
				account: hash,
				windowMs: limitedWindowMs,
				traceMs: memberTraceMs,
				lostAfterMs,
				turnMs,
				findWait,
			});
		let begun = await begin();
		while ("underWay" in begun && begun.underWay === "other") {
			await pause(clock, lookEveryMs, inTime);
			begun = await begin();
		}
		if ("underWay" in begun) return { kind: "in_progress" };
		if ("wait" in begun) return { kind: "too_fast", ...begun.wait };
		const sent = await client.topup(account, code, signal);
		const verdict = await settle(begun.id, hash, sent);
		if (!sent.left) signal.throwIfAborted();
		const isOwn = account.ownId !== undefined;
		return isOwn && (verdict.kind === "redeemed" || verdict.kind === "unauthorized")
			? { ...verdict, isOwn }
			: verdict;
	};

	const settle = async (id: number, account: string, sent: TopupAttempt): Promise<TopupOutcome> => {
		const { answer } = sent;
		const read = sent.left ? classifyTopup(answer) : ({ kind: "unavailable", why: "unreachable" } as const);
		const outcome: TopupOutcome =
			read === "rate_limited"
				? { kind: read, retryAt: await balances.noteLimit(account, answer?.headers ?? {}) }
				: read;
		const verdict = await weigh(id, outcome);
		const details = {
			event: "redemption" as const,
			correlation: correlationId(),
			redemption: id,
			outcome: verdict.kind,
			reason: describeVerdict(verdict).reason,
			failure: sent.failure,
			status: answer?.status,
			contentType: answer?.headers["content-type"],
			requestId: answer?.headers[requestIdHeader],
		};
		if (verdict.kind === "unavailable" && verdict.why === "closed") logger.warn(details, closedAdvice);
		else logger.info(details, "redemption");
		await outcomes.save(id, verdict);
		if (verdict.kind === "redeemed") await balances.expire(account);
		return verdict;
	};

	/**
	 * Weighs an outcome against earlier requests with the same code. After a lost answer, a refusal proves nothing: the
	 * lost answer may have been a success. After a known success, a refusal or an unknown outcome means that the code was
	 * used. Otherwise the outcome stays, and also tells what is known from earlier requests, unless it is unknown itself.
	 */
	const weigh = async (id: number, outcome: TopupOutcome): Promise<TopupOutcome> => {
		if (outcome.kind === "redeemed") return outcome;
		// If the journal can't be read, an earlier answer may have been lost.
		const earlier = await journal.readEarlier(id).catch(() => "lost" as const);
		if (outcome.kind === "unknown")
			return earlier === "redeemed" ? { kind: "refused", reason: "used" } : outcome;
		if (earlier === undefined) return outcome;
		if (outcome.kind !== "refused" || earlier === "unclear") return { ...outcome, earlier };
		return earlier === "lost" ? { kind: "unknown", why: "lost_before" } : { ...outcome, reason: "used" };
	};

	return {
		balances,

		/**
		 * Turns redemptions without an outcome into unknown ones, drops old traces of members, and warns if redemptions
		 * were recorded with another secret. Must be called before the first redemption.
		 *
		 * @returns the number of redemptions that became unknown
		 */
		recover: async (): Promise<number> => {
			const lost = await journal.failOpen();
			await journal.dropTraces(memberTraceMs);
			if (lost > 0)
				logger.warn(
					{ event: "redemptions_lost", redemptions: lost },
					"redemptions without an answer are now unknown",
				);
			const others = await journal.countOfOtherSecrets(markSecret(secret), secretWarningMs);
			if (others > 0)
				logger.warn(
					{ event: "bot_secret_changed", redemptions: others },
					"bot.secret isn't the one that these redemptions were recorded with, so their codes aren't known again: stop Herald and restore it from a backup",
				);
			return lost;
		},

		/**
		 * Redeems a code (docs/interface.md 4.2) once no other code of the same account is being redeemed. Each request is
		 * recorded before it is sent, and sent again only after an answer that says nothing was done.
		 *
		 * @throws the signal's reason if it aborts before the request is sent
		 */
		redeem: async (request: RedeemRequest): Promise<Redemption> => {
			const redemption = await redeemCode(request);
			measure("codeRedeemed", { outcome: redemption.kind });
			return redemption;
		},

		/** Records a code without an outcome as unknown, because the process that was redeeming the code has ended. */
		giveUp: (redeemer: Redeemer, code: CodeMark): Promise<void> => journal.giveUp({ ...redeemer, code }),

		/** @returns the outcomes that a member hasn't seen yet, oldest first */
		listUnanswered: async (redeemer: Redeemer): Promise<EarlierRedemption[]> => {
			const rows = await journal.listUnanswered(redeemer);
			return rows.map((row) => ({ redemption: readVerdict(row), code: row.code as CodeMark }));
		},

		/** Marks a code's outcome as seen by its member. Never rejects, since showing it twice does no harm. */
		markAnswered: async ({ party, userId }: Redeemer, code: CodeMark): Promise<void> => {
			await journal
				.markAnswered({ party, userId, code })
				.catch((error: unknown) =>
					logger.warn(
						{ event: "redemption_not_marked_told", err: error },
						"could not save that a redemption was told",
					),
				);
		},

		/** @returns the fingerprint of a typed code; undefined if it can't be a code */
		mark: (text: string): CodeMark | undefined => {
			const code = readCode(text);
			return code === undefined ? undefined : markOf(secret, code);
		},

		/** @returns a party's last redemptions for an account, newest first; the account defaults to the operator's */
		list: (party: Party, limit: number, account = operators): Promise<JournalEntry[]> =>
			journal.list(party, limit, nameInJournal(account)),

		/** Doesn't wait for answers: redemptions under way become unknown and are saved before the promise resolves. */
		close: async (): Promise<void> => {
			await client.close();
			await Promise.allSettled(underWay.values());
			await outcomes.close();
		},
	};
};

const readVerdict = ({ outcome, reason, units, account }: UnansweredRedemption): TopupOutcome => {
	if (outcome === "redeemed")
		return { kind: outcome, units: units ?? undefined, ...(account !== null && { isOwn: true }) };
	if (outcome === "refused") return { kind: outcome, reason: (reason ?? "rejected") as RefusalReason };
	return { kind: outcome, why: (reason ?? "lost") as Uncertainty };
};

/** @returns what the journal stores of an outcome besides its kind */
const describeVerdict = (verdict: TopupOutcome): { reason?: string; units?: number | undefined } => {
	if (verdict.kind === "refused") return { reason: verdict.reason };
	if (verdict.kind === "unavailable" || verdict.kind === "unknown") return { reason: verdict.why };
	return verdict.kind === "redeemed" ? { units: verdict.units } : {};
};

/**
 * Saves outcomes, trying again until each is in the journal, so that the journal matches what members were told.
 *
 * @param againMs - the wait before saving is tried again, in ms
 */
const saveOutcomes = (journal: Pick<Redemptions, "settle">, logger: Logger, againMs: number) => {
	const closing = new AbortController();
	const late = new UnderWay();
	const saveLate = async (...settlement: Parameters<Redemptions["settle"]>): Promise<void> => {
		for (;;) {
			const isLast = await wait(againMs, false, { signal: closing.signal, ref: false }).catch(() => true);
			try {
				return await journal.settle(...settlement);
			} catch {
				// The first failure was logged.
				if (isLast) return;
			}
		}
	};
	return {
		/** Never rejects, since the member gets the answer anyway. */
		save: async (id: number, verdict: TopupOutcome): Promise<void> => {
			const settlement = { outcome: verdict.kind, ...describeVerdict(verdict) };
			try {
				await journal.settle(id, settlement);
			} catch (error) {
				logger.error(
					{ event: "redemption_not_saved", err: error, redemption: id },
					"could not save a redemption's outcome, and try again until it is saved",
				);
				void late.follow(saveLate(id, settlement));
			}
		},
		/**
		 * Tries once more to save each outcome that isn't saved yet. If that fails, too, the outcome becomes unknown at the
		 * next start.
		 */
		close: async (): Promise<void> => {
			closing.abort();
			await late.settle();
		},
	};
};
