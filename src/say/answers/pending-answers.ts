import { defer } from "@herald/common/defer.ts";
import { within } from "@herald/common/retry.ts";
import { type Client, InteractionWebhook, MessageFlags, type RepliableInteraction } from "discord.js";
import { noteArrival, tokenLivesMs } from "../../discord/paced-edits.ts";
import { isHidden, placeOf } from "../../discord/place.ts";
import { ownsShard, type ShardPart } from "../../discord/shard-part.ts";
import type { CodeMark } from "../../shared/fingerprint.ts";
import { elsewhere, type Owner } from "../../shared/party.ts";
import { type StoredValue, sealedValuesIn } from "../../store/kept-values.ts";
import type { ShortMemoryOptions } from "./short-memory.ts";

/** How long an acknowledgement waits for the store, in ms. Discord allows three seconds in all. */
const storeMaxMs = 500;

interface Address {
	readonly applicationId: string;
	readonly token: string;
	readonly locale: string;
	/** The first shard of the process that received the interaction. */
	readonly shard: number;
	/** The fingerprint of the code to redeem, if the interaction redeems one. */
	readonly code?: CodeMark;
}

/** @param answer - one that was pending when Herald ended */
type Describe = (
	answer: Owner & Pick<Address, "locale" | "code">,
) => Promise<{ readonly content: string; readonly markAnswered: () => Promise<void> }>;

interface PendingAnswersOptions extends ShortMemoryOptions {
	readonly client: Client;
	/** The shards of this process; undefined for all. */
	readonly part: ShardPart | undefined;
}

export type PendingAnswers = ReturnType<typeof keepPendingAnswers>;

/**
 * The answers that members are waiting for. An answer is stored until it is given, so that nobody waits forever after a
 * crash. An answer that couldn't be stored is lost only if Herald crashes.
 */
export const keepPendingAnswers = ({ client, store, seal, clock, edits, part }: PendingAnswersOptions) => {
	/** By interaction ID: how many holds keep the answer pending. `stored` resolves when storing has ended. */
	const underWay = new Map<string, { holds: number; readonly stored: Promise<unknown> }>();
	const kept = sealedValuesIn<Address>(store, "answer", seal);
	let interrupted: readonly StoredValue<Address>[] = [];

	/**
	 * Ends a hold, because the interaction has its answer or was handled otherwise. Without a hold, the answer is no
	 * longer pending.
	 */
	const end = (interactionId: string) => {
		const answer = underWay.get(interactionId);
		if (!answer) return;
		answer.holds -= 1;
		if (answer.holds > 0) return;
		underWay.delete(interactionId);
		// The row is erased only once storing has ended, however long that takes, because otherwise it might be stored
		// afterwards and stay.
		void edits.follow(answer.stored.then(() => kept.erase(interactionId)));
	};

	return {
		end,

		/**
		 * Stores an interaction before it is acknowledged, so that its member is told if Herald crashes. A slow store
		 * delays the acknowledgement by half a second at most.
		 *
		 * @param code - the fingerprint of the code to redeem
		 */
		begin: async (interaction: RepliableInteraction, code?: CodeMark): Promise<void> => {
			const { id, user, applicationId, token, locale } = interaction;
			if (underWay.has(id)) return;
			const shard = part?.ids[0] ?? 0;
			const value = { applicationId, token, locale, shard, ...(code !== undefined && { code }) };
			const until = noteArrival(interaction, clock) + tokenLivesMs;
			const answer = { place: placeOf(interaction), userId: user.id, until, value };
			// If storing fails, the interaction is still answered, unless this process crashes first.
			const stored = kept.keep(id, answer).stored.catch(() => {});
			void edits.follow(stored);
			underWay.set(id, { holds: 1, stored });
			await within(storeMaxMs, stored);
		},

		/**
		 * Keeps an answer pending after its interaction was handled.
		 *
		 * @returns a function that ends the hold, to be called once
		 */
		hold: (interactionId: string): (() => void) => {
			const answer = underWay.get(interactionId);
			if (!answer) return () => {};
			answer.holds += 1;
			return () => end(interactionId);
		},

		/** Reads which answers were pending when Herald ended. Must be called before the first interaction. */
		restore: async (): Promise<void> => {
			interrupted = (await kept.list().catch(() => [])).filter(
				({ place, value }) => place !== elsewhere || ownsShard(part, value.shard),
			);
		},

		/**
		 * Edits each interrupted answer once, to say what became of it, unless its token has expired.
		 *
		 * @param describe - returns the sentence for an answer, and a function to call once it is shown
		 */
		answerInterrupted: async (describe: Describe): Promise<void> => {
			const rows = interrupted;
			interrupted = [];
			const answer = async ({ id, place, userId, until, value }: StoredValue<Address>) => {
				await using _erasing = defer(() => kept.erase(id));
				if (clock.now() > until) return;
				const { content, markAnswered } = await describe({ place, userId, ...value });
				const webhook = new InteractionWebhook(client as Client<true>, value.applicationId, value.token);
				await webhook.editMessage("@original", { content, components: [] });
				await markAnswered();
			};
			await Promise.allSettled(rows.map(answer));
		},
	};
};

/**
 * Acknowledges an interaction, unless it was acknowledged before. First stores that its answer is pending.
 *
 * @param code - the fingerprint of the code to redeem
 */
export const acknowledge = async (
	interaction: RepliableInteraction,
	{ pendingAnswers }: { readonly pendingAnswers: PendingAnswers },
	{ isPrivate = false, code }: { readonly isPrivate?: boolean; readonly code?: CodeMark | undefined } = {},
): Promise<void> => {
	if (interaction.deferred) return;
	await pendingAnswers.begin(interaction, code);
	await interaction.deferReply(isPrivate || isHidden(interaction) ? { flags: MessageFlags.Ephemeral } : {});
};
