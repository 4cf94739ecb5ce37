import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import type { Logger } from "@herald/common/log.ts";
import { listRecent } from "@herald/common/sliding-window.ts";
import type { Guild } from "discord.js";
import type { Clock } from "../shared/clock.ts";
import { measure, type ReopenReason } from "../shared/measures.ts";
import { type VoiceTrouble, voiceProblem } from "../shared/problem.ts";
import { countOthers, findVoiceChannel } from "./channel-facts.ts";
import {
	findOwnChannel,
	followConnection,
	hasGateway,
	isWithoutGateway,
	openConnection,
	sendLeave,
} from "./connection.ts";
import { canBeHeard } from "./patches/dave.ts";
import type { Playback } from "./playback.ts";

/** Close codes of the voice gateway. Of the first two only Herald's voice state says what they mean. */
const disconnectedCode = 4014;
const callEndedCode = 4022;
const rateLimitedCode = 4021;

/** A connection to a voice channel: it opens, follows moves, reconnects, and knows when it is over. */
export class VoiceLink {
	readonly #options: LinkOptions;
	readonly #timing: ConnectionTiming;
	readonly #reopenings = new Reopenings();
	#channelId: string;
	readonly #state: HeldState;
	#opening: Opening | undefined;
	/** Whether Discord has said, since the last request to join, that Herald is in the channel. */
	#seen = false;
	/** Whether Discord may take Herald for being in a channel, or coming. */
	#asked = false;
	#gone: (() => void) | undefined;

	constructor(channelId: string, options: LinkOptions) {
		this.#channelId = channelId;
		this.#options = options;
		this.#state = new HeldState(options.player);
		this.#timing = { ...defaultConnectionTiming, ...options.timing };
	}

	get channelId(): string {
		return this.#channelId;
	}

	/** Connects to a channel, or moves there. @throws a Problem `voice` when that fails twice */
	open(channelId: string): Promise<void> {
		this.#channelId = channelId;
		this.#opening = { ...Promise.withResolvers<void>(), retried: false };
		this.#connect();
		return this.#opening.promise;
	}

	setAudible(audible: boolean): void {
		this.#state.setAudible(audible);
	}

	/** Leaves, and resolves when Discord confirms it, or soon after. */
	async close(): Promise<void> {
		const { guild } = this.#options;
		const opening = this.#opening;
		this.#opening = undefined;
		this.#state.enter({ kind: "closed" });
		opening?.reject(voiceProblem({ reason: "removed", channelId: this.#channelId }));
		if (!findOwnChannel(guild) && (this.#seen || !this.#asked)) return;
		if (!sendLeave(guild)) return;
		this.#options.onAsked();
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#gone = resolve;
		const cancel = this.#options.clock.after(this.#timing.leaveMs, resolve);
		await promise;
		cancel();
	}

	onOwnChannel(channelId: string | null): void {
		if (channelId === null) this.#gone?.();
		if (this.#state.current.kind === "closed") return;
		if (channelId === null) {
			// Until Herald was seen there, this is about its previous channel.
			if (!this.#seen) return;
			const gone = findVoiceChannel(this.#options.guild, this.#channelId) === undefined;
			this.#end({ reason: gone ? "channel_gone" : "removed", channelId: this.#channelId });
		} else if (channelId === this.#channelId) this.#seen = true;
		else if (this.#seen) {
			this.#channelId = channelId;
			const state = this.#state.current;
			// It is still connected to the channel that it was taken from.
			if (state.kind === "up")
				this.#await("server", state.connection, this.#timing.stateMs, () => this.#reopen("moved"));
			this.#options.onMoved(channelId);
		}
	}

	onChannelDeleted(channelId: string): void {
		if (this.#state.current.kind !== "closed" && channelId === this.#channelId)
			this.#end({ reason: "channel_gone", channelId });
	}

	/** The gateway is back; a new session has ended the old one's voice connection. */
	onGateway(anew: boolean): void {
		const state = this.#state.current;
		if (state.kind === "closed") return;
		if (anew || (state.kind === "waiting" && isWithoutGateway(state.connection))) this.#reopen("gateway");
	}

	/** The channel's members have changed: encryption is agreed on with other listeners, if there are any. */
	onPeople(): void {
		const state = this.#state.current;
		if ("connection" in state) this.#checkEncryption(state.connection);
	}

	#await(
		until: "server" | "speaking",
		connection: VoiceConnection,
		ms: number,
		onTime = () => this.#giveUp(),
	): void {
		const cancel = this.#options.clock.after(ms, onTime);
		this.#state.enter({ kind: "waiting", connection, cancel, until });
	}

	/** Connects when its join may go out. */
	#connect(): void {
		this.#state.enter({ kind: "later", cancel: () => {} });
		const cancel = this.#options.requestJoin(() => this.#ask());
		if (this.#state.current.kind === "later") this.#state.enter({ kind: "later", cancel });
	}

	#ask(): void {
		const { guild, logger, onAsked } = this.#options;
		// Discord needn't send a voice server to a member that is already in the channel: leave first.
		if (findOwnChannel(guild) === this.#channelId && sendLeave(guild)) onAsked();
		this.#seen = false;
		this.#asked = true;
		const onFault = (error: unknown) => {
			if (this.#state.holds(connection)) this.#onFault(error);
		};
		const connection = openConnection(guild, this.#channelId, logger, onFault);
		onAsked();
		this.#await("speaking", connection, this.#timing.readyMs);
		followConnection(connection, () => this.#state.holds(connection), {
			onReady: () => {
				this.#await("speaking", connection, this.#timing.daveMs);
				this.#checkEncryption(connection);
			},
			onMessage: () => this.#checkEncryption(connection),
			onFault,
			onConnecting: (resuming) => {
				// A connection that opens and closes again counts as a reopening.
				if (resuming && this.#reopenings.next(this.#options.clock.now(), this.#timing) === undefined) {
					this.#fail();
					return;
				}
				if (resuming) measure("voiceReopened", { reason: "resumed" });
				this.#await("speaking", connection, this.#timing.readyMs);
			},
			onClosed: (code) => this.#onClosed(connection, code),
			onDisconnected: (serverLost) => this.#onDisconnected(connection, serverLost),
			onDestroyed: () => this.#reopen("lost"),
		});
	}

	/** Speaks where that can be heard, and is held back where encryption is agreed on and not there. */
	#checkEncryption(connection: VoiceConnection): void {
		const state = this.#state.current;
		if (!this.#state.holds(connection) || connection.state.status !== VoiceConnectionStatus.Ready) return;
		// Without listeners there is no encryption; what is played then goes nowhere.
		const maySpeak = canBeHeard(connection) || countOthers(this.#options.guild, this.#channelId) === 0;
		if (state.kind === "waiting" && state.until === "speaking" && maySpeak) this.#settle(connection);
		else if (state.kind === "up" && !maySpeak) this.#await("speaking", connection, this.#timing.daveMs);
	}

	#settle(connection: VoiceConnection): void {
		if (this.#state.current.kind === "up") return;
		this.#state.enter({ kind: "up", connection });
		const opening = this.#opening;
		this.#opening = undefined;
		opening?.resolve();
		this.#options.onUp();
	}

	#onClosed(connection: VoiceConnection, code: number): void {
		// The library knows by itself that this one is no reason to come back.
		if (code === disconnectedCode) return;
		const channelId = this.#channelId;
		this.#options.logger.info({ event: "voice_closed", code }, "voice connection closed");
		if (code === rateLimitedCode) this.#end({ reason: "voice_rate_limited", channelId });
		else if (code === callEndedCode)
			this.#await("server", connection, this.#timing.stateMs, () =>
				this.#end({ reason: "call_ended", channelId }),
			);
		else this.#reopen("closed");
	}

	#onFault(error: unknown): void {
		this.#options.logger.warn(
			{ event: "voice_fault", err: error },
			"voice connection failed, and is made anew",
		);
		this.#reopen("fault");
	}

	#onDisconnected(connection: VoiceConnection, serverLost: boolean): void {
		const { stateMs, serverMs } = this.#timing;
		// Without the gateway, Herald's voice state is unknown, and no channel can be requested.
		const isAway = () => !hasGateway(this.#options.guild);
		const waitLonger = () => this.#await("server", connection, serverMs, () => this.#fail());
		if (serverLost || isAway()) waitLonger();
		// It may have been lost at the same time, but be reported later.
		else this.#await("server", connection, stateMs, () => (isAway() ? waitLonger() : this.#fail()));
	}

	/** A connection timed out: start over once, then give up. */
	#giveUp(): void {
		if (!this.#opening) this.#reopen("timeout");
		else if (this.#opening.retried) this.#fail();
		else {
			this.#opening = { ...this.#opening, retried: true };
			measure("voiceReopened", { reason: "timeout" });
			this.#connect();
		}
	}

	#reopen(reason: ReopenReason): void {
		const { clock } = this.#options;
		const wait = this.#reopenings.next(clock.now(), this.#timing);
		if (wait === undefined) {
			this.#fail();
			return;
		}
		measure("voiceReopened", { reason });
		this.#state.enter({ kind: "later", cancel: clock.after(wait, () => this.#connect()) });
	}

	#fail(): void {
		this.#end({ reason: this.#opening ? "cannot_connect" : "connection_lost", channelId: this.#channelId });
	}

	#end(trouble: VoiceTrouble): void {
		const opening = this.#opening;
		this.#opening = undefined;
		this.#state.enter({ kind: "closed" });
		if (opening) opening.reject(voiceProblem(trouble));
		else this.#options.onEnd(trouble);
	}
}

interface LinkOptions {
	readonly guild: Guild;
	readonly player: Playback;
	readonly logger: Logger;
	readonly clock: Clock;
	/** Calls `go` when a join may go out. @returns a function that cancels it */
	readonly requestJoin: (go: () => void) => () => void;
	/** A join or a leave has gone out to the gateway. */
	readonly onAsked: () => void;
	readonly timing?: Partial<ConnectionTiming> | undefined;
	/** Herald can be heard, for the first time or again. */
	readonly onUp: () => void;
	readonly onMoved: (channelId: string) => void;
	/** The connection is lost for good. Not called for what `open` or `move` throws. */
	readonly onEnd: (trouble: VoiceTrouble) => void;
}

/** Each state holds only what it owns. `cancel` cancels what comes next. */
type LinkState =
	| { readonly kind: "closed" }
	/** Until its join may go out, or after a pause. */
	| { readonly kind: "later"; readonly cancel: () => void }
	| {
			readonly kind: "waiting";
			readonly connection: VoiceConnection;
			readonly cancel: () => void;
			/** For another voice server, or for being able to speak. */
			readonly until: "server" | "speaking";
	  }
	| { readonly kind: "up"; readonly connection: VoiceConnection };

interface Opening extends PromiseWithResolvers<void> {
	/** The first timeout is followed by one fresh retry. */
	readonly retried: boolean;
}

/** Holds a link's state. What a state owns and the next one doesn't ends with it. */
class HeldState {
	readonly #player: Playback;
	#current: LinkState = { kind: "closed" };
	#audible = true;
	#connected: VoiceConnection | undefined;

	constructor(player: Playback) {
		this.#player = player;
	}

	get current(): LinkState {
		return this.#current;
	}

	/** @returns whether a connection is the one in use: events of others are ignored */
	holds(connection: VoiceConnection): boolean {
		return "connection" in this.#current && this.#current.connection === connection;
	}

	setAudible(audible: boolean): void {
		this.#audible = audible;
		this.#connect();
	}

	/** The only way to change state. */
	enter(next: LinkState): void {
		const before = this.#current;
		if ("cancel" in before) before.cancel();
		this.#current = next;
		this.#connect();
		if ("connection" in before && !this.holds(before.connection)) {
			// Without the library's own leave request: next comes another join request, or our own leave request.
			if (before.connection.state.status !== VoiceConnectionStatus.Destroyed)
				before.connection.destroy(false);
		}
	}

	#connect(): void {
		const state = this.#current;
		const wanted = state.kind === "up" && this.#audible ? state.connection : undefined;
		if (wanted === this.#connected) return;
		if (this.#connected) this.#player.disconnect();
		if (wanted) this.#player.connect(wanted);
		this.#connected = wanted;
	}
}

/** Reopened connections allowed within {@link reopenWindowMs}: with more, the connection doesn't hold. */
const reopenMax = 5;
const reopenWindowMs = 120_000;

/** How long a link waits for Discord, in ms; tests make it shorter. */
export interface ConnectionTiming {
	/** From requesting a channel to being connected to it. */
	readonly readyMs: number;
	/** From being connected to being able to encrypt; after that Herald speaks anyway. */
	readonly daveMs: number;
	/** After close code 4014: how long to wait for the voice state that says where Herald is now. */
	readonly stateMs: number;
	/** After losing the voice server, or while the gateway is disconnected. */
	readonly serverMs: number;
	/** How long to wait for Discord to confirm that Herald has left; the next join waits for it. */
	readonly leaveMs: number;
	/** Before a connection is reopened; doubles each time within the window. */
	readonly backoffBaseMs: number;
	readonly backoffMaxMs: number;
}

export const defaultConnectionTiming: ConnectionTiming = {
	readyMs: 15_000,
	daveMs: 3_000,
	stateMs: 5_000,
	serverMs: 30_000,
	leaveMs: 2_000,
	backoffBaseMs: 250,
	backoffMaxMs: 8_000,
};

/** Counts how often a connection was reopened: the library itself would reopen it endlessly. */
class Reopenings {
	#times: readonly number[] = [];

	/**
	 * Counts one more.
	 *
	 * @param now - in ms
	 * @returns how long to wait before it, in ms, or undefined if there were too many recently
	 */
	next(now: number, { backoffBaseMs, backoffMaxMs }: ConnectionTiming): number | undefined {
		const recent = listRecent(this.#times, reopenWindowMs, now);
		if (recent.length >= reopenMax) return undefined;
		this.#times = [...recent, now];
		return Math.min(backoffMaxMs, backoffBaseMs * 2 ** (this.#times.length - 1));
	}
}
