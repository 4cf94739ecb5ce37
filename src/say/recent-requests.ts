import { randomUUID } from "node:crypto";
import type { Delivery } from "../store/preferences.ts";

/** A text as it was spoken for somebody, so that it can be spoken again. */
export interface SayRequest {
	/** As the member wrote it. */
	readonly written: string;
	/** What answers show of it. */
	readonly quote: string;
	/** As it is spoken. */
	readonly speakable: string;
	readonly voice: string;
	readonly style: string | undefined;
	readonly delivery: Delivery;
	/** Whether its first Line is short, so that its first word comes soon: cut likewise, its Clips are found again. */
	readonly startsShort?: boolean;
	/** Whether it repeats what was heard before: a style that had to be left out stays left out. */
	readonly asBefore?: boolean;
}

/** What a member wants spoken now. */
export interface Wanted extends SayRequest {
	/** Sentences at the end of the answer, such as that a preferred voice is no longer available. */
	readonly notes?: readonly string[];
}

interface Remembered {
	readonly request: SayRequest;
	readonly guildId: string;
	readonly userId: string;
	readonly until: number;
}

/** As long as an interaction's token is valid: after that, the answer can't be changed either. */
const keptMs = 15 * 60_000;
/** Each is a text of at most 6,000 characters. */
const keptAtMost = 2_000;

/** What the buttons under answers act on: only in memory, for fifteen minutes, and only for the requester. */
export class RecentRequests {
	readonly #now: () => number;
	/** Oldest first. */
	readonly #kept = new Map<string, Remembered>();

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/** @returns the id to put into the buttons */
	remember(request: SayRequest, guildId: string, userId: string): string {
		for (const [id, { until }] of this.#kept) {
			if (until > this.#now() && this.#kept.size < keptAtMost) break;
			this.#kept.delete(id);
		}
		const id = randomUUID();
		this.#kept.set(id, { request, guildId, userId, until: this.#now() + keptMs });
		return id;
	}

	/** @returns the text, `"over"` if it has expired, or `"not yours"` */
	recall(id: string, guildId: string, userId: string): SayRequest | "over" | "not yours" {
		const kept = this.#kept.get(id);
		if (!kept || kept.until <= this.#now() || kept.guildId !== guildId) return "over";
		return kept.userId === userId ? kept.request : "not yours";
	}

	/** Forgets the texts of a member in a guild. @returns how many there were */
	forget(guildId: string, userId: string): number {
		const theirs = [...this.#kept].filter(([, kept]) => kept.guildId === guildId && kept.userId === userId);
		for (const [id] of theirs) this.#kept.delete(id);
		return theirs.length;
	}
}
