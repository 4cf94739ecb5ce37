import type { Logger } from "@herald/common/log.ts";
import type { Guild } from "discord.js";
import type { VoiceTrouble } from "../shared/problem.ts";
import { readStageMeans, type StageMeans, takeTheStage } from "./stage.ts";

/** From becoming a stage speaker to the voice state that confirms it. */
const stageTakenMs = 3_000;

export interface AudibilityOptions {
	readonly guild: Guild;
	readonly logger: Logger;
	/** Whether playback may be heard. */
	readonly onAudible: (audible: boolean) => void;
	/** The hindrance has changed; undefined when there is none any more. */
	readonly onTrouble: (trouble: VoiceTrouble | undefined) => void;
}

/** An attempt to leave a stage's audience. */
interface StageEntry {
	readonly channelId: string;
	readonly means: StageMeans;
	readonly over: PromiseWithResolvers<void>;
	deadline: NodeJS.Timeout | undefined;
}

const channelOf = (trouble: VoiceTrouble | undefined): string | undefined =>
	trouble && "channelId" in trouble ? trouble.channelId : undefined;

/**
 * Whether Herald can be heard where it is. In a stage's audience it tries to become a speaker, once per stage and set
 * of permissions.
 */
export class Audibility {
	readonly #options: AudibilityOptions;
	#trouble: VoiceTrouble | undefined;
	#entry: StageEntry | undefined;

	constructor(options: AudibilityOptions) {
		this.#options = options;
	}

	/** Why Herald can't be heard at the moment. */
	get trouble(): VoiceTrouble | undefined {
		return this.#trouble;
	}

	/** Resolves when no attempt to become a speaker is in progress. */
	get settled(): Promise<void> {
		return this.#entry?.over.promise ?? Promise.resolve();
	}

	/** Records the current hindrance. */
	take(trouble: VoiceTrouble | undefined): void {
		if (trouble?.reason === "herald_suppressed") this.#tryStage(trouble.channelId);
		else {
			this.close();
			this.#set(trouble);
		}
	}

	/** Cancels the attempt in progress. */
	close(): void {
		clearTimeout(this.#entry?.deadline);
		this.#entry?.over.resolve();
		this.#entry = undefined;
	}

	#set(trouble: VoiceTrouble | undefined): void {
		const before = this.#trouble;
		this.#options.onAudible(trouble === undefined);
		if (before?.reason === trouble?.reason && channelOf(before) === channelOf(trouble)) return;
		this.#trouble = trouble;
		this.#options.onTrouble(trouble);
	}

	async #tryStage(channelId: string): Promise<void> {
		const { guild, logger, onAudible } = this.#options;
		const means = readStageMeans(guild);
		if (this.#entry?.channelId === channelId && this.#entry.means === means) return;
		this.close();
		const entry: StageEntry = { channelId, means, over: Promise.withResolvers(), deadline: undefined };
		this.#entry = entry;
		// Be silent at once; say why when the attempt's outcome is known.
		onAudible(false);
		const taken = await takeTheStage(guild, means, logger);
		if (this.#entry !== entry) return;
		const end = () => {
			this.#set({ reason: taken && means === "ask" ? "asked_to_speak" : "herald_suppressed", channelId });
			entry.over.resolve();
		};
		// The voice state that makes it a speaker ends the attempt.
		if (taken && means === "speak") entry.deadline = setTimeout(end, stageTakenMs);
		else end();
	}
}
