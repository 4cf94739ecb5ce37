import { availableParallelism } from "node:os";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { orAborted } from "@herald/common/retry.ts";
import type { Database } from "@herald/common/storage/open-database.ts";
import { ignoredFieldsHeader } from "@herald/common/wire/http.ts";
import type { SpeechModel } from "@herald/common/wire/models.ts";
import { audioTokensPerSecond, priceSpeech } from "@herald/common/wire/prices.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Account, canPay, chargeSpeech, Reservations } from "../accounts/accounts.ts";
import {
	type Engine,
	type SynthesizedSpeech,
	silentPhraseSeconds,
	type TakePiece,
} from "../engine/engine.ts";
import { OverlongPhraseError, sampleRate } from "../engine/speech-engine.ts";
import { readOwnAccount } from "./authorize.ts";
import { GatewayError, tooMany, writeGatewayError } from "./gateway-error.ts";
import {
	audioMaxTokens,
	countAudioTokens,
	estimateAudioTokens,
	readRequest,
	type SpeechOrder,
} from "./read-request.ts";
import { meetTrouble } from "./simulated-trouble.ts";
import { eventWriter, openEvents, sendAnswer, type Usage, writeResponse } from "./write-answer.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** The voices that spoke, for the log; null if no speech was made. */
		voices: readonly string[] | null;
	}
}

const waitingMax = 64;
const maxSeconds = audioMaxTokens / audioTokensPerSecond;
/** The most texts spoken at once: enough to keep every thread busy, and few enough for their sound to fit in memory. */
const spokenAtOnce = Math.max(4, availableParallelism());
const busyRetrySeconds = 5;
export interface SpeechHandlerParts {
	readonly database: Database;
	readonly engine: Pick<Engine, "speak">;
	readonly patience: ClientPatience;
}

/** The limits for clients that don't read their answers. */
export interface ClientPatience {
	/** How long a client may read nothing of its answer before the connection is closed, in ms. */
	readonly unreadMs: number;
	/** The limit in bytes on the sound of all answers that clients haven't read yet. */
	readonly heldMaxBytes: number;
}

/**
 * Answers with speech, as a whole or as events (docs/interface.md 4.1). Speech is charged when it has been made. If
 * the client disconnects, a stream fails, or a phrase takes too long, the part made so far is charged.
 */
export class SpeechHandler {
	readonly #parts: SpeechHandlerParts;
	readonly #hold: ReturnType<typeof limitMemory>;
	readonly #reserved = new Reservations();
	readonly #queue = new FairQueue<number>({
		mayBegin: (running) => running < spokenAtOnce,
		// One account can't occupy all places.
		perOwner: spokenAtOnce - 1,
		bound: {
			waitingMax,
			full: () => tooMany(`More than ${waitingMax} requests are waiting`, busyRetrySeconds),
		},
	});

	constructor(parts: SpeechHandlerParts) {
		this.#parts = parts;
		this.#hold = limitMemory(parts.patience.heldMaxBytes);
	}

	/** Answers with the whole sound at once. */
	async answer(request: FastifyRequest, reply: FastifyReply, model: SpeechModel): Promise<FastifyReply> {
		const { order, signal } = await this.#begin(request, reply, model);
		const { speech, usage } = await this.#speak(request, order, signal);
		signal.throwIfAborted();
		const { answer, sound } = writeResponse(speech, model, usage);
		reply.raw.once("close", this.#holderOf(request, reply)(sound.byteLength));
		return sendAnswer(reply, answer, sound);
	}

	/**
	 * Answers with an event for each piece of sound, and a last event with the tokens or the error. An error before
	 * the first event is thrown.
	 */
	async stream(request: FastifyRequest, reply: FastifyReply, model: SpeechModel): Promise<FastifyReply> {
		const { order, signal } = await this.#begin(request, reply, model);
		const events = eventWriter(model);
		const answer = openEvents(reply, this.#holderOf(request, reply));
		try {
			// Not awaited: a client that reads slowly holds memory, but not its turn in the queue.
			const { speech, usage } = await this.#speak(request, order, signal, (samples, voice) => {
				void answer.send(events.writePiece(samples, voice));
			});
			await answer.send(events.writeEnd(speech, usage));
		} catch (error) {
			if (!answer.hasBegun()) throw error;
			const failure = new GatewayError(500, "The speech engine failed", { code: "do_request_failed" });
			await answer.send(writeGatewayError(failure, request.id));
		}
		answer.end();
		return reply;
	}

	/** @returns a function that counts bytes as unread by the client, and returns a function that releases them */
	#holderOf(request: FastifyRequest, reply: FastifyReply): (bytes: number) => () => void {
		const { id } = readOwnAccount(this.#parts.database, request);
		return (bytes) => this.#hold(id, bytes, () => reply.raw.destroy());
	}

	async #begin(request: FastifyRequest, reply: FastifyReply, model: SpeechModel) {
		const order = readRequest(request.body, model);
		if (order.ignored.length > 0) reply.header(ignoredFieldsHeader, order.ignored.join(", "));
		this.#requireCredit(request);
		const signal = followClient(reply);
		await meetTrouble(this.#parts.database, signal);
		return { order, signal };
	}

	async #speak(
		request: FastifyRequest,
		{ utterances, promptTokens }: SpeechOrder,
		signal: AbortSignal,
		take?: TakePiece,
	): Promise<{ readonly speech: SynthesizedSpeech; readonly usage: Usage }> {
		const { database, engine } = this.#parts;
		const { id } = readOwnAccount(database, request);
		const leave = await this.#queue.acquire(id, signal);
		let release = () => {};
		let made = 0;
		let silentSeconds = 0;
		const charge = (): Usage => {
			const usage = { promptTokens, audioTokens: countAudioTokens(made / sampleRate + silentSeconds) };
			chargeSpeech(database, id, { ...usage, requestId: request.id });
			return usage;
		};
		const takeCounted: TakePiece = (samples, voice) => {
			made += samples.length;
			if (samples.length > 0) return take?.(samples, voice);
			silentSeconds += silentPhraseSeconds;
		};
		try {
			release = await this.#reserve(request, promptTokens, signal);
			const speech = await engine.speak(utterances, maxSeconds, signal, {
				owner: id,
				take: takeCounted,
				isHeardAtOnce: take !== undefined,
			});
			made = speech.samples.length;
			request.voices = speech.voices;
			return { speech, usage: charge() };
		} catch (error) {
			// Failed speech is free, unless it is streamed, the client has left, or the text is to blame.
			const isPaid = signal.aborted || take || error instanceof OverlongPhraseError;
			if (isPaid && made + silentSeconds > 0) charge();
			throw error;
		} finally {
			// Released only after the charge, so that the account's next text sees the balance that is left.
			release();
			leave();
		}
	}

	/**
	 * Reserves what a text may cost. While concurrent texts of the account have reserved its whole balance, this text waits
	 * for them.
	 */
	async #reserve(request: FastifyRequest, promptTokens: number, signal: AbortSignal): Promise<() => void> {
		for (;;) {
			const { id, unlimited, balance } = this.#requireCredit(request);
			if (unlimited || this.#reserved.unitsOf(id) < balance)
				return this.#reserved.reserve(id, priceSpeech(promptTokens, estimateAudioTokens(promptTokens)));
			await orAborted(this.#reserved.lowered(id), signal);
		}
	}

	#requireCredit(request: FastifyRequest): Account {
		const account = readOwnAccount(this.#parts.database, request);
		if (!canPay(account))
			throw new GatewayError(403, `The account's balance is used up, remaining quota: ${account.balance}`, {
				code: "insufficient_user_quota",
			});
		return account;
	}
}

/** @returns a signal that aborts when the client disconnects before the whole answer is sent */
const followClient = (reply: FastifyReply): AbortSignal => {
	const controller = new AbortController();
	reply.raw.once("close", () => {
		if (!reply.raw.writableFinished) controller.abort(new ClientGone());
	});
	if (reply.raw.destroyed) controller.abort(new ClientGone());
	return controller.signal;
};

export class ClientGone extends Error {
	override readonly name = "ClientGone";
}

interface MemoryHold {
	readonly account: number;
	readonly bytes: number;
	readonly drop: () => void;
}

const sumBytes = (holds: readonly MemoryHold[]): number => holds.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Limits the memory of answers that clients haven't read yet. Beyond the limit, the account that holds the most loses
 * the connection that has held memory the longest, so that slow clients don't affect others.
 */
const limitMemory = (maxBytes: number) => {
	let allBytes = 0;
	/** The oldest first. */
	const all = new Set<MemoryHold>();

	/** @param drop - ends the connection. @const hold =s a function that releases the memory; further calls do nothing */
	const hold = (account: number, bytes: number, drop: () => void): (() => void) => {
		const held = { account, bytes, drop };
		all.add(held);
		allBytes += bytes;
		while (allBytes > maxBytes) dropOne();
		return () => release(held);
	};

	const dropOne = () => {
		const byAccount = [...Map.groupBy(all, ({ account }) => account).values()];
		const [oldest] = byAccount.reduce((one, other) => (sumBytes(other) > sumBytes(one) ? other : one));
		if (!oldest) return;
		release(oldest);
		oldest.drop();
	};

	const release = (held: MemoryHold) => {
		if (all.delete(held)) allBytes -= held.bytes;
	};
	return hold;
};
