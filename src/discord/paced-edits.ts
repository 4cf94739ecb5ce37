import type { BaseMessageOptions, RepliableInteraction } from "discord.js";
import type { Clock } from "../shared/clock.ts";
import type { UnderWay } from "../shared/under-way.ts";

export type ShownMessage = Required<Pick<BaseMessageOptions, "components">> & { readonly content: string };

/** Discord takes 5 edits of a message in 5 s, and readers take fewer. */
const editEveryMs = 2_000;
/** The most edits of one message, not counting its last. */
const editsMax = 20;

export interface PacedEditsOptions {
	readonly edit: (shown: ShownMessage) => Promise<unknown>;
	readonly clock: Pick<Clock, "after">;
	/** Edits in progress, which a stop waits for. */
	readonly underWay: UnderWay;
}

/**
 * Keeps a message up to date within Discord's limits: at most every two seconds and twenty times in all, always with the
 * newest state, and never with what it already says. Its last state is shown at once, and in any case.
 */
export class PacedEdits {
	readonly #options: PacedEditsOptions;
	#said: string | undefined;
	#wanted: ShownMessage | undefined;
	#editing = false;
	#over = false;
	#left = editsMax;
	/** Cancels the pause after an edit; undefined when there is none. */
	#endPause: (() => void) | undefined;

	/** @param said - what the message says so far */
	constructor(options: PacedEditsOptions, said?: ShownMessage) {
		this.#options = options;
		this.#said = said && JSON.stringify(said);
	}

	/** Shows a state of the message soon; @param last - whether no other one follows */
	show(shown: ShownMessage, last = false): void {
		if (this.#over) return;
		this.#wanted = shown;
		this.#over = last;
		if (last) this.#endPause?.();
		if (last || this.#endPause === undefined) this.#flush();
	}

	/** Notes the message's content after an edit made elsewhere. */
	noteEdit(shown: ShownMessage): void {
		if (this.#over) return;
		// An edit in flight may arrive later than that one.
		this.#wanted = this.#editing ? shown : undefined;
		if (!this.#editing) this.#said = JSON.stringify(shown);
	}

	#flush(): void {
		const wanted = this.#wanted;
		if (this.#editing || !wanted) return;
		this.#wanted = undefined;
		const says = JSON.stringify(wanted);
		if (says === this.#said || (this.#left === 0 && !this.#over)) return;
		this.#left -= 1;
		this.#editing = true;
		this.#said = says;
		const edited = this.#options.edit(wanted).finally(() => {
			this.#editing = false;
			if (this.#over) this.#flush();
			else
				this.#endPause = this.#options.clock.after(editEveryMs, () => {
					this.#endPause = undefined;
					this.#flush();
				});
		});
		void this.#options.underWay.follow(edited);
	}
}

/** After so long without progress, in ms, the answer says what is waited for. */
const waitsAfterMs = 5_000;

/**
 * Shows the progress of long work by editing the deferred answer, no more often than Discord likes. Failed edits are
 * ignored.
 */
export class ProgressMessage {
	readonly #interaction: RepliableInteraction;
	readonly #clock: Clock;
	readonly #waiting: string;
	#shownAt: number;
	#cancelWait: () => void;
	#edit: Promise<unknown> = Promise.resolve();
	#editing = false;
	#ended = false;

	/** @param waiting - what the answer says while nothing happens for long */
	constructor(interaction: RepliableInteraction, clock: Clock, waiting: string) {
		this.#interaction = interaction;
		this.#clock = clock;
		this.#waiting = waiting;
		this.#shownAt = clock.now();
		this.#cancelWait = this.#wait();
	}

	#wait(): () => void {
		return this.#clock.after(waitsAfterMs, () => this.#show(this.#waiting));
	}

	/** Shows `content`, unless the last one was shown a moment ago. */
	show(content: string): void {
		this.#cancelWait();
		this.#cancelWait = this.#wait();
		this.#show(content);
	}

	#show(content: string): void {
		const now = this.#clock.now();
		if (this.#ended || this.#editing || now - this.#shownAt < editEveryMs) return;
		this.#shownAt = now;
		this.#editing = true;
		// The next progress or the answer takes its place.
		this.#edit = this.#interaction.webhook
			.editMessage("@original", { content })
			.catch(() => {})
			.finally(() => {
				this.#editing = false;
			});
	}

	/** Resolves when no progress edit can overtake the answer any more. */
	async end(): Promise<void> {
		this.#ended = true;
		this.#cancelWait();
		await this.#edit;
	}
}
