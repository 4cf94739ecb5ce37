import { type Guild, PermissionFlagsBits } from "discord.js";
import { buttonRow } from "../../discord/buttons.ts";
import { PacedEdits, type ShownMessage } from "../../discord/paced-edits.ts";
import { sayRoutes } from "../../discord/routes.ts";
import type { Clock } from "../../shared/clock.ts";
import type { UnderWay } from "../../shared/under-way.ts";
import { type Translate, textsFor } from "../../texts/index.ts";
import { findVoiceChannel } from "../../voice/channel-facts.ts";
import type { ItemEvent } from "../../voice/queue-item.ts";

export interface SkipVoteOptions {
	readonly guild: Guild;
	/** The id of the text's owner. */
	readonly userId: string;
	readonly clock: Clock;
	readonly edits: UnderWay;
}

/**
 * The vote on skipping a text, seen by all who listen: one message in the chat of their voice channel, in the server's
 * language. Where Herald may not write there, those who vote are told in the answers to what they press.
 */
export class SkipVote {
	readonly #options: SkipVoteOptions;
	readonly #t: Translate;
	#edits: PacedEdits | undefined;
	/** The id of the member who called the vote. */
	#by = "";

	constructor(options: SkipVoteOptions) {
		this.#options = options;
		this.#t = textsFor(options.guild.preferredLocale);
	}

	onEvent(event: ItemEvent): void {
		const who = `<@${this.#options.userId}>`;
		if (event.kind === "voted") {
			this.#by ||= `<@${event.by}>`;
			const { votes, needed } = event;
			const content = this.#t("vote.open", { by: this.#by, who, votes, needed });
			const skip = { customId: sayRoutes.skip.to({ item: event.itemId }), label: this.#t("button.skip") };
			this.#show({ content, components: [buttonRow(skip)] }, event.channelId);
		} else if (event.kind === "ended" && this.#edits) {
			const skipped = event.how === "skipped";
			const content = this.#t(skipped ? "vote.skipped" : "vote.over", { by: this.#by, who });
			this.#edits.show({ content, components: [] }, true);
		}
	}

	#show(shown: ShownMessage, channelId: string): void {
		if (this.#edits) {
			this.#edits.show(shown);
			return;
		}
		const { guild, clock, edits } = this.#options;
		const channel = findVoiceChannel(guild, channelId);
		const may = channel?.permissionsFor(guild.client.user);
		if (!may?.has([PermissionFlagsBits.ViewChannel, PermissionFlagsBits.SendMessages])) return;
		// Without it, the vote goes on unseen.
		const sent = channel?.send(shown).catch(() => undefined);
		const edit = async (next: ShownMessage) => (await sent)?.edit(next);
		this.#edits = new PacedEdits({ edit, clock, underWay: edits }, shown);
	}
}
