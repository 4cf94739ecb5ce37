import type { Logger } from "@herald/common/log.ts";
import type { Guild } from "discord.js";
import { findQuietEnd } from "../settings/quiet-hours.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { Clock } from "../shared/clock.ts";
import { Problem, type VoiceTrouble, voiceProblem } from "../shared/problem.ts";
import type { UnderWay } from "../shared/under-way.ts";
import type { LineSpeaker } from "../speech/spoken.ts";
import { Audibility } from "./audibility.ts";
import {
	checkAudibility,
	findModeration,
	findVoiceChannel,
	hasListeners,
	readChannelFacts,
} from "./channel-facts.ts";
import type { JoinLimiter, Rank } from "./join-limiter.ts";
import { type ConnectionTiming, VoiceLink } from "./link.ts";
import { Playback } from "./playback.ts";
import type { ItemEnd, ItemSource } from "./queue-item.ts";
import type { RememberedPlaces } from "./remember-places.ts";
import { SpeechQueue } from "./speech-queue.ts";
import type { GoneReason, LeaveReason, OpenReason, VoiceWatcher } from "./voice-channels.ts";

/** Quiet hours begin with a minute, whichever way clocks and settings are changed. */
const minuteMs = 60_000;

export interface SessionOptions {
	readonly guild: Guild;
	readonly channelId: string;
	readonly openedBy: Exclude<OpenReason, "move">;
	/** Notifies all that watch sessions. */
	readonly notify: (notify: (watcher: Partial<VoiceWatcher>) => void) => void;
	readonly speech: LineSpeaker;
	/** Where items are settled. */
	readonly underWay: UnderWay;
	/** By rank. */
	readonly sources: readonly ItemSource[];
	readonly logger: Logger;
	readonly clock: Clock;
	/** @returns the guild's. Never rejects */
	readonly settings: () => Promise<AppliedGuildSettings>;
	readonly timing?: Partial<ConnectionTiming> | undefined;
	/** When joins of the guild's gateway connection go out. */
	readonly joinLimiter: JoinLimiter;
	/** Where it is noted in which channel Herald is, or on its way to. */
	readonly places: Pick<RememberedPlaces, "enter">;
	/** Herald has left, and the guild can have another session. */
	readonly onGone: () => void;
}

type SessionState =
	| { readonly kind: "joining" }
	| { readonly kind: "ready"; readonly timers: LeaveTimers }
	| { readonly kind: "speaking"; readonly timers: LeaveTimers; readonly endQuietWatch: () => void }
	| { readonly kind: "leaving"; readonly gone: Promise<void> };

/** A guild's voice session, from joining to leaving. */
export class GuildSession {
	readonly queue: SpeechQueue;
	readonly #options: SessionOptions;
	readonly #playback: Playback;
	readonly #link: VoiceLink;
	#state: SessionState = { kind: "joining" };
	/** The last join in progress: each waits for the one before. */
	#join: { readonly channelId: string; readonly done: Promise<void> } | undefined;
	/** Whether a member waits for a join. */
	#wanted = false;
	/** The member that Herald last went to a channel for. */
	#wentFor: { readonly channelId: string; readonly userId: string } | undefined;
	/** The channel of the last `onOpened`. */
	#openedIn: string | undefined;
	readonly #audibility: Audibility;

	constructor(options: SessionOptions) {
		const { guild, speech, logger, clock, timing, joinLimiter } = options;
		this.#options = options;
		this.#playback = new Playback(logger, clock);
		this.#link = new VoiceLink(options.channelId, {
			guild,
			player: this.#playback,
			logger,
			clock,
			timing,
			requestJoin: (go) => joinLimiter.request(() => this.#rank(), go),
			onAsked: () => joinLimiter.count(),
			onUp: () => this.#onUp(),
			onMoved: (channelId) => {
				options.places.enter({ guildId: guild.id, channelId });
				this.queue.notify({ kind: "moved", channelId });
				this.refresh();
			},
			onEnd: (trouble) => this.leave({ how: "left", trouble }, trouble.reason),
		});
		this.#audibility = new Audibility({
			guild,
			logger,
			onAudible: (audible) => this.#link.setAudible(audible),
			onTrouble: (trouble) => {
				this.queue.notify(trouble ? { kind: "hindered", trouble } : { kind: "heard_again" });
				this.#updateIdle();
			},
		});
		this.queue = new SpeechQueue({
			guildId: guild.id,
			sources: options.sources,
			underWay: options.underWay,
			speech,
			playback: this.#playback,
			logger,
			clock: options.clock,
			onBusy: (busy) => this.#onBusy(busy),
		});
	}

	/** The only way to change state: what a state owns and the next one doesn't ends with it. */
	#enter(next: SessionState): void {
		const before = this.#state;
		this.#state = next;
		if ("endQuietWatch" in before) before.endQuietWatch();
		if ("timers" in before && !("timers" in next)) before.timers.stop();
	}

	get kind(): SessionState["kind"] {
		return this.#state.kind;
	}

	get shardId(): number {
		return this.#options.guild.shardId;
	}

	get channelId(): string {
		return this.#join?.channelId ?? this.#link.channelId;
	}

	get hindrance(): VoiceTrouble | undefined {
		return this.#audibility.trouble;
	}

	/** Resolves when Herald knows whether it can be heard; on a stage, after trying to become a speaker. */
	get settled(): Promise<void> {
		return this.#audibility.settled;
	}

	get gone(): Promise<void> | undefined {
		return this.#state.kind === "leaving" ? this.#state.gone : undefined;
	}

	/**
	 * Joins a channel, after any join in progress; equal joins are shared.
	 *
	 * @param userId - the member that wants it; undefined after a restart
	 * @throws {@link Problem} `voice` when Herald can't join; the session is over then
	 */
	enter(channelId: string, userId: string | undefined): Promise<void> {
		this.#wanted ||= userId !== undefined;
		if (userId && this.#wentFor?.channelId !== channelId) this.#wentFor = { channelId, userId };
		this.#options.joinLimiter.review();
		if (this.#join?.channelId === channelId) return this.#join.done;
		const done = Promise.resolve(this.#join?.done).then(() => this.#goTo(channelId));
		const join = { channelId, done };
		this.#join = join;
		const end = () => {
			if (this.#join === join) this.#join = undefined;
		};
		done.then(end, end);
		return done;
	}

	async #goTo(channelId: string): Promise<void> {
		const { kind } = this;
		if (kind === "leaving") throw voiceProblem({ reason: "removed", channelId: this.#link.channelId });
		try {
			if (kind === "joining") await this.#link.open(channelId);
			else if (this.#link.channelId !== channelId) {
				this.#options.places.enter({ guildId: this.#options.guild.id, channelId });
				await this.#link.open(channelId);
				this.queue.notify({ kind: "moved", channelId });
			}
		} catch (error) {
			const trouble = error instanceof Problem && error.detail.kind === "voice" ? error.detail : undefined;
			this.leave({ how: "left", ...(trouble && { trouble }) }, trouble?.reason ?? "cannot_connect");
			throw error;
		}
	}

	/** Ends every item, leaves, and releases everything. */
	leave(end: ItemEnd, by: GoneReason): void {
		if (this.kind === "leaving") return;
		this.#audibility.close();
		// Closed first, so that nothing triggered by the end of an item is heard.
		this.#playback.close();
		const gone = this.#link.close().then(() => this.#options.onGone());
		this.#enter({ kind: "leaving", gone });
		const { guild, logger, notify } = this.#options;
		const { channelId } = this.#link;
		logger.info(
			{
				event: "voice_left",
				guild: guild.id,
				channel: channelId,
				why: end.how === "left" ? end.trouble?.reason : undefined,
			},
			"left the voice channel",
		);
		this.queue.close(end);
		notify((watcher) => watcher.onGone?.(guild.id, channelId, by));
	}

	/**
	 * Checks again who is there and what Herald may do; called whenever Discord reports a change.
	 *
	 * @param userId - whose voice state or rights changed, where it concerns one member alone; Herald's own concern all
	 */
	refresh(userId?: string): void {
		const state = this.#state;
		if (state.kind === "leaving") return;
		const { guild, clock, notify } = this.#options;
		this.#link.onPeople();
		const concerned = userId === guild.client.user.id ? undefined : userId;
		notify((watcher) => watcher.onPeople?.(guild.id, concerned));
		if (state.kind === "joining") return;
		const channel = findVoiceChannel(guild, this.#link.channelId);
		if (!channel) return;
		state.timers.set("alone", !hasListeners(guild, channel.id));
		this.#audibility.take(checkAudibility(readChannelFacts(channel), clock.now()));
		for (const { id, userId } of this.queue.items) {
			if (concerned !== undefined && userId !== concerned) continue;
			const trouble = findModeration(guild, channel.id, userId, clock.now());
			if (trouble)
				this.queue.end((item) => item.id === id, { how: "failed", problem: voiceProblem(trouble) });
		}
		this.#updateIdle();
	}

	/** The guild's settings have changed. */
	applySettings(): void {
		if ("timers" in this.#state) this.#state.timers.review();
	}

	/** Starts or stops the timer for silence. */
	#updateIdle(): void {
		const state = this.#state;
		if ("timers" in state) state.timers.set("idle", state.kind === "ready" || this.hindrance !== undefined);
	}

	/** A user's voice state has changed, perhaps Herald's own. */
	onVoiceState(userId: string, channelId: string | null): void {
		const { guild } = this.#options;
		if (userId === guild.client.user.id) this.#link.onOwnChannel(channelId);
		this.refresh(userId);
	}

	onChannelDeleted(channelId: string): void {
		this.#link.onChannelDeleted(channelId);
	}

	/** The gateway has resumed or started a new session. */
	onGateway(anew: boolean): void {
		this.#link.onGateway(anew);
	}

	#rank(): Rank {
		if (this.#wanted) return 0;
		const listened = hasListeners(this.#options.guild, this.#link.channelId);
		if (this.queue.items.length > 0) return listened ? 1 : 2;
		return listened ? 2 : 3;
	}

	#onUp(): void {
		this.#wanted = false;
		const { clock, settings, guild, logger } = this.#options;
		if (this.#state.kind === "joining") {
			this.#enter({
				kind: "ready",
				timers: new LeaveTimers({
					clock,
					leaveAfterMs: async (why) => (await settings())[`${why}Seconds`] * 1_000,
					onLeave: (why) => {
						logger.info({ event: "voice_leaving", guild: guild.id, why }, "leaving the voice channel");
						this.leave({ how: "left" }, why);
					},
				}),
			});
			logger.info(
				{ event: "voice_joined", guild: guild.id, channel: this.#link.channelId },
				"joined the voice channel",
			);
		}
		// The last listener may have left in the meantime.
		this.refresh();
		this.#reportOpened();
		this.queue.open();
	}

	#reportOpened(): void {
		const { guild, notify, openedBy } = this.#options;
		const { channelId } = this.#link;
		const before = this.#openedIn;
		if (before === channelId) return;
		this.#openedIn = channelId;
		const userId = this.#wentFor?.channelId === channelId ? this.#wentFor.userId : undefined;
		const by = before === undefined ? openedBy : "move";
		notify((watcher) => watcher.onOpened?.(guild.id, channelId, by, userId));
	}

	#onBusy(busy: boolean): void {
		const state = this.#state;
		if (!("timers" in state)) return;
		const { timers } = state;
		this.#enter(
			busy ? { kind: "speaking", timers, endQuietWatch: this.#watchQuiet() } : { kind: "ready", timers },
		);
		this.refresh();
	}

	/** Looks each minute for quiet hours, which hush the queue. @returns how to end that */
	#watchQuiet(): () => void {
		const { clock, settings } = this.#options;
		let cancel: (() => void) | undefined;
		const look = async () => {
			const until = findQuietEnd(await settings(), clock.now());
			if (until !== undefined && cancel)
				this.queue.hush({ how: "failed", problem: new Problem({ kind: "quiet_hours", until }) });
		};
		const wait = () => {
			cancel = clock.after(minuteMs - (clock.now() % minuteMs), () => {
				wait();
				void look();
			});
		};
		wait();
		return () => {
			cancel?.();
			cancel = undefined;
		};
	}
}

interface LeaveTimersOptions {
	readonly clock: Clock;
	/** @returns for how long a reason must last, in ms. Never rejects */
	readonly leaveAfterMs: (why: LeaveReason) => Promise<number>;
	readonly onLeave: (why: LeaveReason) => void;
}

interface Wait {
	/** When the reason came up, in ms. */
	readonly since: number;
	readonly cancel: () => void;
}

/** A timer for each reason to leave a channel, which is cancelled when the reason goes away. */
class LeaveTimers {
	readonly #options: LeaveTimersOptions;
	readonly #waits = new Map<LeaveReason, Wait>();

	constructor(options: LeaveTimersOptions) {
		this.#options = options;
	}

	set(why: LeaveReason, applies: boolean): void {
		if (applies === this.#waits.has(why)) return;
		this.#waits.get(why)?.cancel();
		if (applies) this.#wait(why, this.#options.clock.now());
		else this.#waits.delete(why);
	}

	/** Has each reason last as long as it must by now, counted from when it came up. */
	review(): void {
		for (const [why, { since, cancel }] of this.#waits) {
			cancel();
			this.#wait(why, since);
		}
	}

	stop(): void {
		this.set("alone", false);
		this.set("idle", false);
	}

	/** The time counts even while the length of the wait is still being read. */
	#wait(why: LeaveReason, since: number): void {
		const { clock, leaveAfterMs, onLeave } = this.#options;
		let stopped = false;
		let stop = () => {
			stopped = true;
		};
		this.#waits.set(why, { since, cancel: () => stop() });
		void leaveAfterMs(why).then((ms) => {
			if (!stopped) stop = clock.after(Math.max(0, since + ms - clock.now()), () => onLeave(why));
		});
	}
}
