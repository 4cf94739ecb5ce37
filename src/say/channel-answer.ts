import type { RepliableInteraction } from "discord.js";
import { channelButtons } from "../discord/channel-buttons.ts";
import { describeProblem, describeVoiceTrouble } from "../discord/describe-problem.ts";
import { contentMax } from "../discord/limits.ts";
import { problemButtons } from "../discord/problem-buttons.ts";
import { noMentions } from "../discord/respond.ts";
import { type Translate, textsFor } from "../discord/texts/index.ts";
import type { ProblemDetail, VoiceTrouble } from "../problem.ts";
import type { TextEvent } from "../voice/channel-text.ts";
import type { LateEdits } from "./late-edits.ts";

/** @returns what is added to the answer for an event of its text; undefined for events that need no words */
const describeEvent = (event: TextEvent, t: Translate): string | undefined => {
	switch (event.kind) {
		case "line_failed":
			return t("channel.line_failed", { why: event.problem ? describeProblem(event.problem.detail, t) : "" });
		case "moved":
			return t("channel.moved", { channel: `<#${event.channelId}>` });
		case "ended":
			if (event.how === "failed")
				return event.problem ? describeProblem(event.problem.detail, t) : t("channel.failed");
			if (event.how === "left")
				return event.trouble ? describeVoiceTrouble(event.trouble, t) : t("channel.left");
			return event.how === "heard" ? undefined : t(`channel.${event.how}`);
		default:
			return undefined;
	}
};

/** The answer to a text in a channel, in one message: what was said first, then what happened to the text. */
export class ChannelAnswer {
	readonly #interaction: RepliableInteraction<"cached">;
	readonly #answerId: string;
	readonly #t: Translate;
	#lines: readonly string[] | undefined;
	#textId: string | undefined;
	#ended = false;
	#problem: ProblemDetail | undefined;
	/** Why the text can't be heard at the moment, shown for as long as that lasts. */
	#hindrance: VoiceTrouble | undefined;
	readonly #told = new Set<string>();
	readonly #edits: LateEdits;
	/** Where the text will be heard, as far as its member knows. */
	#channelId: string | null;

	constructor(interaction: RepliableInteraction<"cached">, answerId: string, edits: LateEdits) {
		this.#interaction = interaction;
		this.#answerId = answerId;
		this.#edits = edits;
		this.#t = textsFor(interaction.locale);
		this.#channelId = interaction.member.voice.channelId;
	}

	/** Sends the answer, including everything told so far. */
	async begin(lines: readonly string[], textId: string): Promise<void> {
		this.#lines = lines;
		this.#textId = textId;
		await this.#show();
	}

	/** Records why the text can't be heard at the moment. */
	hinder(trouble: VoiceTrouble | undefined): void {
		this.#hindrance = trouble;
	}

	/** Adds what happened to the text, if that needs words. */
	tell(event: TextEvent): void {
		if (event.kind === "moved") {
			// The member who moved Herald along already knows.
			if (event.channelId === this.#channelId) return;
			this.#channelId = event.channelId;
		}
		const sentence = describeEvent(event, this.#t);
		if (sentence !== undefined) this.#told.add(sentence);
		if (event.kind === "hindered") this.hinder(event.trouble);
		else if (event.kind === "heard_again") this.hinder(undefined);
		else if (event.kind === "ended") {
			this.#ended = true;
			this.hinder(undefined);
			if (event.how === "failed") this.#problem = event.problem?.detail;
		} else if (sentence === undefined) return;
		this.#edits.add(this.#show());
	}

	async #show(): Promise<void> {
		if (!this.#lines) return;
		const t = this.#t;
		const lacks =
			this.#problem?.kind === "out_of_credit" ? { ...this.#problem, again: this.#answerId } : undefined;
		await this.#interaction.editReply({
			content: [
				...this.#lines,
				...this.#told,
				...(this.#hindrance ? [describeVoiceTrouble(this.#hindrance, t)] : []),
			]
				.join("\n")
				.slice(0, contentMax),
			components: [
				channelButtons(this.#answerId, this.#ended ? undefined : this.#textId, t),
				...(lacks ? problemButtons(lacks, t) : []),
			],
			allowedMentions: noMentions,
		});
	}
}
