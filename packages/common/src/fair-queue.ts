import { defer } from "./defer.ts";

export interface WaitingTask {
	/** When the task has waited too long, by `performance.now()`. The queue itself doesn't enforce it. */
	readonly until: number;
	/** Takes the task out of the queue, and makes its `acquire` reject with the error. */
	readonly refuse: (error: unknown) => void;
}

type QueuedTask = WaitingTask & { readonly begin: () => void };

export interface FairQueueOptions {
	/** Whether another task may begin while `running` tasks run. */
	readonly mayBegin: (running: number) => boolean;
	/** The most tasks of one owner that run at once. */
	readonly perOwner: number;
	/** The most tasks that wait, and the error of a task that is turned away. */
	readonly bound?: { readonly waitingMax: number; readonly full: () => Error };
}

/**
 * Serves owners in turn (round-robin), and each owner's tasks in order. If too many tasks wait, the owner with the most
 * waiting tasks loses its newest one.
 */
export class FairQueue<Owner> {
	readonly #options: FairQueueOptions;
	/** Each owner's waiting tasks, oldest first. The owner served next comes first. Holds no empty set. */
	readonly #waiting = new Map<Owner, Set<QueuedTask>>();
	readonly waiting: ReadonlyMap<Owner, ReadonlySet<WaitingTask>> = this.#waiting;
	/** The number of running tasks by owner. Holds no zero. */
	readonly #running = new Map<Owner, number>();
	running = 0;
	#waitingInAll = 0;

	constructor(options: FairQueueOptions) {
		this.#options = options;
	}

	runningOf(owner: Owner): number {
		return this.#running.get(owner) ?? 0;
	}

	/** Whether a task of the owner would begin at once if no other task waited. */
	mayBegin(owner: Owner): boolean {
		const { mayBegin, perOwner } = this.#options;
		return mayBegin(this.running) && this.runningOf(owner) < perOwner;
	}

	/**
	 * Waits for a turn of the owner.
	 *
	 * @returns a function that gives the turn back; calling it again does nothing
	 * @throws the signal's reason if it has aborted, or aborts while waiting; the error with which the task was refused
	 */
	acquire(owner: Owner, signal?: AbortSignal, until = Number.POSITIVE_INFINITY): Promise<() => void> {
		return new Promise((resolve, reject) => {
			signal?.throwIfAborted();
			const abort = () => queued.refuse(signal?.reason);
			const queue = this.#waiting.get(owner) ?? new Set();
			const leave = () => {
				signal?.removeEventListener("abort", abort);
				if (!queue.delete(queued)) return;
				this.#waitingInAll -= 1;
				if (queue.size === 0) this.#waiting.delete(owner);
			};
			const queued: QueuedTask = {
				until,
				refuse: (error) => {
					leave();
					reject(error);
				},
				begin: () => {
					leave();
					resolve(this.#begin(owner));
				},
			};
			signal?.addEventListener("abort", abort);
			this.#waiting.set(owner, queue.add(queued));
			this.#waitingInAll += 1;
			this.startNext();
			const { bound } = this.#options;
			if (bound && this.#waitingInAll > bound.waitingMax) this.#findNewest(owner).refuse(bound.full());
		});
	}

	/** Runs work when the owner's turn has come. @throws as `acquire` does; the work's error */
	async run<T>(owner: Owner, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
		using _releasing = defer(await this.acquire(owner, signal));
		return await work();
	}

	/** Starts the waiting tasks that may begin now. */
	startNext(): void {
		const { mayBegin, perOwner } = this.#options;
		while (mayBegin(this.running)) {
			const next = this.#waiting.entries().find(([owner]) => this.runningOf(owner) < perOwner);
			if (!next) return;
			const [owner, queue] = next;
			this.#moveBack(owner);
			for (const first of queue.values().take(1)) first.begin();
		}
	}

	/** Moves an owner behind the others. Called when a turn of the owner begins, and when it ends. */
	#moveBack(owner: Owner): void {
		const queue = this.#waiting.get(owner);
		if (!queue) return;
		this.#waiting.delete(owner);
		this.#waiting.set(owner, queue);
	}

	#begin(owner: Owner): () => void {
		this.running += 1;
		this.#running.set(owner, this.runningOf(owner) + 1);
		let held = true;
		return () => {
			if (!held) return;
			held = false;
			this.running -= 1;
			const left = this.runningOf(owner) - 1;
			if (left > 0) this.#running.set(owner, left);
			else this.#running.delete(owner);
			this.#moveBack(owner);
			this.startNext();
		};
	}

	/** @returns the newest task of the owner with the most waiting tasks; in a tie, the newcomer's */
	#findNewest(newcomer: Owner): QueuedTask {
		let most = this.#waiting.get(newcomer) ?? new Set();
		for (const queue of this.#waiting.values()) if (queue.size > most.size) most = queue;
		return [...most].at(-1) as QueuedTask;
	}
}
