import type { Guild } from "discord.js";
import type { Logger } from "../log.ts";
import type { VoiceTrouble } from "../problem.ts";
import { readStageMeans, type StageMeans, takeTheStage } from "./stage.ts";

/** From making itself a speaker of a stage to the voice state that says so. */
const stageTakenMs = 3_000;

export interface AudibilityOptions {
	readonly guild: Guild;
	readonly logger: Logger;
	/** Whether what is played may go out. */
	readonly onAudible: (audible: boolean) => void;
	/** What is in the way has changed; undefined when nothing is any more. */
	readonly onTrouble: (trouble: VoiceTrouble | undefined) => void;
}

/** A try to get out of a stage's audience. */
interface StageEntry {
	readonly channelId: string;
	readonly means: StageMeans;
	readonly over: PromiseWithResolvers<void>;
	deadline: NodeJS.Timeout | undefined;
}

const channelOf = (trouble: VoiceTrouble | undefined): string | undefined =>
	trouble && "channelId" in trouble ? trouble.channelId : undefined;

/**
 * Whether Herald can be heard where it is. In the audience of a stage it tries to become a speaker, once for every stage
 * and for whatever it may do there.
 */
export class Audibility {
	readonly #options: AudibilityOptions;
	#trouble: VoiceTrouble | undefined;
	#entry: StageEntry | undefined;

	constructor(options: AudibilityOptions) {
		this.#options = options;
	}

	/** Why Herald can't be heard for now. */
	get trouble(): VoiceTrouble | undefined {
		return this.#trouble;
	}

	/** Resolves when no try to become a speaker is under way. */
	get settled(): Promise<void> {
		return this.#entry?.over.promise ?? Promise.resolve();
	}

	/** Takes in what is in the way now. */
	take(trouble: VoiceTrouble | undefined): void {
		if (trouble?.reason === "herald_suppressed") this.#tryStage(trouble.channelId);
		else {
			this.close();
			this.#set(trouble);
		}
	}

	/** Lets go of what is under way. */
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
		// Silent at once; why, is told when it is known what comes of the try.
		onAudible(false);
		const taken = await takeTheStage(guild, means, logger);
		if (this.#entry !== entry) return;
		const end = () => {
			this.#set({ reason: taken && means === "ask" ? "asked_to_speak" : "herald_suppressed", channelId });
			entry.over.resolve();
		};
		// As a speaker it is told so by its voice state, which ends the try.
		if (taken && means === "speak") entry.deadline = setTimeout(end, stageTakenMs);
		else end();
	}
}
