import { randomUUID } from "node:crypto";
import type { Owner } from "../../shared/party.ts";
import type { SayRequest, Unread } from "../sound/request.ts";
import { ShortMemory, type ShortMemoryOptions } from "./short-memory.ts";

/** As long as an interaction's token is valid: after that, the answer can't be changed either. */
const keptMs = 15 * 60_000;

/** The requests that the buttons under answers act on: for fifteen minutes, and only for the requester. */
export class RecentRequests extends ShortMemory<SayRequest | Unread> {
	readonly #now: () => number;

	/** @param now - in ms since the epoch */
	constructor(now: () => number, options: ShortMemoryOptions) {
		super("text", options, { isLesser: (request) => "text" in request });
		this.#now = now;
	}

	/** @returns the id to put into the buttons */
	remember(request: SayRequest | Unread, { place, userId }: Owner): string {
		const id = randomUUID();
		this.keep(id, { place, userId, until: this.#now() + keptMs, value: request });
		return id;
	}

	/** @returns the text, `"over"` if it has expired, or `"not yours"` */
	async recall(id: string, { place, userId }: Owner): Promise<SayRequest | Unread | "over" | "not yours"> {
		const kept = await this.find(id);
		if (!kept || kept.until <= this.#now() || kept.place !== place) return "over";
		return kept.userId === userId ? kept.value : "not yours";
	}
}
