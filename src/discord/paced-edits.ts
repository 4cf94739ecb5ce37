import {
	type BaseMessageOptions,
	DiscordAPIError,
	PermissionFlagsBits,
	RESTJSONErrorCodes,
	type RepliableInteraction,
} from "discord.js";
import type { Clock } from "../shared/clock.ts";
import type { UnderWay } from "../shared/under-way.ts";

export type ShownMessage = Required<Pick<BaseMessageOptions, "components">> & { readonly content: string };

/** The shortest time between two edits of a message, in ms. Discord allows 5 edits in 5 s; readers need fewer. */
const editEveryMs = 2_000;
/** The most edits of one message, not counting the edit that shows its final state. */
const editsMax = 20;

interface PacedEditsOptions {
	readonly message: { edit(shown: ShownMessage): Promise<unknown> };
	readonly clock: Pick<Clock, "after">;
	/** Edits in progress. Herald waits for them before it stops. */
	readonly underWay: UnderWay;
}

/**
 * Keeps a message up to date within Discord's limits: at most once in two seconds and twenty times in all, always with
 * the newest state, and never with unchanged content. The final state is always shown, without waiting for these limits.
 */
export class PacedEdits {
	readonly #options: PacedEditsOptions;
	#said: string | undefined;
	#wanted: ShownMessage | undefined;
	#editing = false;
	#over = false;
	#left = editsMax;
	/** Cancels the pause after an edit; undefined outside of a pause. */
	#endPause: (() => void) | undefined;
	readonly #done = Promise.withResolvers<void>();
	/** Resolves when the final state is shown, or its edit has failed. */
	readonly done = this.#done.promise;

	/** @param said - the message's current content */
	constructor(options: PacedEditsOptions, said?: ShownMessage) {
		this.#options = options;
		this.#said = said && JSON.stringify(said);
	}

	/** Shows a state of the message soon; @param last - whether it is the final state */
	show(shown: ShownMessage, last = false): void {
		if (this.#over) return;
		this.#wanted = shown;
		this.#over = last;
		if (last) this.#endPause?.();
		if (last || this.#endPause === undefined) this.#flush();
	}

	/** Call it with the message's content after an edit made elsewhere. */
	noteEdit(shown: ShownMessage): void {
		if (this.#over) return;
		// An edit in flight may overwrite the one made elsewhere, so the content is sent again.
		this.#wanted = this.#editing ? shown : undefined;
		if (!this.#editing) this.#said = JSON.stringify(shown);
	}

	#flush(): void {
		if (this.#editing) return;
		const wanted = this.#wanted;
		this.#wanted = undefined;
		const says = wanted && JSON.stringify(wanted);
		if (!wanted || says === this.#said || (this.#left === 0 && !this.#over)) {
			if (this.#over) this.#done.resolve();
			return;
		}
		this.#left -= 1;
		this.#editing = true;
		this.#said = says;
		const edited = this.#options.message.edit(wanted).finally(() => {
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

/** After how long without progress the `waiting` content is shown, in ms. */
const waitsAfterMs = 5_000;

/** Shows the progress of long work by editing the deferred answer within Discord's limits. Failed edits are ignored. */
export class ProgressMessage {
	readonly #interaction: RepliableInteraction;
	readonly #clock: Clock;
	readonly #waiting: string;
	#shownAt: number;
	#cancelWait: () => void;
	#edit: Promise<unknown> = Promise.resolve();
	#editing = false;
	#ended = false;

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

	/**
	 * Shows `content`, unless progress has ended, an edit is in flight, or the last edit (at first, the constructor's
	 * call) was less than `editEveryMs` ago. Also counts as progress for the `waiting` content.
	 */
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
		// If this edit fails, the next edit or the answer makes up for it.
		this.#edit = this.#interaction.webhook
			.editMessage("@original", { content })
			.catch(() => {})
			.finally(() => {
				this.#editing = false;
			});
	}

	/** Stops showing progress. Resolves when no edit in flight can overwrite the answer any more. */
	async end(): Promise<void> {
		this.#ended = true;
		this.#cancelWait();
		await this.#edit;
	}
}

/**
 * How long the answer is edited with an interaction's token, in ms. The token is valid for 15 minutes; the difference
 * is for the request.
 */
export const tokenLivesMs = 15 * 60_000 - 10_000;

/**
 * The public answer to an acknowledged interaction. It can be edited even after the interaction's token has expired.
 */
export class LastingAnswer {
	readonly #interaction: RepliableInteraction<"cached">;
	readonly #clock: Clock;
	#messageId: string | undefined;

	constructor(interaction: RepliableInteraction<"cached">, clock: Clock) {
		this.#interaction = interaction;
		this.#clock = clock;
	}

	/**
	 * Edits the answer with the interaction's token. Once the token has expired, edits the answer as the bot's own
	 * message, or does nothing if no earlier edit has told the message's id, or if Herald can't view the channel.
	 */
	async edit(shown: ShownMessage): Promise<void> {
		if (this.#clock.now() < noteArrival(this.#interaction, this.#clock) + tokenLivesMs)
			try {
				this.#messageId = (await this.#interaction.editReply(shown)).id;
				return;
			} catch (error) {
				const isOver =
					error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InvalidWebhookToken;
				if (!isOver) throw error;
			}
		const { channel, guild } = this.#interaction;
		if (!channel || this.#messageId === undefined) return;
		if (!channel.permissionsFor(guild.client.user)?.has(PermissionFlagsBits.ViewChannel)) return;
		await channel.messages.edit(this.#messageId, shown);
	}
}

const arrivals = new WeakMap<object, number>();

/**
 * @returns when an interaction arrived, in ms since the epoch, by this machine's clock, which may differ from Discord's;
 * the first call, on arrival, notes the time
 */
export const noteArrival = (interaction: object, clock: Clock): number => {
	const arrived = arrivals.get(interaction) ?? clock.now();
	arrivals.set(interaction, arrived);
	return arrived;
};
