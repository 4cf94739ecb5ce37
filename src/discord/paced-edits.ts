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
	readonly edit: (shown: ShownMessage) => Promise<unknown>;
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

/** After how long without progress the `waiting` content is shown, in ms. */
const waitsAfterMs = 5_000;

/** Shows the progress of long work by editing the deferred answer within Discord's limits. Failed edits are ignored. */
export const showProgress = (interaction: RepliableInteraction, clock: Clock, waiting: string) => {
	let shownAt = clock.now();
	let edit: Promise<unknown> = Promise.resolve();
	let isEditing = false;
	let isOver = false;
	const show = (content: string): void => {
		const now = clock.now();
		if (isOver || isEditing || now - shownAt < editEveryMs) return;
		shownAt = now;
		isEditing = true;
		// If this edit fails, the next edit or the answer makes up for it.
		edit = interaction.webhook
			.editMessage("@original", { content })
			.catch(() => {})
			.finally(() => {
				isEditing = false;
			});
	};
	const wait = () => clock.after(waitsAfterMs, () => show(waiting));
	let cancelWait = wait();
	return {
		/**
		 * Shows `content`, unless progress has ended, an edit is in flight, or the last edit (at first, the call of
		 * `showProgress`) was less than `editEveryMs` ago. Also counts as progress for the `waiting` content.
		 */
		show: (content: string): void => {
			cancelWait();
			cancelWait = wait();
			show(content);
		},
		/** Stops showing progress. Resolves when no edit in flight can overwrite the answer any more. */
		end: async (): Promise<void> => {
			isOver = true;
			cancelWait();
			await edit;
		},
	};
};

/**
 * How long the answer is edited with an interaction's token, in ms. The token is valid for 15 minutes; the difference
 * is for the request.
 */
export const tokenLivesMs = 15 * 60_000 - 10_000;

/**
 * @returns a function that edits the public answer to an acknowledged interaction, with the interaction's token. Once the
 * token has expired, it edits the answer as the bot's own message, or does nothing if no earlier edit has told the
 * message's id, or if Herald can't view the channel
 */
export const lastingAnswer = (interaction: RepliableInteraction<"cached">, clock: Clock) => {
	let messageId: string | undefined;
	return async (shown: ShownMessage): Promise<void> => {
		if (clock.now() < noteArrival(interaction, clock) + tokenLivesMs)
			try {
				messageId = (await interaction.editReply(shown)).id;
				return;
			} catch (error) {
				const isOver =
					error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InvalidWebhookToken;
				if (!isOver) throw error;
			}
		const { channel, guild } = interaction;
		if (!channel || messageId === undefined) return;
		if (!channel.permissionsFor(guild.client.user)?.has(PermissionFlagsBits.ViewChannel)) return;
		await channel.messages.edit(messageId, shown);
	};
};

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
