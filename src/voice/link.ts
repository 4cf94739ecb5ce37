import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import type { Logger } from "@herald/common/log.ts";
import { listRecent } from "@herald/common/sliding-window.ts";
import type { Guild } from "discord.js";
import type { Clock } from "../shared/clock.ts";
import { measure, type ReopenReason } from "../shared/measures.ts";
import { type VoiceTrouble, voiceProblem } from "../shared/problem.ts";
import { countOthers, findVoiceChannel } from "./channel-facts.ts";
import {
	ConnectionNews,
	findOwnChannel,
	followConnection,
	type GuildJoins,
	hasGateway,
	isWithoutGateway,
	openConnection,
	sendLeave,
} from "./connection.ts";
import { canBeHeard } from "./patches.ts";
import type { Playback } from "./playback.ts";

/** Close codes of the voice gateway. What 4014 and 4022 mean depends on Herald's voice state. */
const disconnectedCode = 4014;
const callEndedCode = 4022;
const rateLimitedCode = 4021;

/** A connection to a voice channel. It follows moves, reconnects, and reports when it is over. */
export class VoiceLink {
	readonly #options: LinkOptions;
	readonly #timing: ConnectionTiming;
	/** When the connection was reopened within `reopenWindowMs`, in ms. */
	#reopenings: readonly number[] = [];
	channelId: string;
	/** Changed only by `#enter`. */
	#state: LinkState = { kind: "closed" };
	#audible = true;
	/** The connection that playback sends to. */
	#connected: VoiceConnection | undefined;
	/** `retried`: whether this is the second attempt, after a first one timed out. */
	#opening: (PromiseWithResolvers<void> & { readonly retried: boolean }) | undefined;
	/** Whether Discord has reported since the last join that Herald is in the channel. */
	#seen = false;
	/** Whether a join was sent, so that Discord may consider Herald in a channel. */
	#asked = false;
	#gone: (() => void) | undefined;

	constructor(channelId: string, options: LinkOptions) {
		this.channelId = channelId;
		this.#options = options;
		this.#timing = { ...defaultConnectionTiming, ...options.timing };
	}

	/**
	 * Connects to a channel, or moves to it. If Discord doesn't answer in time, tries once more.
	 *
	 * @throws a Problem `voice` if Herald can't connect, or the link ends before
	 */
	open(channelId: string): Promise<void> {
		this.channelId = channelId;
		this.#opening = { ...Promise.withResolvers<void>(), retried: false };
		this.#connect();
		return this.#opening.promise;
	}

	setAudible(audible: boolean): void {
		this.#audible = audible;
		this.#connectPlayer();
	}

	/** Leaves the channel. Resolves when Discord confirms that, at the latest after `leaveMs`. */
	async close(): Promise<void> {
		const { guild } = this.#options;
		const opening = this.#opening;
		this.#opening = undefined;
		this.#enter({ kind: "closed" });
		opening?.reject(voiceProblem({ reason: "removed", channelId: this.channelId }));
		if (!findOwnChannel(guild) && (this.#seen || !this.#asked)) return;
		if (!sendLeave(guild)) return;
		this.#options.joins.count();
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#gone = resolve;
		const cancel = this.#options.clock.after(this.#timing.leaveMs, resolve);
		await promise;
		cancel();
	}

	onOwnChannel(channelId: string | null): void {
		if (channelId === null) this.#gone?.();
		if (this.#state.kind === "closed") return;
		if (channelId === null) {
			// Until Discord has reported Herald in this channel, a voice state is about the previous channel.
			if (!this.#seen) return;
			const gone = findVoiceChannel(this.#options.guild, this.channelId) === undefined;
			this.#end({ reason: gone ? "channel_gone" : "removed", channelId: this.channelId });
		} else if (channelId === this.channelId) this.#seen = true;
		else if (this.#seen) {
			this.channelId = channelId;
			const state = this.#state;
			// The connection still belongs to the previous channel.
			if (state.kind === "up")
				this.#await("server", state.connection, this.#timing.stateMs, () => this.#reopen("moved"));
			this.#options.onMoved(channelId);
		}
	}

	onChannelDeleted(channelId: string): void {
		if (this.#state.kind !== "closed" && channelId === this.channelId)
			this.#end({ reason: "channel_gone", channelId });
	}

	/** Handles the gateway's return. A new gateway session (`anew`) ends the voice connection of the previous one. */
	onGateway(anew: boolean): void {
		const state = this.#state;
		if (state.kind === "closed") return;
		if (anew || (state.kind === "waiting" && isWithoutGateway(state.connection))) this.#reopen("gateway");
	}

	/**
	 * Called when people have joined or left the channel. Encryption is only needed if somebody besides Herald is in it.
	 */
	onPeople(): void {
		const state = this.#state;
		if ("connection" in state) this.#checkEncryption(state.connection);
	}

	/**
	 * Changes the state. Cancels what the previous state waited for, and ends its connection unless the next state has the
	 * same one.
	 */
	#enter(next: LinkState): void {
		const before = this.#state;
		if ("cancel" in before) before.cancel();
		this.#state = next;
		this.#connectPlayer();
		if ("connection" in before && !this.#holds(before.connection)) {
			// `false` keeps the library from sending a leave request. Herald sends another join, or its own leave request.
			if (before.connection.state.status !== VoiceConnectionStatus.Destroyed)
				before.connection.destroy(false);
		}
	}

	/** @returns whether a connection is the one in use. Events of other connections are ignored */
	#holds(connection: VoiceConnection): boolean {
		return "connection" in this.#state && this.#state.connection === connection;
	}

	#connectPlayer(): void {
		const { player } = this.#options;
		const wanted = this.#state.kind === "up" && this.#audible ? this.#state.connection : undefined;
		if (wanted === this.#connected) return;
		if (this.#connected) player.disconnect();
		if (wanted) player.connect(wanted);
		this.#connected = wanted;
	}

	#await(
		until: "server" | "speaking",
		connection: VoiceConnection,
		ms: number,
		onTime = () => this.#giveUp(),
	): void {
		this.#enter({ kind: "waiting", connection, cancel: this.#options.clock.after(ms, onTime), until });
	}

	/** Connects once the rate limiter allows the join. */
	#connect(): void {
		this.#enter({ kind: "later", cancel: () => {} });
		const cancel = this.#options.joins.request(() => this.#ask());
		if (this.#state.kind === "later") this.#enter({ kind: "later", cancel });
	}

	#ask(): void {
		const { guild, logger, joins } = this.#options;
		// Discord needn't send a voice server to a member who is already in the channel, so Herald leaves first.
		if (findOwnChannel(guild) === this.channelId && sendLeave(guild)) joins.count();
		this.#seen = false;
		this.#asked = true;
		const news = new ConnectionNews()
			.on("ready", () => {
				this.#await("speaking", connection, this.#timing.daveMs);
				this.#checkEncryption(connection);
			})
			.on("message", () => this.#checkEncryption(connection))
			.on("fault", (error) => {
				if (!this.#holds(connection)) return;
				logger.warn({ event: "voice_fault", err: error }, "voice connection failed, and is made anew");
				this.#reopen("fault");
			})
			.on("connecting", (resuming) => {
				// Counted as a reopening, because a connection might resume again and again.
				if (resuming && this.#countReopening() === undefined) return this.#fail();
				if (resuming) measure("voiceReopened", { reason: "resumed" });
				this.#await("speaking", connection, this.#timing.readyMs);
			})
			.on("closed", (code) => this.#onClosed(connection, code))
			.on("disconnected", (serverLost) => this.#onDisconnected(connection, serverLost))
			.on("destroyed", () => this.#reopen("lost"));
		const connection = openConnection(guild, this.channelId, logger, news);
		joins.count();
		this.#await("speaking", connection, this.#timing.readyMs);
		followConnection(connection, () => this.#holds(connection), news);
	}

	/** Connects playback once listeners can decrypt it. Disconnects it while encryption is agreed on but isn't ready. */
	#checkEncryption(connection: VoiceConnection): void {
		const state = this.#state;
		if (!this.#holds(connection) || connection.state.status !== VoiceConnectionStatus.Ready) return;
		// Without listeners there is no encryption, and nobody misses what plays.
		const maySpeak = canBeHeard(connection) || countOthers(this.#options.guild, this.channelId) === 0;
		if (state.kind === "waiting" && state.until === "speaking" && maySpeak) this.#settle(connection);
		else if (state.kind === "up" && !maySpeak) this.#await("speaking", connection, this.#timing.daveMs);
	}

	#settle(connection: VoiceConnection): void {
		if (this.#state.kind === "up") return;
		this.#enter({ kind: "up", connection });
		const opening = this.#opening;
		this.#opening = undefined;
		opening?.resolve();
		this.#options.onUp();
	}

	#onClosed(connection: VoiceConnection, code: number): void {
		// The library reports this code as a disconnection, which `#onDisconnected` handles.
		if (code === disconnectedCode) return;
		const channelId = this.channelId;
		this.#options.logger.info({ event: "voice_closed", code }, "voice connection closed");
		if (code === rateLimitedCode) this.#end({ reason: "voice_rate_limited", channelId });
		else if (code === callEndedCode)
			this.#await("server", connection, this.#timing.stateMs, () =>
				this.#end({ reason: "call_ended", channelId }),
			);
		else this.#reopen("closed");
	}

	#onDisconnected(connection: VoiceConnection, serverLost: boolean): void {
		const { stateMs, serverMs } = this.#timing;
		// Without the gateway, Herald's voice state is unknown, and it can't join a channel.
		const isAway = () => !hasGateway(this.#options.guild);
		const waitLonger = () => this.#await("server", connection, serverMs, () => this.#fail());
		if (serverLost || isAway()) waitLonger();
		// If the gateway was lost too, that may be noticed only later.
		else this.#await("server", connection, stateMs, () => (isAway() ? waitLonger() : this.#fail()));
	}

	/** Handles a timeout. A first connection to a channel is tried once more; an established one is reopened. */
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
		const wait = this.#countReopening();
		if (wait === undefined) this.#fail();
		else {
			measure("voiceReopened", { reason });
			this.#enter({ kind: "later", cancel: this.#options.clock.after(wait, () => this.#connect()) });
		}
	}

	/** @returns how long to wait before this reopening, in ms; undefined if there were too many recently */
	#countReopening(): number | undefined {
		const { backoffBaseMs, backoffMaxMs } = this.#timing;
		const now = this.#options.clock.now();
		const recent = listRecent(this.#reopenings, reopenWindowMs, now);
		if (recent.length >= reopenMax) return undefined;
		this.#reopenings = [...recent, now];
		return Math.min(backoffMaxMs, backoffBaseMs * 2 ** recent.length);
	}

	#fail(): void {
		this.#end({ reason: this.#opening ? "cannot_connect" : "connection_lost", channelId: this.channelId });
	}

	#end(trouble: VoiceTrouble): void {
		const opening = this.#opening;
		this.#opening = undefined;
		this.#enter({ kind: "closed" });
		if (opening) opening.reject(voiceProblem(trouble));
		else this.#options.onEnd(trouble);
	}
}

export interface LinkOptions {
	readonly guild: Guild;
	readonly player: Playback;
	readonly logger: Logger;
	readonly clock: Clock;
	readonly joins: GuildJoins;
	readonly timing?: Partial<ConnectionTiming> | undefined;
	/** Called when the connection can carry sound, for the first time or again. */
	readonly onUp: () => void;
	readonly onMoved: (channelId: string) => void;
	/** Called when the connection is lost for good. Not called if `open` throws instead. */
	readonly onEnd: (trouble: VoiceTrouble) => void;
}

/** A link's state. `cancel` cancels the state's timer, or the join that waits. */
type LinkState =
	| { readonly kind: "closed" }
	/** Waits until a join may be sent, or until the delay before a reconnection is over. */
	| { readonly kind: "later"; readonly cancel: () => void }
	| {
			readonly kind: "waiting";
			readonly connection: VoiceConnection;
			readonly cancel: () => void;
			/** What the link waits for: another voice server, or being able to speak. */
			readonly until: "server" | "speaking";
	  }
	| { readonly kind: "up"; readonly connection: VoiceConnection };

/** How many times a connection may reopen within {@link reopenWindowMs}. A connection that exceeds this is given up. */
const reopenMax = 5;
const reopenWindowMs = 120_000;

/** How long a link waits for Discord, in ms. Tests make these times shorter. */
export const defaultConnectionTiming = {
	/** How long a join may take until the connection is established. */
	readyMs: 15_000,
	/** How long an established connection may take until it can encrypt. */
	daveMs: 3_000,
	/** How long the voice state or voice server that follows a move, or close code 4014 or 4022, may take. */
	stateMs: 5_000,
	/** How long another voice server may take after one was lost, or while the gateway is disconnected. */
	serverMs: 30_000,
	/** How long Discord may take to confirm that Herald has left. The guild's next session waits for that. */
	leaveMs: 2_000,
	/** The wait before a connection is first reopened. It doubles with each further reopening within `reopenWindowMs`. */
	backoffBaseMs: 250,
	backoffMaxMs: 8_000,
};

export type ConnectionTiming = Readonly<typeof defaultConnectionTiming>;
