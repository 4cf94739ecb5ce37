import { randomUUID } from "node:crypto";
import { type Client, InteractionWebhook, type RepliableInteraction } from "discord.js";
import { noteArrival } from "../../discord/paced-edits.ts";
import { whoOf } from "../../discord/place.ts";
import type { Clock } from "../../shared/clock.ts";
import { elsewhere, type Owner, type Place, placeKey } from "../../shared/party.ts";
import type { Seal } from "../../shared/seal.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import type { KeptRow } from "../../store/database.ts";
import { type Kept, type KeptValues, type SealedValues, sealedValuesIn } from "../../store/kept-values.ts";
import type { SayRequest, Unread } from "../sound/request.ts";

/** @returns the name with the most bytes in total */
const findLargest = (all: readonly (readonly [name: string, bytes: number])[]): string | undefined => {
	const sums = new Map<string, number>();
	for (const [name, bytes] of all) sums.set(name, (sums.get(name) ?? 0) + bytes);
	return [...sums].sort(([, one], [, other]) => other - one)[0]?.[0];
};

export interface ShortMemoryOptions {
	readonly store: KeptValues;
	readonly seal: Seal;
	/** Times the expiry of values. */
	readonly clock: Clock;
	/** Follows what is being stored, so that a stop waits for it. */
	readonly edits: UnderWay;
}

interface Handling<T> {
	/** Whether a value is dropped before its member's other values, when room is needed. */
	readonly isLesser?: (value: T) => boolean;
	readonly onOver?: (kept: Kept<T>) => void;
}

/** How long the timer waits at least after a run, in ms, so that the next run ends several values at once. */
const togetherMs = 1_000;
/** The most bytes of all sealed values together, with `bytesBeside` as the overhead of each. */
const bytesMax = 16 * 2 ** 20;
const bytesBeside = 1_024;

/**
 * Keeps values for minutes: in memory, and sealed in the store to survive a restart. A value that can't be stored is
 * lost only at a restart. If the values take too many bytes, some are dropped: in the place whose values take the most,
 * those of the member whose values take the most there.
 */
class ShortMemory<T> {
	readonly #stored: SealedValues<T>;
	readonly #options: ShortMemoryOptions;
	readonly #handling: Handling<T>;
	/** The values by ID, oldest first. */
	readonly #kept = new Map<string, Kept<T> & { readonly bytes: number }>();
	#bytes = 0;
	/** One timer for all values. It ends a value at most a second late. */
	#alarm: { readonly at: number; readonly cancel: () => void } | undefined;

	constructor(kind: KeptRow["kind"], options: ShortMemoryOptions, handling: Handling<T> = {}) {
		this.#stored = sealedValuesIn<T>(options.store, kind, options.seal);
		this.#options = options;
		this.#handling = handling;
	}

	/**
	 * @returns a value; undefined if there is none. Also finds values of other processes, since outside of guilds a
	 * press may come to any process
	 */
	async find(id: string): Promise<Kept<T> | undefined> {
		return this.#kept.get(id) ?? this.#stored.find(id).catch(() => undefined);
	}

	keep(id: string, kept: Kept<T>): void {
		const { bytes, stored } = this.#stored.keep(id, kept);
		void this.#options.edits.follow(stored);
		this.#add(id, kept, bytes);
	}

	/** Ends a member's values in a place, or everywhere for `elsewhere`. @returns how many there were */
	forget(place: Place, userId: string): number {
		const theirs = [...this.#kept].filter(
			([, kept]) => kept.userId === userId && (place === elsewhere || kept.place === place),
		);
		for (const [id] of theirs) this.#over(id);
		return theirs.length;
	}

	/** Loads the values from before a restart. */
	async restore(): Promise<void> {
		for (const stored of await this.#stored.list().catch(() => []))
			if (!this.#kept.has(stored.id)) this.#add(stored.id, stored, stored.bytes);
	}

	/** Stops the timer and drops the values from memory. They stay in the store. */
	close(): void {
		this.#alarm?.cancel();
		this.#alarm = undefined;
		this.#kept.clear();
	}

	#add(id: string, kept: Kept<T>, sealedBytes: number): void {
		this.#drop(id);
		const bytes = sealedBytes + bytesBeside;
		this.#kept.set(id, { ...kept, bytes });
		this.#bytes += bytes;
		this.#wakeAt(kept.until);
		while (this.#bytes > bytesMax) this.#makeRoom();
	}

	#makeRoom(): void {
		const all = [...this.#kept].map(([id, kept]) => ({ id, ...kept }));
		const place = findLargest(all.map((each) => [placeKey(each.place), each.bytes]));
		const there = all.filter((each) => placeKey(each.place) === place);
		const userId = findLargest(there.map((each) => [each.userId, each.bytes]));
		const theirs = there.filter((each) => each.userId === userId);
		const lesser = theirs.find(({ value }) => this.#handling.isLesser?.(value));
		this.#over((lesser ?? theirs[0])?.id ?? "");
	}

	#drop(id: string): Kept<T> | undefined {
		const kept = this.#kept.get(id);
		if (!kept) return undefined;
		this.#kept.delete(id);
		this.#bytes -= kept.bytes;
		return kept;
	}

	#wakeAt(at: number): void {
		if (this.#alarm && this.#alarm.at <= at) return;
		const { clock } = this.#options;
		this.#alarm?.cancel();
		this.#alarm = { at, cancel: clock.after(Math.max(0, at - clock.now()), () => this.#endDue()) };
	}

	#endDue(): void {
		const now = this.#options.clock.now();
		this.#alarm = undefined;
		let next = Number.POSITIVE_INFINITY;
		for (const [id, { until }] of this.#kept) {
			if (until <= now) this.#over(id);
			else next = Math.min(next, until);
		}
		if (this.#kept.size > 0) this.#wakeAt(Math.max(next, now + togetherMs));
	}

	#over(id: string): void {
		const kept = this.#drop(id);
		if (!kept) return;
		void this.#options.edits.follow(this.#stored.erase(id));
		this.#handling.onOver?.(kept);
	}
}

/** How long a request is kept, in ms: as long as an interaction's token is valid. No button lives longer. */
const keptMs = 15 * 60_000;

/** The requests that the buttons under answers repeat. They are kept for 15 minutes, and only for the requester. */
export class RecentRequests extends ShortMemory<SayRequest | Unread> {
	readonly #now: () => number;

	/** @param now - in ms since the epoch */
	constructor(now: () => number, options: ShortMemoryOptions) {
		super("text", options, { isLesser: (request) => "text" in request });
		this.#now = now;
	}

	/** @returns the ID for the buttons */
	remember(request: SayRequest | Unread, { place, userId }: Owner): string {
		const id = randomUUID();
		this.keep(id, { place, userId, until: this.#now() + keptMs, value: request });
		return id;
	}

	/** @returns the request; `"over"` if it has expired or is of another place; `"not yours"` if of another member */
	async recall(id: string, { place, userId }: Owner): Promise<SayRequest | Unread | "over" | "not yours"> {
		const kept = await this.find(id);
		if (!kept || kept.until <= this.#now() || kept.place !== place) return "over";
		return kept.userId === userId ? kept.value : "not yours";
	}
}

/**
 * How long an answer keeps its buttons, in ms: a minute less than an interaction's token is valid, since removing the
 * buttons needs the token.
 */
export const buttonsLiveMs = 14 * 60_000;
/** How long the token is still valid after `buttonsLiveMs`, minus the time for a request, in ms. */
const tokenOutlivesMs = 45_000;

interface AnswerWithButtons {
	readonly applicationId: string;
	readonly token: string;
	/** `@original`, or the ID of a follow-up. */
	readonly messageId: string;
}

/** The answers with buttons. The buttons are removed 14 minutes after the interaction, before they stop working. */
export class AnswersWithButtons extends ShortMemory<AnswerWithButtons> {
	readonly #client: Client;
	readonly #options: ShortMemoryOptions;

	constructor(client: Client, options: ShortMemoryOptions) {
		super("message", options, { onOver: (kept) => this.#removeButtons(kept) });
		this.#client = client;
		this.#options = options;
	}

	/** Has an answer's buttons removed in time. @param messageId - of a follow-up; by default, the answer itself */
	add(interaction: RepliableInteraction, messageId = "@original"): void {
		const { id, applicationId, token } = interaction;
		this.keep(`${id}:${messageId}`, {
			...whoOf(interaction),
			until: noteArrival(interaction, this.#options.clock) + buttonsLiveMs,
			value: { applicationId, token, messageId },
		});
	}

	/** Ignores errors: a moderator may have deleted the message. */
	#removeButtons({ until, value: { applicationId, token, messageId } }: Kept<AnswerWithButtons>): void {
		// If Herald was stopped for long, the token has expired.
		if (this.#options.clock.now() > until + tokenOutlivesMs) return;
		const webhook = new InteractionWebhook(this.#client as Client<true>, applicationId, token);
		void this.#options.edits.follow(webhook.editMessage(messageId, { components: [] }));
	}
}
