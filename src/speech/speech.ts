import type { PackedClip, SoundFile } from "@herald/common/audio/clip.ts";
import type { Derivation } from "@herald/common/audio/derive-clip.ts";
import { Recent } from "@herald/common/recent.ts";
import type { Payer } from "../budget/payer.ts";
import { correlationId } from "../shared/correlation.ts";
import { measure } from "../shared/measures.ts";
import { type Party, partyKey } from "../shared/party.ts";
import { Problem, type ProblemKind } from "../shared/problem.ts";
import { type AccountOptions, type AccountState, accountStateOf } from "./account-state.ts";
import type { SpeechAccount } from "./ask/client.ts";
import { type MakeLineOptions, makeLine } from "./ask/make-line.ts";
import { defaultAttemptTiming } from "./ask/request.ts";
import { type StreamPrice, type Streams, streamsAt } from "./ask/streams.ts";
import {
	compromisesOf,
	type FilePart,
	isStandIn,
	type Line,
	LineAhead,
	type LineSpeaker,
	type SpeakOptions,
	type SpeechSource,
	type SpokenLine,
	type SpokenResult,
} from "./line.ts";
import { type LineCaller, type LineRequest, LineRequests, PayerChange } from "./line-request.ts";
import { createRequestLimiter, type RequestLimiter } from "./traffic/request-limiter.ts";
import { Tickets } from "./traffic/tickets.ts";

/** The most connected accounts whose states are kept in memory. */
const accountsMax = 2_000;
/** How many accounts are tried for a Line if its guild's account changes while the Line is made. */
const accountTries = 3;

/** The accounts that guilds and members connected. */
interface ConnectedAccounts {
	/** @returns the account that pays for a party now */
	payerOf(party: Party): Promise<SpeechAccount>;
	/** Notes that a connected account has spoken a Line (`trouble` is undefined), or why it was refused. */
	noteTrouble(party: Party, account: SpeechAccount, trouble: ProblemKind | undefined): void;
}

export interface SpeechOptions
	extends AccountOptions,
		Pick<MakeLineOptions, "logger" | "models" | "workers"> {
	/** The operator's account. */
	readonly account: SpeechAccount;
	/** By default, the operator's account pays for all. */
	readonly connected?: ConnectedAccounts | undefined;
	/** What a cancelled stream costs; undefined if nothing is to be streamed. */
	readonly streaming?: StreamPrice | undefined;
	readonly limiter?: RequestLimiter;
	/** Herald's own voices, if they may stand in for the service. */
	readonly ownVoices?: LineSpeaker | undefined;
}

/** A Line's Clip at the usual pace and volume, or the Clip that was derived from that Clip. */
interface LineClip {
	/** The key of the Clip at the usual pace and volume; undefined if that Clip must not be cached. */
	readonly key: string | undefined;
	readonly isDerived: boolean;
	readonly spoken: SpokenLine;
}

const derivedKey = (key: string, { tempo, gainDb }: Derivation): string => `${key}@${tempo}×${gainDb}dB`;

/** Herald's own voices cost nothing, so no account is charged. */
const forFree = ({ party }: Payer): Payer => ({
	party,
	charge: async () => ({ kind: "charged", settle: async () => {} }),
});

/**
 * Turns Lines into audio by `generateContent` (docs/interface.md). Concurrent calls for equal Lines share one request.
 */
export class Speech implements SpeechSource {
	readonly #options: SpeechOptions;
	readonly #operators: AccountState;
	/** The states of connected accounts, by account ID. */
	readonly #own = new Recent<AccountState>(accountsMax);
	readonly #limiter: RequestLimiter;
	readonly #requests: LineRequests;
	readonly #streams: Streams;
	/** The order in which a party's Lines are requested. */
	readonly #tickets = new Tickets();
	/** Clips that were given to the cache on disk, so that each is written once. */
	readonly #written = new WeakSet<PackedClip>();

	constructor(options: SpeechOptions) {
		this.#options = options;
		const { limiter = createRequestLimiter() } = options;
		this.#limiter = limiter;
		this.#operators = accountStateOf(options.account, options, limiter);
		this.#requests = new LineRequests(limiter, options.logger);
		this.#streams = streamsAt(options.streaming, options.now ?? Date.now);
	}

	speak(options: SpeakOptions): LineAhead {
		const { line, payer, signal } = options;
		const { ownVoices } = this.#options;
		if (ownVoices && isStandIn(line.standIn)) return ownVoices.speak({ ...options, payer: forFree(payer) });
		const ahead = new LineAhead(line);
		ahead.follow(this.#answer(options, ahead), signal);
		return ahead;
	}

	async #answer(options: SpeakOptions, ahead: LineAhead): Promise<SpokenResult> {
		const { line, payer, signal } = options;
		const { standIn } = line;
		signal.throwIfAborted();
		const ticket = this.#tickets.take(partyKey(payer.party));
		try {
			const spoken = await this.#speak({ ...options, ahead, ticket });
			return { ok: true, spoken: isStandIn(standIn) ? { ...spoken, compromises: [standIn] } : spoken };
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof Problem) return { ok: false, problem: error };
			throw error;
		} finally {
			ticket.end();
		}
	}

	writeFile(party: Party, parts: readonly FilePart[], comments?: readonly string[]): Promise<SoundFile> {
		return this.#options.workers.writeFile(party, parts, comments);
	}

	resume(account: SpeechAccount = this.#options.account): void {
		this.#stateOf(account).resume();
	}

	/** Starts or stops keeping a connection to the service open. Wanted while a listener may soon ask for speech. */
	keepWarm(wanted: boolean): void {
		this.#operators.client.keepWarm(wanted);
	}

	/** Resolves when all streams have been read whose cancelling might cost the whole answer. */
	settle(): Promise<void> {
		return this.#streams.settle();
	}

	/** Aborts requests in progress, closes the connections, and waits until costs are recorded. */
	async close(): Promise<void> {
		await this.#operators.client.close();
		await this.#requests.settle();
	}

	#stateOf(account: SpeechAccount): AccountState {
		const { ownId } = account;
		if (ownId === undefined) return this.#operators;
		const { client } = this.#operators;
		return this.#own.get(ownId, () => accountStateOf(account, this.#options, this.#limiter, client));
	}

	/** Speaks a Line. For another pace or volume, derives its Clip from the one at the usual pace and volume. */
	async #speak(caller: LineCaller): Promise<SpokenLine> {
		const { tempo = 1, gainDb = 0, standIn: _, ...line } = caller.line;
		if (tempo === 1 && gainDb === 0) return (await this.#findOrMake(line, caller)).spoken;
		const derivation = { tempo, gainDb };
		const { key, isDerived, spoken } = await this.#findOrMake(line, caller, derivation);
		if (isDerived) return spoken;
		const { party } = caller.payer;
		const derived = await this.#options.workers.deriveClip(party, spoken.packed, derivation);
		if (key !== undefined) this.#keep(party, derivedKey(key, derivation), derived, line);
		return { ...spoken, ...derived };
	}

	/**
	 * @param derivation - the pace and volume that are wanted. If no such Clip is cached, the Clip to derive it from is
	 * returned
	 */
	async #findOrMake(line: Line, caller: LineCaller, derivation?: Derivation): Promise<LineClip> {
		let account = await this.#payerOf(caller.payer.party);
		for (let tries = 1; ; tries += 1)
			try {
				return await this.#findOrMakeFor(this.#stateOf(account), line, caller, derivation);
			} catch (error) {
				const { ownId } = account;
				const mayBeAnothers = error instanceof PayerChange || (error instanceof Problem && error.isOfAccount);
				if (!mayBeAnothers || tries === accountTries) throw error;
				account = await this.#payerOf(caller.payer.party);
				if (error instanceof Problem && account.ownId === ownId) throw error;
			}
	}

	async #payerOf(party: Party): Promise<SpeechAccount> {
		const { connected, account } = this.#options;
		return connected?.payerOf(party) ?? account;
	}

	async #findOrMakeFor(
		state: AccountState,
		line: Line,
		caller: LineCaller,
		derivation: Derivation | undefined,
	): Promise<LineClip> {
		const { signal, ticket, ahead } = caller;
		const { party } = caller.payer;
		const { keyOf, refusals } = state;
		const list = (wanted: Line) =>
			this.#options.models.map((model) => {
				const sent = refusals.fit(wanted, model);
				return [keyOf(sent, model), compromisesOf(line, sent)] as const;
			});
		const { style, ...plain } = line;
		const mayBePlain = style !== undefined && line.plainWillDo;
		const keys = new Map([...list(line), ...(mayBePlain ? list(plain) : [])]);
		// The Clips that will do, by their keys in the cache, best first. A derived Clip comes before its source.
		const candidates = new Map<string, Pick<LineClip, "isDerived"> & { readonly key: string }>(
			[...keys.keys()].flatMap((key) => [
				...(derivation ? [[derivedKey(key, derivation), { key, isDerived: true }] as const] : []),
				[key, { key, isDerived: false }] as const,
			]),
		);
		const find = () => this.#options.workers.findClip(party, [...candidates.keys()]);
		const { landed } = this.#requests;
		let found = await find();
		// Lines are requested in order, even if the cache answers for a later Line first.
		if (!found) await ticket.before;
		// A Line that ended in the meantime may have made this very Clip.
		if (!found && this.#requests.landed !== landed) found = await find();
		signal.throwIfAborted();
		const of = found && candidates.get(found.key);
		if (found && of) {
			const { packed, durationMs } = found;
			measure("lineSpoken", { ms: durationMs, source: "cache" });
			return { ...of, spoken: { packed, durationMs, madeMs: 0, compromises: keys.get(of.key) ?? [] } };
		}
		const mayStandIn = this.#options.ownVoices !== undefined && caller.line.standIn === "possible";
		if (mayStandIn) state.outage.check();
		const hurry = mayStandIn ? state.outage.hurry(ahead) : undefined;
		const key = [state.ownId, line.voice, ...keys.keys()].join();
		const underWay = this.#requests.find(key);
		if (underWay)
			this.#options.logger.info(
				{ event: "line_shared", correlation: correlationId(), with: underWay.request.correlation },
				"the same Line is being made already",
			);
		const { request, result } =
			underWay ?? this.#requests.start(key, state, caller, (own) => this.#make(own, line, caller));
		const making = request.wait(caller, result);
		ticket.end();
		const made = await (hurry ? hurry(making) : making);
		const { packed, durationMs, compromises } = made;
		const mine = request.isPaidBy(caller);
		if (made.key !== undefined) this.#keep(party, made.key, made, line);
		measure("lineSpoken", { ms: durationMs, source: mine ? "made" : "shared" });
		const spoken = { packed, durationMs, madeMs: mine ? durationMs : 0, compromises };
		return { key: made.key, isDerived: false, spoken };
	}

	/** @param first - the caller that started the request; others may join. @throws {@link Problem} */
	async #make(request: LineRequest, line: Line, first: LineCaller) {
		const { account, party } = request;
		const { keyOf, ownId } = account;
		const { connected } = this.#options;
		await request.admit();
		try {
			account.breaker.check(partyKey(party));
			request.notify({ kind: "begun", usualMs: account.pace.expect(line.text) });
			const { models, workers, logger, stylePlace = "auto", timing = defaultAttemptTiming } = this.#options;
			const { tempo = 1, gainDb = 0 } = first.line;
			const mayStream = this.#streams.mayBe(line) && tempo === 1;
			const isStreamed = mayStream && first.claims?.claim(first.ahead) === true;
			const streams = this.#streams;
			const made = await makeLine(request, line, {
				...{ models, workers, logger, stylePlace, timing, streams, keyOf },
				streamGainDb: isStreamed ? gainDb : undefined,
			});
			account.pace.note(line.text, request.soundMs);
			account.noteSound();
			if (ownId !== undefined) connected?.noteTrouble(party, account.account, undefined);
			// Cached here instead of by a caller, because the last caller may leave at this moment, and the Clip has been
			// paid for.
			if (made.key !== undefined) this.#keep(party, made.key, made, line);
			return made;
		} catch (error) {
			if (!(error instanceof Problem)) throw error;
			if (error.kind === "rate_limited") measure("requestLimited", {});
			const problem = account.noteProblem(party, error);
			if (ownId !== undefined && problem.isOfAccount)
				connected?.noteTrouble(party, account.account, problem.kind);
			throw problem;
		} finally {
			request.giveBack();
		}
	}

	/** Caches the Clip of a caller's Line: on disk; only in memory if the Line is `memoryOnly`; not if it is `unkept`. */
	#keep(party: Party, key: string, clip: PackedClip, { memoryOnly, unkept }: Line): void {
		const { workers } = this.#options;
		if (unkept || this.#written.has(clip)) return;
		if (memoryOnly) workers.keepInMemory(key, clip);
		else {
			this.#written.add(clip);
			workers.keepClip(party, key, clip);
		}
	}
}
