import { findQuietEnd } from "../settings/quiet-hours.ts";
import { type AppliedGuildSettings, applyGuildDefaults, defaultGuildSettings } from "../settings/settings.ts";
import type { Clock } from "../shared/clock.ts";
import { inGuild } from "../shared/party.ts";
import { Problem, voiceProblem } from "../shared/problem.ts";
import type { KeptSettings } from "../store/settings.ts";
import {
	checkAudibility,
	findModeration,
	findVoiceChannel,
	hasListeners,
	readChannelFacts,
	watchAudibility,
} from "./channel-facts.ts";
import type { JoinLimiter, Rank } from "./connection.ts";
import { type LinkOptions, VoiceLink } from "./link.ts";
import { Playback } from "./playback.ts";
import type { RememberedPlaces } from "./remember-places.ts";
import { SpeechQueue, type SpeechQueueOptions } from "./speech-queue.ts";
import type { GoneReason, ItemEnd, LeaveReason, OpenReason, VoiceWatchers } from "./voice-channels.ts";

/**
 * How often quiet hours are checked, in ms. Quiet hours begin with a full minute. Each check also notices a changed
 * clock or setting.
 */
const minuteMs = 60_000;

export interface SessionOptions
	extends Pick<SpeechQueueOptions, "speech" | "ownVoices" | "underWay">,
		Pick<LinkOptions, "guild" | "logger" | "clock" | "timing"> {
	readonly channelId: string;
	readonly openedBy: Exclude<OpenReason, "move">;
	readonly watchers: VoiceWatchers;
	readonly settings: Pick<KeptSettings, "readGuild">;
	readonly joinLimiter: JoinLimiter;
	/** Remembers the channel that Herald is in or joining. */
	readonly places: Pick<RememberedPlaces, "enter">;
}

type LeaveTimers = ReturnType<typeof makeLeaveTimers>;

type SessionState =
	| { readonly kind: "joining" }
	| { readonly kind: "ready"; readonly timers: LeaveTimers }
	| { readonly kind: "speaking"; readonly timers: LeaveTimers; readonly endQuietWatch: () => void }
	| { readonly kind: "leaving" };

/**
 * @returns a guild's settings; the defaults if they can't be read, so that an error of the store fails no text or session
 */
export const readSettings = async (
	guildId: string,
	{ settings, logger }: Pick<SessionOptions, "settings" | "logger">,
): Promise<AppliedGuildSettings> => {
	try {
		return applyGuildDefaults(await settings.readGuild(inGuild(guildId)));
	} catch (error) {
		logger.warn(
			{ event: "voice_settings_unreadable", err: error, guild: guildId },
			"the settings of a voice channel could not be read",
		);
		return defaultGuildSettings;
	}
};

export class GuildSession {
	readonly queue: SpeechQueue;
	readonly #over = Promise.withResolvers<void>();
	/** Resolves when Herald has left, and the guild can have another session. */
	readonly over = this.#over.promise;
	readonly #options: SessionOptions;
	readonly #playback: Playback;
	readonly link: VoiceLink;
	#state: SessionState = { kind: "joining" };
	/** The last join in progress. Each join waits for the one before. */
	#join: { readonly channelId: string; readonly done: Promise<void> } | undefined;
	/** Whether a member waits for a join. */
	#wanted = false;
	/** The channel that a member last asked Herald into, and the first member who asked for it. */
	#wentFor: { readonly channelId: string; readonly userId: string } | undefined;
	/** The channel that watchers were last told of by `onOpened`. */
	#openedIn: string | undefined;
	readonly audibility: ReturnType<typeof watchAudibility>;

	constructor(options: SessionOptions) {
		const { guild, logger, clock, joinLimiter } = options;
		this.#options = options;
		this.#playback = new Playback(logger, clock);
		this.link = new VoiceLink(options.channelId, {
			...options,
			player: this.#playback,
			joins: joinLimiter.of(() => this.#rank()),
			onUp: () => this.#onUp(),
			onMoved: (channelId) => {
				options.places.enter({ guildId: guild.id, channelId });
				this.queue.notify({ kind: "moved", channelId });
				this.refresh();
			},
			onEnd: (trouble) => this.leave({ how: "left", trouble }, trouble.reason),
		});
		this.audibility = watchAudibility(guild, logger, (trouble) => {
			this.queue.notify(trouble ? { kind: "hindered", trouble } : { kind: "heard_again" });
			this.#updateIdle();
		});
		this.queue = new SpeechQueue({
			...options,
			playback: this.#playback,
			onBusy: (busy) => this.#onBusy(busy),
		});
	}

	/**
	 * The only way to change the state. Stops the previous state's quiet watch, and its timers if the next state has
	 * none.
	 */
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
		return this.#join?.channelId ?? this.link.channelId;
	}

	/**
	 * Joins a channel, after any join in progress. If the join in progress is to the same channel, waits for that join
	 * instead.
	 *
	 * @param userId - the member who wants Herald there; undefined after a restart
	 * @throws {@link Problem} `voice` if Herald can't join. The session is over then
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
		if (kind === "leaving") throw voiceProblem({ reason: "removed", channelId: this.link.channelId });
		try {
			if (kind === "joining") await this.link.open(channelId);
			else if (this.link.channelId !== channelId) {
				this.#options.places.enter({ guildId: this.#options.guild.id, channelId });
				await this.link.open(channelId);
				this.queue.notify({ kind: "moved", channelId });
			}
		} catch (error) {
			const trouble = error instanceof Problem && error.detail.kind === "voice" ? error.detail : undefined;
			this.leave({ how: "left", ...(trouble && { trouble }) }, trouble?.reason ?? "cannot_connect");
			throw error;
		}
	}

	leave(end: ItemEnd, by: GoneReason): void {
		if (this.kind === "leaving") return;
		this.audibility.close();
		// Playback is closed first: the end of an item may start the next one, which must not play.
		this.#playback.close();
		this.#over.resolve(this.link.close());
		this.#enter({ kind: "leaving" });
		const { guild, logger, watchers } = this.#options;
		const { channelId } = this.link;
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
		watchers.notify((watcher) => watcher.onGone?.(guild.id, channelId, by));
	}

	/**
	 * Checks who is in the channel and what Herald may do. Called whenever Discord reports a change.
	 *
	 * @param userId - the only user whose voice state or permissions changed. If it is Herald, or undefined, all members
	 * are checked
	 */
	refresh(userId?: string): void {
		const state = this.#state;
		if (state.kind === "leaving") return;
		const { guild, clock, watchers } = this.#options;
		this.link.onPeople();
		const concerned = userId === guild.client.user.id ? undefined : userId;
		watchers.notify((watcher) => watcher.onPeople?.(guild.id, concerned, this.link.channelId));
		if (state.kind === "joining") return;
		const channel = findVoiceChannel(guild, this.link.channelId);
		if (!channel) return;
		state.timers.set("alone", !hasListeners(guild, channel.id));
		this.link.setAudible(this.audibility.take(checkAudibility(readChannelFacts(channel), clock.now())));
		for (const { id, userId } of this.queue.items) {
			if (concerned !== undefined && userId !== concerned) continue;
			const trouble = findModeration(guild, channel.id, userId, clock.now());
			if (trouble)
				this.queue.end((item) => item.id === id, { how: "failed", problem: voiceProblem(trouble) });
		}
		this.#updateIdle();
	}

	applySettings(): void {
		if ("timers" in this.#state) this.#state.timers.review();
	}

	#updateIdle(): void {
		const state = this.#state;
		if ("timers" in state)
			state.timers.set("idle", state.kind === "ready" || this.audibility.trouble() !== undefined);
	}

	onVoiceState(userId: string, channelId: string | null): void {
		if (userId === this.#options.guild.client.user.id) this.link.onOwnChannel(channelId);
		this.refresh(userId);
	}

	#rank(): Rank {
		if (this.#wanted) return 0;
		const listened = hasListeners(this.#options.guild, this.link.channelId);
		if (this.queue.items.length > 0) return listened ? 1 : 2;
		return listened ? 2 : 3;
	}

	#onUp(): void {
		this.#wanted = false;
		const { clock, guild, logger } = this.#options;
		if (this.#state.kind === "joining") {
			this.#enter({
				kind: "ready",
				timers: makeLeaveTimers(
					clock,
					async (why) => (await readSettings(guild.id, this.#options))[`${why}Seconds`] * 1_000,
					(why) => {
						logger.info({ event: "voice_leaving", guild: guild.id, why }, "leaving the voice channel");
						this.leave({ how: "left" }, why);
					},
				),
			});
			logger.info(
				{ event: "voice_joined", guild: guild.id, channel: this.link.channelId },
				"joined the voice channel",
			);
		}
		// The last listener may have left while Herald was connecting.
		this.refresh();
		this.#reportOpened();
		this.queue.open();
	}

	#reportOpened(): void {
		const { guild, watchers, openedBy } = this.#options;
		const { channelId } = this.link;
		const before = this.#openedIn;
		if (before === channelId) return;
		this.#openedIn = channelId;
		const userId = this.#wentFor?.channelId === channelId ? this.#wentFor.userId : undefined;
		const by = before === undefined ? openedBy : "move";
		watchers.notify((watcher) => watcher.onOpened?.(guild.id, channelId, by, userId));
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

	/**
	 * Checks now and each minute whether quiet hours have begun, and hushes the queue if they have.
	 *
	 * @returns a function that stops the checks
	 */
	#watchQuiet(): () => void {
		const { clock, guild } = this.#options;
		let cancel: (() => void) | undefined;
		const look = async () => {
			const until = findQuietEnd(await readSettings(guild.id, this.#options), clock.now());
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
		void look();
		return () => {
			cancel?.();
			cancel = undefined;
		};
	}
}

/**
 * Makes a timer for each reason to leave a channel. The timer is cancelled when its reason no longer applies.
 *
 * @param leaveAfterMs - returns how long a reason must last, in ms. Never rejects
 */
const makeLeaveTimers = (
	clock: Clock,
	leaveAfterMs: (why: LeaveReason) => Promise<number>,
	onLeave: (why: LeaveReason) => void,
) => {
	/** `since`: when the reason came up, in ms. */
	const waits = new Map<LeaveReason, { readonly since: number; readonly cancel: () => void }>();
	/** Leaves when a reason has lasted long enough. The time that reading the settings takes counts, too. */
	const wait = (why: LeaveReason, since: number) => {
		let stopped = false;
		let stop = () => {
			stopped = true;
		};
		waits.set(why, { since, cancel: () => stop() });
		void leaveAfterMs(why).then((ms) => {
			if (!stopped) stop = clock.after(Math.max(0, since + ms - clock.now()), () => onLeave(why));
		});
	};
	return {
		set: (why: LeaveReason, applies: boolean) => {
			if (applies === waits.has(why)) return;
			waits.get(why)?.cancel();
			if (applies) wait(why, clock.now());
			else waits.delete(why);
		},
		/** Restarts the waits with the current settings, counted from when each reason came up. */
		review: () => {
			for (const [why, { since, cancel }] of waits) {
				cancel();
				wait(why, since);
			}
		},
		stop: () => {
			for (const { cancel } of waits.values()) cancel();
			waits.clear();
		},
	};
};
