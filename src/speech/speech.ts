import type { PackedClip } from "@herald/common/audio/clip.ts";
import type { Derivation } from "@herald/common/audio/derive-clip.ts";
import type { SoundFile } from "@herald/common/audio/sound-file.ts";
import { Recent } from "@herald/common/recent.ts";
import { correlationId } from "../shared/correlation.ts";
import { measure } from "../shared/measures.ts";
import { Problem } from "../shared/problem.ts";
import { AccountState } from "./account-state.ts";
import type { SpeechAccount } from "./ask/client.ts";
import { compromisesOf, type Line } from "./line.ts";
import { type Caller, LineRequests, type Paid, PaidElsewhere, type SpeechOptions } from "./line-requests.ts";
import type { Admit, FilePart, LineNews, SpeechSource, SpokenLine, SpokenResult } from "./spoken.ts";
import { createRequestLimiter, type RequestLimiter } from "./traffic/request-limiter.ts";
import { SingleFlight } from "./traffic/single-flight.ts";
import { Tickets } from "./traffic/tickets.ts";
import type { Payer } from "./usage.ts";

/** Connected accounts that are remembered. */
const accountsMax = 2_000;
/** How often a Line follows its guild to another account. */
const accountTries = 3;

type Listen = (news: LineNews) => void;

/** A Line's Clip, or one that is made from it; no key where it isn't cached. */
interface Found {
	readonly key: string | undefined;
	readonly isDerived: boolean;
	readonly spoken: SpokenLine;
}

/** @returns the key of a Clip that was made from another one */
const derivedKey = (key: string, { tempo, gainDb }: Derivation): string => `${key}@${tempo}×${gainDb}dB`;

/** Herald's own voices cost no account anything. */
const forFree = ({ guildId }: Payer): Payer => ({
	guildId,
	charge: async () => ({ settle: async () => {} }),
});

/** Operation 1 as the rest of Herald sees it: a Line in, its audio out, generated once for concurrent requests. */
export class Speech implements SpeechSource {
	readonly #options: SpeechOptions;
	readonly #operators: AccountState;
	/** Connected ones. */
	readonly #own = new Recent<AccountState>(accountsMax);
	readonly #limiter: RequestLimiter;
	readonly #flights = new SingleFlight<Paid, LineNews, Caller>();
	readonly #requests: LineRequests;
	/** A guild's Lines that are about to be requested. */
	readonly #tickets = new Tickets();
	/** Clips that were written to disk. */
	readonly #written = new WeakSet<PackedClip>();

	constructor(options: SpeechOptions) {
		this.#options = options;
		const { limiter = createRequestLimiter() } = options;
		this.#limiter = limiter;
		this.#operators = new AccountState(options.account, options, limiter);
		this.#requests = new LineRequests(options, limiter);
	}

	async speak(
		line: Line,
		payer: Payer,
		signal: AbortSignal,
		listen: Listen = () => {},
		// A Line of no text waits as long as it takes.
		admit: Admit = (take) => take(),
		mayStream = () => false,
	): Promise<SpokenResult> {
		const { ownVoices } = this.#options;
		const { standIn, ...asked } = line;
		if (ownVoices && standIn !== undefined && standIn !== "possible") {
			const compromises = [standIn];
			const pass: Listen = (news) => listen(news.kind === "sound" ? { ...news, compromises } : news);
			const result = await ownVoices.speak(asked, forFree(payer), signal, pass, admit, mayStream);
			return result.ok ? { ok: true, spoken: { ...result.spoken, compromises } } : result;
		}
		const mayStandIn = ownVoices !== undefined && standIn === "possible";
		signal.throwIfAborted();
		const ticket = this.#tickets.take(payer.guildId);
		try {
			return {
				ok: true,
				spoken: await this.#speak(asked, { payer, signal, ticket, listen, admit, mayStream, mayStandIn }),
			};
		} catch (error) {
			signal.throwIfAborted();
			if (error instanceof Problem) return { ok: false, problem: error };
			throw error;
		} finally {
			ticket.end();
		}
	}

	writeFile(guildId: string, parts: readonly FilePart[], comments?: readonly string[]): Promise<SoundFile> {
		return this.#options.workers.writeFile(guildId, parts, comments);
	}

	resume(account: SpeechAccount = this.#options.account): void {
		this.#stateOf(account).resume();
	}

	/** Keeps a connection to the service open, or stops that: a listener soon wants to hear something. */
	keepWarm(wanted: boolean): void {
		this.#operators.client.keepWarm(wanted);
	}

	/** Resolves when no stream is read that costs as much if it is cut off. */
	settle(): Promise<void> {
		return this.#requests.streams.settle();
	}

	/** Aborts requests in progress and closes the connections. */
	async close(): Promise<void> {
		await this.#operators.client.close();
		await this.#requests.costs.settle();
	}

	#stateOf(account: SpeechAccount): AccountState {
		const { ownId } = account;
		if (ownId === undefined) return this.#operators;
		return this.#own.get(
			ownId,
			() => new AccountState(account, this.#options, this.#limiter, this.#operators),
		);
	}

	/** A Line at another pace or volume is made from its Clip as usual, which is asked for if it isn't there. */
	async #speak({ tempo = 1, gainDb = 0, ...line }: Line, caller: Caller): Promise<SpokenLine> {
		const listen: Listen = (news) => {
			// Sound that is heard early is as it is made, for the first caller.
			if (news.kind !== "sound" || (tempo === 1 && news.gainDb === gainDb)) caller.listen(news);
		};
		const mayStream = () => tempo === 1 && caller.mayStream();
		const asked = { ...caller, listen, mayStream };
		if (tempo === 1 && gainDb === 0) return (await this.#findOrMake(line, asked)).spoken;
		const derivation = { tempo, gainDb };
		const { key, isDerived, spoken } = await this.#findOrMake(line, asked, derivation);
		if (isDerived) return spoken;
		const { guildId } = caller.payer;
		const derived = await this.#options.workers.deriveClip(guildId, spoken.packed, derivation);
		if (key !== undefined) this.#keep(guildId, derivedKey(key, derivation), derived, line);
		return { ...spoken, ...derived };
	}

	/** @param derivation - of the Clip that is wanted, if it is there: else it is the one that it is made from */
	async #findOrMake(line: Line, caller: Caller, derivation?: Derivation): Promise<Found> {
		const { accountOf = async () => this.#options.account } = this.#options;
		let account = await accountOf(caller.payer.guildId);
		for (let tries = 1; ; tries += 1)
			try {
				return await this.#findOrMakeFor(this.#stateOf(account), line, caller, derivation);
			} catch (error) {
				const { ownId } = account;
				const mayBeAnothers =
					error instanceof PaidElsewhere || (error instanceof Problem && error.isOfAccount);
				if (!mayBeAnothers || tries === accountTries) throw error;
				account = await accountOf(caller.payer.guildId);
				if (error instanceof Problem && account.ownId === ownId) throw error;
			}
	}

	async #findOrMakeFor(
		state: AccountState,
		line: Line,
		caller: Caller,
		derivation: Derivation | undefined,
	): Promise<Found> {
		const { signal, ticket } = caller;
		const { guildId } = caller.payer;
		const { keyOf, refused } = state;
		const { models } = this.#options;
		const list = (wanted: Line) =>
			models.map((model) => {
				const sent = refused.fit(wanted, model);
				return [keyOf(sent, model), compromisesOf(line, sent)] as const;
			});
		const { style, ...plain } = line;
		const mayBePlain = style !== undefined && line.plainWillDo;
		const keys = new Map([...list(line), ...(mayBePlain ? list(plain) : [])]);
		// By keys in the cache, the best first: a Clip that needs to be made from another one comes after one that doesn't.
		const candidates = new Map<string, Pick<Found, "isDerived"> & { readonly key: string }>(
			[...keys.keys()].flatMap((key) => [
				...(derivation ? [[derivedKey(key, derivation), { key, isDerived: true }] as const] : []),
				[key, { key, isDerived: false }] as const,
			]),
		);
		const find = () => this.#options.workers.findClip(guildId, [...candidates.keys()]);
		const { landed } = this.#flights;
		let found = await find();
		// Lines are requested in order, whichever the cache answers first.
		if (!found) await ticket.before;
		// The very Clip that the cache didn't have may have been made meanwhile.
		if (!found && this.#flights.landed !== landed) found = await find();
		signal.throwIfAborted();
		const of = found && candidates.get(found.key);
		if (found && of) {
			const { packed, durationMs } = found;
			measure("lineSpoken", { ms: durationMs, source: "cache" });
			const spoken = { packed, durationMs, madeMs: 0, compromises: keys.get(of.key) ?? [] };
			return { ...of, spoken };
		}
		if (caller.mayStandIn) state.outage.check();
		const hurry = caller.mayStandIn ? state.outage.hurry(line.text, caller.listen) : undefined;
		const flight = [state.account.ownId, line.voice, ...keys.keys()].join();
		const underWay = this.#flights.find(flight);
		// Under whose id the request was made that this caller joins.
		if (underWay)
			this.#options.logger.info(
				{ event: "line_shared", correlation: correlationId(), with: underWay.correlation },
				"the same Line is being made already",
			);
		const waiting = hurry ? { ...caller, listen: hurry.listen } : caller;
		const making = this.#flights.run(flight, waiting, async (shared, notify) => {
			const made = await this.#requests.make(line, state, caller, shared, notify, derivation?.gainDb);
			// Here, and not when a caller takes it: the last one may leave at this moment, and it is paid for.
			if (made.key !== undefined) this.#keep(guildId, made.key, made, line);
			return made;
		});
		ticket.end();
		const made = await (hurry ? hurry.wait(making) : making);
		const { packed, durationMs, compromises } = made;
		const mine = made.paidBy?.ticket === ticket;
		if (made.key !== undefined) this.#keep(guildId, made.key, made, line);
		measure("lineSpoken", { ms: durationMs, source: mine ? "made" : "shared" });
		const spoken = { packed, durationMs, madeMs: mine ? durationMs : 0, compromises };
		return { key: made.key, isDerived: false, spoken };
	}

	/** A Clip of several callers is written to disk unless none of them may have it there. */
	#keep(guildId: string, key: string, clip: PackedClip, { memoryOnly, unkept }: Line): void {
		const { workers } = this.#options;
		if (unkept || this.#written.has(clip)) return;
		if (memoryOnly) workers.keepInMemory(key, clip);
		else {
			this.#written.add(clip);
			workers.keepClip(guildId, key, clip);
		}
	}
}
