import { type BaseMessageOptions, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import type { Clock } from "../shared/clock.ts";
import type { UnderWay } from "../shared/under-way.ts";
import { isRefusal } from "./api-error.ts";

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

export type PacedEdits = ReturnType<typeof paceEdits>;

/**
 * Keeps a message up to date within Discord's limits: at most once in two seconds and twenty times in all, always with
 * the newest state, and never with unchanged content. The final state is always shown, without waiting for these limits.
 *
 * @param said - the message's current content
 */
export const paceEdits = ({ edit, clock, underWay }: PacedEditsOptions, said?: ShownMessage) => {
	let shows = said && JSON.stringify(said);
	let wanted: ShownMessage | undefined;
	let isEditing = false;
	let isOver = false;
	let left = editsMax;
	/** Cancels the pause after an edit; undefined outside of a pause. */
	let endPause: (() => void) | undefined;
	const done = Promise.withResolvers<void>();

	const flush = (): void => {
		if (isEditing) return;
		const next = wanted;
		wanted = undefined;
		const says = next && JSON.stringify(next);
		if (!next || says === shows || (left === 0 && !isOver)) {
			if (isOver) done.resolve();
			return;
		}
		left -= 1;
		isEditing = true;
		shows = says;
		const edited = edit(next).finally(() => {
			isEditing = false;
			if (isOver) flush();
			else
				endPause = clock.after(editEveryMs, () => {
					endPause = undefined;
					flush();
				});
		});
		void underWay.follow(edited);
	};

	return {
		/** Resolves when the final state is shown, or its edit has failed. */
		done: done.promise,

		/** Shows a state of the message soon; @param last - whether it is the final state */
		show: (shown: ShownMessage, last = false): void => {
			if (isOver) return;
			wanted = shown;
			isOver = last;
			if (last) endPause?.();
			if (last || endPause === undefined) flush();
		},

		/** Call it with the message's content after an edit made elsewhere. */
		noteEdit: (shown: ShownMessage): void => {
			if (isOver) return;
			// An edit in flight may overwrite the one made elsewhere, so the content is sent again.
			wanted = isEditing ? shown : undefined;
			if (!isEditing) shows = JSON.stringify(shown);
		},
	};
};

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
				if (!isRefusal(error, "InvalidWebhookToken")) throw error;
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
