import { within } from "@herald/common/retry.ts";
import { type Client, InteractionWebhook, MessageFlags, type RepliableInteraction } from "discord.js";
import { arrivalOf, tokenLivesMs } from "../../discord/lasting-answer.ts";
import { isHidden, placeOf } from "../../discord/place.ts";
import { ownsShard, type ShardPart } from "../../discord/shard-part.ts";
import type { Clock } from "../../shared/clock.ts";
import { elsewhere, type Owner } from "../../shared/party.ts";
import type { Seal } from "../../shared/seal.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import { type KeptValues, SealedValues, type StoredValue } from "../../store/kept-values.ts";

/** How long an acknowledgement waits for the store at most, in ms: Discord gives three seconds. */
const storeMaxMs = 500;

interface Address {
	readonly applicationId: string;
	/** The interaction's. */
	readonly token: string;
	readonly locale: string;
	/** The first shard of the process that it came to. */
	readonly shard: number;
	/** The fingerprint of a redemption's code. */
	readonly code?: string;
}

/** An answer that was under way when Herald ended. */
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
	/** All shards are this process's by default. */
	readonly part: ShardPart | undefined;
}

/**
 * The answers that members wait for, kept in the store while they do, so that nobody waits forever after a crash. What
 * the store can't take is only lost then.
 */
export class PendingAnswers {
	readonly #options: PendingAnswersOptions;
	/** By interaction: how many wait for its answer, and when it is stored. */
	readonly #underWay = new Map<string, { holds: number; readonly stored: Promise<unknown> }>();
	readonly #kept: SealedValues<Address>;
	#interrupted: readonly StoredValue<Address>[] = [];

	constructor(options: PendingAnswersOptions) {
		this.#options = options;
		this.#kept = new SealedValues("answer", options.store, options.seal);
	}

	/**
	 * Records an interaction before its acknowledgement, so that its member is told if Herald crashes. A slow store
	 * delays it by half a second at most.
	 *
	 * @param code - the fingerprint of what it redeems
	 */
	async begin(interaction: RepliableInteraction, code?: string): Promise<void> {
		const { id, user, applicationId, token, locale } = interaction;
		if (this.#underWay.has(id)) return;
		const { edits, clock, part } = this.#options;
		const shard = part?.ids[0] ?? 0;
		const value = { applicationId, token, locale, shard, ...(code !== undefined && { code }) };
		const until = arrivalOf(interaction, () => clock.now()) + tokenLivesMs;
		const kept = { place: placeOf(interaction), userId: user.id, until, value };
		// What can't be noted is answered all the same: it only isn't ended after a crash.
		const stored = this.#kept.keep(id, kept).stored.catch(() => {});
		void edits.follow(stored);
		this.#underWay.set(id, { holds: 1, stored });
		await within(storeMaxMs, stored);
	}

	/** Its answer goes on after the interaction was handled. @returns what ends that, to be called once */
	hold(interactionId: string): () => void {
		const answer = this.#underWay.get(interactionId);
		if (!answer) return () => {};
		answer.holds += 1;
		return () => this.end(interactionId);
	}

	/** An interaction has its answer, or was handled otherwise. */
	end(interactionId: string): void {
		const answer = this.#underWay.get(interactionId);
		if (!answer) return;
		answer.holds -= 1;
		if (answer.holds > 0) return;
		this.#underWay.delete(interactionId);
		// One after the other, however long a store takes.
		void this.#options.edits.follow(answer.stored.then(() => this.#kept.erase(interactionId)));
	}

	/** Reads which answers were under way when Herald ended. Call it before the first interaction. */
	async restore(): Promise<void> {
		const isOurs = ({ place, value }: StoredValue<Address>) =>
			place !== elsewhere || ownsShard(this.#options.part, value.shard);
		this.#interrupted = (await this.#kept.list().catch(() => [])).filter(isOurs);
	}

	/**
	 * Writes into each of those answers what became of it, as far as Discord takes it, and once.
	 *
	 * @param describe - says what became of one
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

interface Acknowledgement {
	/** Whether only the member sees the answer. */
	readonly isPrivate?: boolean;
	/** The fingerprint of a redemption's code. */
	readonly code?: string | undefined;
}

/** Acknowledges an interaction where that hasn't happened yet, once it is stored that its answer is under way. */
export const acknowledge = async (
	interaction: RepliableInteraction,
	{ pendingAnswers }: { readonly pendingAnswers: PendingAnswers },
	{ isPrivate = false, code }: Acknowledgement = {},
): Promise<void> => {
	if (interaction.deferred) return;
	await pendingAnswers.begin(interaction, code);
	await interaction.deferReply(isPrivate || isHidden(interaction) ? { flags: MessageFlags.Ephemeral } : {});
};
