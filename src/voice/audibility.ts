import { isDeepStrictEqual } from "node:util";
import type { Logger } from "@herald/common/log.ts";
import type { Guild } from "discord.js";
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import type { VoiceTrouble } from "../shared/problem.ts";

/** What Herald may do in a stage's audience: become a speaker, request to speak, or nothing. */
type StageMeans = "speak" | "ask" | "none";

const readStageMeans = (guild: Guild): StageMeans => {
	const me = guild.members.me;
	const channel = me?.voice.channel;
	if (!me || channel?.type !== ChannelType.GuildStageVoice) return "none";
	const permissions = channel.permissionsFor(me);
	if (permissions.has(PermissionFlagsBits.MuteMembers)) return "speak";
	return permissions.has(PermissionFlagsBits.RequestToSpeak) ? "ask" : "none";
};

/**
 * Becomes a speaker of the stage that Herald is in, or requests to become one.
 *
 * @returns whether Discord accepted it. A voice state follows when Herald has become a speaker
 */
const takeTheStage = async (guild: Guild, means: StageMeans, logger: Logger): Promise<boolean> => {
	try {
		if (means === "speak") await guild.members.me?.voice.setSuppressed(false);
		else if (means === "ask") await guild.members.me?.voice.setRequestToSpeak(true);
		return means !== "none";
	} catch (error) {
		logger.warn({ event: "stage_refused", err: error }, "could not become a stage speaker");
		return false;
	}
};

/** How long to wait for the voice state that makes Herald a speaker, in ms. */
const stageTakenMs = 3_000;

export interface AudibilityOptions {
	readonly guild: Guild;
	readonly logger: Logger;
	/** Called with whether Herald can be heard. */
	readonly onAudible: (audible: boolean) => void;
	/** Called when the hindrance has changed; with undefined if there is none any more. */
	readonly onTrouble: (trouble: VoiceTrouble | undefined) => void;
}

/** An attempt to become a stage speaker. */
interface StageEntry {
	readonly channelId: string;
	readonly means: StageMeans;
	readonly over: PromiseWithResolvers<void>;
	deadline: NodeJS.Timeout | undefined;
}

/**
 * Knows whether Herald can be heard in its channel. In a stage's audience, it tries to become a speaker, once for each
 * stage and set of permissions.
 */
export class Audibility {
	readonly #options: AudibilityOptions;
	#trouble: VoiceTrouble | undefined;
	#entry: StageEntry | undefined;

	constructor(options: AudibilityOptions) {
		this.#options = options;
	}

	get trouble(): VoiceTrouble | undefined {
		return this.#trouble;
	}

	/** Resolves when no attempt to become a speaker is in progress. */
	get settled(): Promise<void> {
		return this.#entry?.over.promise ?? Promise.resolve();
	}

	take(trouble: VoiceTrouble | undefined): void {
		if (trouble?.reason === "herald_suppressed") void this.#tryStage(trouble.channelId);
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
		this.#options.onAudible(trouble === undefined);
		if (isDeepStrictEqual(this.#trouble, trouble)) return;
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
		// Playback stops at once. The reason is reported when the attempt's outcome is known.
		onAudible(false);
		const taken = await takeTheStage(guild, means, logger);
		if (this.#entry !== entry) return;
		const end = () => {
			this.#set({ reason: taken && means === "ask" ? "asked_to_speak" : "herald_suppressed", channelId });
			entry.over.resolve();
		};
		// If Herald becomes a speaker, a voice state says so, which ends the attempt before this deadline.
		if (taken && means === "speak") entry.deadline = setTimeout(end, stageTakenMs);
		else end();
	}
}
