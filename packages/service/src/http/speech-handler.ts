import { availableParallelism } from "node:os";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { orAborted } from "@herald/common/retry.ts";
import type { Database } from "@herald/common/storage/open-database.ts";
import { ignoredFieldsHeader } from "@herald/common/wire/http.ts";
import type { SpeechModel } from "@herald/common/wire/models.ts";
import { audioTokensPerSecond, priceSpeech } from "@herald/common/wire/prices.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { canPay, chargeSpeech, Reservations, type Usage } from "../accounts/accounts.ts";
import { type Engine, silentPhraseSeconds, type TakePiece } from "../engine/engine.ts";
import { OverlongPhraseError, sampleRate } from "../engine/speech-engine.ts";
import { readOwnAccount } from "./authorize.ts";
import { GatewayError, tooMany, writeGatewayError } from "./gateway-error.ts";
import { audioMaxTokens, countAudioTokens, estimateAudioTokens, readRequest } from "./read-request.ts";
import { meetTrouble } from "./simulated-trouble.ts";
import { createEventAnswer, eventWriter, sendAnswer, writeResponse } from "./write-answer.ts";

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
export const createSpeechHandler = ({ database, engine, patience }: SpeechHandlerParts) => {
	const hold = limitMemory(patience.heldMaxBytes);
	const reserved = new Reservations();
	const queue = new FairQueue<number>({
		mayBegin: (running) => running < spokenAtOnce,
		// One account can't occupy all places.
		perOwner: spokenAtOnce - 1,
		bound: {
			waitingMax,
			full: () => tooMany(`More than ${waitingMax} requests are waiting`, busyRetrySeconds),
		},
	});

	/** Answers with the whole sound at once. */
	const answer = async (request: FastifyRequest, reply: FastifyReply, model: SpeechModel) => {
		const { order, signal } = await begin(request, reply, model);
		const { speech, usage } = await speak(request, order, signal);
		signal.throwIfAborted();
		const { answer: body, sound } = writeResponse(speech, model, usage);
		reply.raw.once("close", holderOf(request, reply)(sound.byteLength));
		return sendAnswer(reply, body, sound);
	};

	/**
	 * Answers with an event for each piece of sound, and a last event with the tokens or the error. An error before
	 * the first event is thrown.
	 */
	const stream = async (request: FastifyRequest, reply: FastifyReply, model: SpeechModel) => {
		const { order, signal } = await begin(request, reply, model);
		const events = eventWriter(model);
		const opened = createEventAnswer(reply, holderOf(request, reply));
		try {
			// Not awaited: a client that reads slowly holds memory, but not its turn in the queue.
			const { speech, usage } = await speak(request, order, signal, (samples, voice) => {
				void opened.send(events.writePiece(samples, voice));
			});
			await opened.send(events.writeEnd(speech, usage));
		} catch (error) {
			if (!opened.hasBegun()) throw error;
			const failure = new GatewayError(500, "The speech engine failed", { code: "do_request_failed" });
			await opened.send(writeGatewayError(failure, request.id));
		}
		opened.end();
		return reply;
	};

	/** @returns a function that counts bytes as unread by the client, and returns a function that releases them */
	const holderOf = (request: FastifyRequest, reply: FastifyReply) => {
		const { id } = readOwnAccount(database, request);
		return (bytes: number) => hold(id, bytes, () => reply.raw.destroy());
	};

	const begin = async (request: FastifyRequest, reply: FastifyReply, model: SpeechModel) => {
		const order = readRequest(request.body, model);
		if (order.ignored.length > 0) reply.header(ignoredFieldsHeader, order.ignored.join(", "));
		requireCredit(request);
		const signal = followClient(reply);
		await meetTrouble(database, signal);
		return { order, signal };
	};

	const speak = async (
		request: FastifyRequest,
		{ utterances, promptTokens }: ReturnType<typeof readRequest>,
		signal: AbortSignal,
		take?: TakePiece,
	) => {
		const { id } = readOwnAccount(database, request);
		const leave = await queue.acquire(id, signal);
		let release = () => {};
		let made = 0;
		let silentSeconds = 0;
		const charge = (): Usage => {
			const usage = { promptTokens, audioTokens: countAudioTokens(made / sampleRate + silentSeconds) };
			chargeSpeech(database, id, request.id, usage);
			return usage;
		};
		const takeCounted: TakePiece = (samples, voice) => {
			made += samples.length;
			if (samples.length > 0) return take?.(samples, voice);
			silentSeconds += silentPhraseSeconds;
		};
		try {
			release = await reserve(request, promptTokens, signal);
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
	};

	/**
	 * Reserves what a text may cost. While concurrent texts of the account have reserved its whole balance, this text waits
	 * for them.
	 */
	const reserve = async (request: FastifyRequest, promptTokens: number, signal: AbortSignal) => {
		for (;;) {
			const { id, unlimited, balance } = requireCredit(request);
			if (unlimited || reserved.unitsOf(id) < balance)
				return reserved.reserve(id, priceSpeech(promptTokens, estimateAudioTokens(promptTokens)));
			await orAborted(reserved.lowered(id), signal);
		}
	};

	const requireCredit = (request: FastifyRequest) => {
		const account = readOwnAccount(database, request);
		if (!canPay(account))
			throw new GatewayError(403, `The account's balance is used up, remaining quota: ${account.balance}`, {
				code: "insufficient_user_quota",
			});
		return account;
	};
	return { answer, stream };
};

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

	/** @param drop - ends the connection. @returns a function that releases the memory; further calls do nothing */
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
