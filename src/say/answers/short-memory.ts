import { randomUUID } from "node:crypto";
import { type Client, InteractionWebhook, type RepliableInteraction } from "discord.js";
import { noteArrival } from "../../discord/paced-edits.ts";
import { whoOf } from "../../discord/place.ts";
import type { Clock } from "../../shared/clock.ts";
import { elsewhere, type Owner, type Place, placeKey } from "../../shared/party.ts";
import type { Seal } from "../../shared/seal.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import type { KeptRow } from "../../store/database.ts";
import { type Kept, type KeptValues, sealedValuesIn } from "../../store/kept-values.ts";
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
const keepShortly = <T>(
	kind: KeptRow["kind"],
	{ store, seal, clock, edits }: ShortMemoryOptions,
	{ isLesser, onOver }: Handling<T>,
) => {
	const stored = sealedValuesIn<T>(store, kind, seal);
	/** The values by ID, oldest first. */
	const memory = new Map<string, Kept<T> & { readonly bytes: number }>();
	let bytesOfAll = 0;
	/** One timer for all values. It ends a value at most a second late. */
	let alarm: { readonly at: number; readonly cancel: () => void } | undefined;

	const drop = (id: string): Kept<T> | undefined => {
		const kept = memory.get(id);
		if (!kept) return undefined;
		memory.delete(id);
		bytesOfAll -= kept.bytes;
		return kept;
	};

	const end = (id: string): void => {
		const kept = drop(id);
		if (!kept) return;
		void edits.follow(stored.erase(id));
		onOver?.(kept);
	};

	const makeRoom = (): void => {
		const values = [...memory].map(([id, kept]) => ({ id, ...kept }));
		const place = findLargest(values.map((each) => [placeKey(each.place), each.bytes]));
		const there = values.filter((each) => placeKey(each.place) === place);
		const userId = findLargest(there.map((each) => [each.userId, each.bytes]));
		const theirs = there.filter((each) => each.userId === userId);
		const lesser = theirs.find(({ value }) => isLesser?.(value));
		end((lesser ?? theirs[0])?.id ?? "");
	};

	const endDue = (): void => {
		const now = clock.now();
		alarm = undefined;
		let next = Number.POSITIVE_INFINITY;
		for (const [id, { until }] of memory) {
			if (until <= now) end(id);
			else next = Math.min(next, until);
		}
		if (memory.size > 0) wakeAt(Math.max(next, now + togetherMs));
	};

	const wakeAt = (at: number): void => {
		if (alarm && alarm.at <= at) return;
		alarm?.cancel();
		alarm = { at, cancel: clock.after(Math.max(0, at - clock.now()), endDue) };
	};

	const add = (id: string, kept: Kept<T>, sealedBytes: number): void => {
		drop(id);
		const bytes = sealedBytes + bytesBeside;
		memory.set(id, { ...kept, bytes });
		bytesOfAll += bytes;
		wakeAt(kept.until);
		while (bytesOfAll > bytesMax) makeRoom();
	};

	return {
		/**
		 * @returns a value; undefined if there is none. Also finds values of other processes, since outside of guilds a
		 * press may come to any process
		 */
		find: async (id: string): Promise<Kept<T> | undefined> =>
			memory.get(id) ?? stored.find(id).catch(() => undefined),

		keep: (id: string, kept: Kept<T>): void => {
			const sealed = stored.keep(id, kept);
			void edits.follow(sealed.stored);
			add(id, kept, sealed.bytes);
		},

		/** Ends a member's values in a place, or everywhere for `elsewhere`. @returns how many there were */
		forget: (place: Place, userId: string): number => {
			const theirs = [...memory].filter(
				([, kept]) => kept.userId === userId && (place === elsewhere || kept.place === place),
			);
			for (const [id] of theirs) end(id);
			return theirs.length;
		},

		/** Loads the values from before a restart. */
		restore: async (): Promise<void> => {
			for (const row of await stored.list().catch(() => []))
				if (!memory.has(row.id)) add(row.id, row, row.bytes);
		},

		/** Stops the timer and drops the values from memory. They stay in the store. */
		close: (): void => {
			alarm?.cancel();
			alarm = undefined;
			memory.clear();
		},
	};
};

/** How long a request is kept, in ms: as long as an interaction's token is valid. No button lives longer. */
const keptMs = 15 * 60_000;

export type RecentRequests = ReturnType<typeof keepRequests>;

/**
 * The requests that the buttons under answers repeat. They are kept for 15 minutes, and only for the requester.
 *
 * @param now - in ms since the epoch
 */
export const keepRequests = (now: () => number, options: ShortMemoryOptions) => {
	const isLesser = (request: SayRequest | Unread) => "text" in request;
	const { find, keep, ...memory } = keepShortly("text", options, { isLesser });
	return {
		...memory,

		/** @returns the ID for the buttons */
		remember: (request: SayRequest | Unread, { place, userId }: Owner): string => {
			const id = randomUUID();
			keep(id, { place, userId, until: now() + keptMs, value: request });
			return id;
		},

		/** @returns the request; `"over"` if it has expired or is of another place; `"not yours"` if of another member */
		recall: async (id: string, { place, userId }: Owner) => {
			const kept = await find(id);
			if (!kept || kept.until <= now() || kept.place !== place) return "over";
			return kept.userId === userId ? kept.value : "not yours";
		},
	};
};

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

export type AnswersWithButtons = ReturnType<typeof keepButtons>;

/** The answers with buttons. The buttons are removed 14 minutes after the interaction, before they stop working. */
export const keepButtons = (client: Client, options: ShortMemoryOptions) => {
	const { clock, edits } = options;
	/** Ignores errors: a moderator may have deleted the message. */
	const removeButtons = ({ until, value }: Kept<AnswerWithButtons>): void => {
		const { applicationId, token, messageId } = value;
		// If Herald was stopped for long, the token has expired.
		if (clock.now() > until + tokenOutlivesMs) return;
		const webhook = new InteractionWebhook(client as Client<true>, applicationId, token);
		void edits.follow(webhook.editMessage(messageId, { components: [] }));
	};
	const { keep, ...memory } = keepShortly("message", options, { onOver: removeButtons });
	return {
		...memory,

		/** Has an answer's buttons removed in time. @param messageId - of a follow-up; by default, the answer itself */
		add: (interaction: RepliableInteraction, messageId = "@original"): void => {
			const { id, applicationId, token } = interaction;
			const until = noteArrival(interaction, clock) + buttonsLiveMs;
			keep(`${id}:${messageId}`, {
				...whoOf(interaction),
				until,
				value: { applicationId, token, messageId },
			});
		},
	};
};
