/** The order of the two packets that a voice connection needs: after op 4, a move, or a change of the server. */
export interface PacketOrder {
	readonly first: "state" | "server";
	/** From the first to the second, in ms. */
	readonly gapMs: number;
	/** Before the first, in ms. */
	readonly delayMs?: number;
}

type Kind = PacketOrder["first"];

type Dispatch = (name: string, data: unknown, guildId: string) => void;

const eventOf = { state: "VOICE_STATE_UPDATE", server: "VOICE_SERVER_UPDATE" } as const;

interface Waiting {
	readonly send: () => void;
	/** By `performance.now()`. */
	readonly due: number;
	readonly timer: NodeJS.Timeout;
}

/**
 * Sends the application's VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE in one order or the other, with time between them.
 * Packets of one kind never overtake each other: the gateway keeps their order.
 */
export class PacketOrders {
	/** For every packet, or chosen for each; undefined: at once, as they come. */
	order: PacketOrder | (() => PacketOrder) | undefined;
	readonly #dispatch: Dispatch;
	readonly #waiting = new Map<string, Waiting[]>();

	constructor(dispatch: Dispatch) {
		this.#dispatch = dispatch;
	}

	/** A packet that has one of the other kind beside it. */
	send(kind: Kind, guildId: string, data: unknown): void {
		const order = typeof this.order === "function" ? this.order() : this.order;
		const waitMs = order ? (order.delayMs ?? 0) + (order.first === kind ? 0 : order.gapMs) : 0;
		this.#send(kind, guildId, data, order && order.first !== kind ? Math.max(1, waitMs) : waitMs);
	}

	/** A packet that stands alone, such as the state after a leave: at once, but after those of its kind that wait. */
	sendInTurn(kind: Kind, guildId: string, data: unknown): void {
		this.#send(kind, guildId, data, 0);
	}

	/** The state of another member, which waits for nothing. */
	sendOther(guildId: string, data: unknown): void {
		this.#dispatch(eventOf.state, data, guildId);
	}

	stop(): void {
		for (const queue of this.#waiting.values()) for (const { timer } of queue) clearTimeout(timer);
		this.#waiting.clear();
	}

	#send(kind: Kind, guildId: string, data: unknown, waitMs: number): void {
		const send = () => this.#dispatch(eventOf[kind], data, guildId);
		const key = `${kind}:${guildId}`;
		const queue = this.#waiting.get(key) ?? [];
		if (queue.length === 0 && waitMs === 0) {
			send();
			return;
		}
		// Packets before it keep their time.
		const due = Math.max(performance.now() + waitMs, queue.at(-1)?.due ?? 0);
		const entry: Waiting = {
			send,
			due,
			timer: setTimeout(() => this.#flush(key, entry), due - performance.now()),
		};
		entry.timer.unref();
		this.#waiting.set(key, [...queue, entry]);
	}

	/** Sends the packets before it first. */
	#flush(key: string, entry: Waiting): void {
		const queue = this.#waiting.get(key) ?? [];
		const due = queue.slice(0, queue.indexOf(entry) + 1);
		this.#waiting.set(key, queue.slice(due.length));
		for (const { send, timer } of due) {
			clearTimeout(timer);
			send();
		}
	}
}
