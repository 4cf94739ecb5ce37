import { within } from "@herald/common/retry.ts";
import { type Client, InteractionWebhook, MessageFlags, type RepliableInteraction } from "discord.js";
import { noteArrival, tokenLivesMs } from "../../discord/paced-edits.ts";
import { isHidden, placeOf } from "../../discord/place.ts";
import { ownsShard, type ShardPart } from "../../discord/shard-part.ts";
import type { Clock } from "../../shared/clock.ts";
import type { CodeMark } from "../../shared/fingerprint.ts";
import { elsewhere, type Owner } from "../../shared/party.ts";
import type { Seal } from "../../shared/seal.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import {
	type KeptValues,
	type SealedValues,
	type StoredValue,
	sealedValuesIn,
} from "../../store/kept-values.ts";

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

/** An answer that was pending when Herald ended. */
type InterruptedAnswer = Owner & Pick<Address, "locale" | "code">;

type Describe = (
	answer: InterruptedAnswer,
) => Promise<{ readonly content: string; readonly markAnswered: () => Promise<void> }>;

interface PendingAnswersOptions {
	readonly client: Client;
	readonly store: KeptValues;
	readonly seal: Seal;
	readonly clock: Clock;
	readonly edits: UnderWay;
	/** The shards of this process; undefined for all. */
	readonly part: ShardPart | undefined;
}

/**
 * The answers that members are waiting for. An answer is stored until it is given, so that nobody waits forever after a
 * crash. An answer that couldn't be stored is lost only if Herald crashes.
 */
export class PendingAnswers {
	readonly #options: PendingAnswersOptions;
	/** By interaction ID: how many holds keep the answer pending. `stored` resolves when storing has ended. */
	readonly #underWay = new Map<string, { holds: number; readonly stored: Promise<unknown> }>();
	readonly #kept: SealedValues<Address>;
	#interrupted: readonly StoredValue<Address>[] = [];

	constructor(options: PendingAnswersOptions) {
		this.#options = options;
		this.#kept = sealedValuesIn<Address>(options.store, "answer", options.seal);
	}

	/**
	 * Stores an interaction before it is acknowledged, so that its member is told if Herald crashes. A slow store
	 * delays the acknowledgement by half a second at most.
	 *
	 * @param code - the fingerprint of the code to redeem
	 */
	async begin(interaction: RepliableInteraction, code?: CodeMark): Promise<void> {
		const { id, user, applicationId, token, locale } = interaction;
		if (this.#underWay.has(id)) return;
		const { edits, clock, part } = this.#options;
		const shard = part?.ids[0] ?? 0;
		const value = { applicationId, token, locale, shard, ...(code !== undefined && { code }) };
		const until = noteArrival(interaction, clock) + tokenLivesMs;
		const kept = { place: placeOf(interaction), userId: user.id, until, value };
		// If storing fails, the interaction is still answered, unless this process crashes first.
		const stored = this.#kept.keep(id, kept).stored.catch(() => {});
		void edits.follow(stored);
		this.#underWay.set(id, { holds: 1, stored });
		await within(storeMaxMs, stored);
	}

	/**
	 * Keeps an answer pending after its interaction was handled. @returns a function that ends the hold, to be called
	 * once
	 */
	hold(interactionId: string): () => void {
		const answer = this.#underWay.get(interactionId);
		if (!answer) return () => {};
		answer.holds += 1;
		return () => this.end(interactionId);
	}

	/**
	 * Ends a hold, because the interaction has its answer or was handled otherwise. Without a hold, the answer is no
	 * longer pending.
	 */
	end(interactionId: string): void {
		const answer = this.#underWay.get(interactionId);
		if (!answer) return;
		answer.holds -= 1;
		if (answer.holds > 0) return;
		this.#underWay.delete(interactionId);
		// The row is erased only once storing has ended, however long that takes, because otherwise it might be stored
		// afterwards and stay.
		void this.#options.edits.follow(answer.stored.then(() => this.#kept.erase(interactionId)));
	}

	/** Reads which answers were pending when Herald ended. Must be called before the first interaction. */
	async restore(): Promise<void> {
		const isOurs = ({ place, value }: StoredValue<Address>) =>
			place !== elsewhere || ownsShard(this.#options.part, value.shard);
		this.#interrupted = (await this.#kept.list().catch(() => [])).filter(isOurs);
	}

	/**
	 * Edits each interrupted answer once, to say what became of it, unless its token has expired.
	 *
	 * @param describe - returns the sentence for an answer, and a function to call once it is shown
	 */
	async answerInterrupted(describe: Describe): Promise<void> {
		const rows = this.#interrupted;
		this.#interrupted = [];
		await Promise.allSettled(rows.map((row) => this.#answer(row, describe)));
	}

	async #answer(
		{ id, place, userId, until, value: address }: StoredValue<Address>,
		describe: Describe,
	): Promise<void> {
		const { client, clock } = this.#options;
		try {
			if (clock.now() > until) return;
			const { content, markAnswered } = await describe({ place, userId, ...address });
			const webhook = new InteractionWebhook(client as Client<true>, address.applicationId, address.token);
			await webhook.editMessage("@original", { content, components: [] });
			await markAnswered();
		} finally {
			await this.#kept.erase(id);
		}
	}
}

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
