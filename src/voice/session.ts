import type { Guild } from "discord.js";
import type { Logger } from "../log.ts";
import { Problem, type VoiceTrouble, voiceProblem } from "../problem.ts";
import type { Speech } from "../speech/speech.ts";
import { checkHearing } from "./check-channel.ts";
import { LeaveTimers } from "./leave-timers.ts";
import { VoiceLink } from "./link.ts";
import { Playback } from "./playback.ts";
import { findVoiceChannel, listListeners, readChannelFacts } from "./read-facts.ts";
import type { VoicePatience } from "./reopenings.ts";
import { SpeechQueue, type TextEnd } from "./speech-queue.ts";
import { takeTheStage } from "./stage.ts";
import type { Timers } from "./timers.ts";

export interface SessionOptions {
	readonly guild: Guild;
	readonly channelId: string;
	readonly speech: Pick<Speech, "speak">;
	readonly logger: Logger;
	readonly timers: Timers;
	readonly aloneMs: () => number;
	readonly idleMs: () => number;
	readonly patience?: Partial<VoicePatience> | undefined;
	/** Herald has left, and the guild is free for another session. */
	readonly onGone: () => void;
}

type SessionState =
	| { readonly kind: "joining" }
	| { readonly kind: "ready"; readonly timers: LeaveTimers }
	| { readonly kind: "speaking"; readonly timers: LeaveTimers }
	| { readonly kind: "leaving"; readonly gone: Promise<void>; readonly end: TextEnd };

interface Turn {
	readonly channelId: string;
	readonly taken: Promise<void>;
}

/** A guild's stay in voice channels, from the first join to the last word. */
export class GuildSession {
	readonly queue: SpeechQueue;
	readonly #options: SessionOptions;
	readonly #playback: Playback;
	readonly #link: VoiceLink;
	#state: SessionState = { kind: "joining" };
	/** The last of the joins that are under way; each waits for the one before. */
	#turn: Turn | undefined;
	#hindrance: VoiceTrouble | undefined;

	constructor(options: SessionOptions) {
		const { guild, speech, logger, patience } = options;
		this.#options = options;
		this.#playback = new Playback(logger);
		this.#link = new VoiceLink(options.channelId, {
			guild,
			player: this.#playback.player,
			logger,
			patience,
			onUp: () => this.#onUp(),
			onMoved: (channelId) => {
				this.queue.tell({ kind: "moved", channelId });
				this.refresh();
			},
			onEnd: (trouble) => this.leave({ how: "left", trouble }),
		});
		this.queue = new SpeechQueue({
			guildId: guild.id,
			speech,
			playback: this.#playback,
			logger,
			onBusy: (busy) => this.#onBusy(busy),
		});
	}

	get kind(): SessionState["kind"] {
		return this.#state.kind;
	}

	get shardId(): number {
		return this.#options.guild.shardId;
	}

	/** Where Herald is or is going. */
	get channelId(): string {
		return this.#turn?.channelId ?? this.#link.channelId;
	}

	/** Why Herald can't be heard for now. */
	get hindrance(): VoiceTrouble | undefined {
		return this.#hindrance;
	}

	/** Resolves when Herald has left. */
	get gone(): Promise<void> | undefined {
		return this.#state.kind === "leaving" ? this.#state.gone : undefined;
	}

	/**
	 * Goes to a channel, after whatever join is under way; equal ones are one.
	 *
	 * @throws {@link Problem} `voice` when Herald can't get there; the session is over then
	 */
	enter(channelId: string): Promise<void> {
		if (this.#turn?.channelId === channelId) return this.#turn.taken;
		if (!this.#turn && this.#state.kind !== "joining" && this.#link.channelId === channelId)
			return Promise.resolve();
		const turn = { channelId, taken: this.#takeTurn(channelId, this.#turn?.taken) };
		this.#turn = turn;
		const done = () => {
			if (this.#turn === turn) this.#turn = undefined;
		};
		turn.taken.then(done, done);
		return turn.taken;
	}

	async #takeTurn(channelId: string, before: Promise<void> | undefined): Promise<void> {
		await before;
		const { kind } = this;
		if (kind === "leaving") throw this.#over();
		try {
			if (kind === "joining") await this.#link.open();
			else if (this.#link.channelId !== channelId) await this.#link.move(channelId);
		} catch (error) {
			const trouble = error instanceof Problem && error.detail.kind === "voice" ? error.detail : undefined;
			this.leave({ how: "left", ...(trouble && { trouble }) });
			throw error;
		}
		if (this.kind === "leaving") throw this.#over();
	}

	#over(): Problem {
		const trouble =
			this.#state.kind === "leaving" && this.#state.end.how === "left" ? this.#state.end.trouble : undefined;
		return voiceProblem(trouble ?? { reason: "removed", channelId: this.#link.channelId });
	}

	/** Ends every text, leaves, and lets go of everything. */
	leave(end: TextEnd): void {
		const before = this.#state;
		if (before.kind === "leaving") return;
		if ("timers" in before) before.timers.stop();
		// Closed first, so that nothing which the end of a text sets off is heard.
		this.#playback.close();
		const gone = this.#link.close().then(() => this.#options.onGone());
		this.#state = { kind: "leaving", gone, end };
		const { guild, logger } = this.#options;
		logger.info(
			{
				guild: guild.id,
				channel: this.#link.channelId,
				why: end.how === "left" ? end.trouble?.reason : undefined,
			},
			"left the voice channel",
		);
		this.queue.end(this.queue.texts, end);
	}

	/** Looks anew at who is there and at what Herald may do; called whenever Discord says that something changed. */
	refresh(): void {
		const state = this.#state;
		this.#link.onPeople();
		if (!("timers" in state)) return;
		const { guild, timers } = this.#options;
		const channel = findVoiceChannel(guild, this.#link.channelId);
		if (!channel) return;
		state.timers.setAlone(listListeners(guild, channel.id).length === 0);
		this.#setHindrance(checkHearing(readChannelFacts(channel), timers.now()));
		state.timers.setIdle(this.#state.kind === "ready" || this.#hindrance !== undefined);
	}

	onVoiceState(userId: string, channelId: string | null): void {
		const { guild } = this.#options;
		if (userId === guild.client.user.id) this.#link.onOwnChannel(channelId);
		this.refresh();
	}

	onChannelDeleted(channelId: string): void {
		this.#link.onChannelDeleted(channelId);
	}

	/** The gateway is there again, or has begun anew. */
	onGateway(anew: boolean): void {
		this.#link.onGateway(anew);
	}

	#onUp(): void {
		const { timers, aloneMs, idleMs, guild, logger } = this.#options;
		if (this.#state.kind === "joining") {
			this.#state = {
				kind: "ready",
				timers: new LeaveTimers({
					timers,
					aloneMs,
					idleMs,
					onLeave: (why) => {
						logger.info({ guild: guild.id, why }, "leaving the voice channel");
						this.leave({ how: "left" });
					},
				}),
			};
			logger.info({ guild: guild.id, channel: this.#link.channelId }, "joined the voice channel");
		}
		// The last one may have left meanwhile.
		this.refresh();
		this.queue.open();
	}

	#onBusy(busy: boolean): void {
		const state = this.#state;
		if (!("timers" in state)) return;
		this.#state = { kind: busy ? "speaking" : "ready", timers: state.timers };
		this.refresh();
	}

	/** Holds playback while Herald can't be heard; says so once, and once that it goes on. */
	#setHindrance(trouble: VoiceTrouble | undefined): void {
		const before = this.#hindrance;
		// Having asked for the word is how it stays suppressed.
		if (before?.reason === trouble?.reason) return;
		if (before?.reason === "asked_to_speak" && trouble?.reason === "herald_suppressed") return;
		this.#hindrance = trouble;
		this.#link.setAudible(trouble === undefined);
		if (!trouble) this.queue.tell({ kind: "heard_again" });
		else if (trouble.reason === "herald_suppressed") this.#askForTheWord(trouble);
		else this.queue.tell({ kind: "hindered", trouble });
	}

	async #askForTheWord(trouble: VoiceTrouble & { readonly channelId: string }): Promise<void> {
		const asked = await takeTheStage(this.#options.guild, this.#options.logger);
		// Discord may have given it meanwhile.
		if (this.#hindrance !== trouble || this.#state.kind === "leaving") return;
		if (asked) this.#hindrance = { reason: "asked_to_speak", channelId: trouble.channelId };
		this.queue.tell({ kind: "hindered", trouble: this.#hindrance });
	}
}
