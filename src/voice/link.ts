import { type VoiceConnection, VoiceConnectionStatus } from "@discordjs/voice";
import { type VoiceTrouble, voiceProblem } from "../problem.ts";
import {
	disconnectedCode,
	finalCloseCodes,
	findOwnChannel,
	hasGateway,
	isWithoutGateway,
	openConnection,
	sendLeave,
} from "./connection.ts";
import { canBeHeard } from "./dave.ts";
import { useKeyObject } from "./key-object.ts";
import type { LinkOptions, LinkState, Opening } from "./link-state.ts";
import { findVoiceChannel, listOthers } from "./read-facts.ts";
import { type ConnectionTiming, defaultConnectionTiming, Reopenings } from "./reopenings.ts";
import { watchConnection } from "./watch-connection.ts";

/** A connection to a voice channel: it opens, follows moves, reconnects, and knows when it is over. */
export class VoiceLink {
	readonly #options: LinkOptions;
	readonly #timing: ConnectionTiming;
	readonly #reopenings = new Reopenings();
	#channelId: string;
	#state: LinkState = { kind: "closed" };
	#opening: Opening | undefined;
	#audible = true;
	/** Whether Discord has said, since the last request to join, that Herald is in the channel. */
	#seen = false;
	#gone: (() => void) | undefined;

	constructor(channelId: string, options: LinkOptions) {
		this.#channelId = channelId;
		this.#options = options;
		this.#timing = { ...defaultConnectionTiming, ...options.timing };
	}

	get channelId(): string {
		return this.#channelId;
	}

	/** Connects to a channel. @throws a Problem `voice` when that fails twice */
	open(channelId: string): Promise<void> {
		this.#channelId = channelId;
		this.#opening = { ...Promise.withResolvers<void>(), retried: false };
		this.#connect();
		return this.#opening.promise;
	}

	/** Moves to another channel and keeps what it holds. @throws a Problem `voice` when that fails twice */
	move(channelId: string): Promise<void> {
		this.#enter({ kind: "closed" });
		return this.open(channelId);
	}

	/** Connects the player, or pauses it. */
	setAudible(audible: boolean): void {
		if (audible === this.#audible) return;
		this.#audible = audible;
		const state = this.#state;
		if (state.kind === "up") this.#enter({ ...state, subscription: undefined });
	}

	/** Leaves, and resolves when Discord confirms it, or soon after. */
	async close(): Promise<void> {
		const { guild } = this.#options;
		const opening = this.#opening;
		this.#opening = undefined;
		this.#enter({ kind: "closed" });
		opening?.reject(voiceProblem({ reason: "removed", channelId: this.#channelId }));
		if ((this.#seen && !findOwnChannel(guild)) || !sendLeave(guild)) return;
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#gone = resolve;
		const timer = setTimeout(resolve, this.#timing.leaveMs);
		await promise;
		clearTimeout(timer);
	}

	/** Handles Discord's report of where Herald is. */
	onOwnChannel(channelId: string | null): void {
		if (channelId === null) this.#gone?.();
		if (this.#state.kind === "closed") return;
		if (channelId === null) {
			// Until Herald was seen there, this is about its previous channel.
			if (!this.#seen) return;
			const gone = findVoiceChannel(this.#options.guild, this.#channelId) === undefined;
			this.#end({ reason: gone ? "channel_gone" : "removed", channelId: this.#channelId });
		} else if (channelId === this.#channelId) this.#seen = true;
		else if (this.#seen) {
			this.#channelId = channelId;
			this.#options.onMoved(channelId);
		}
	}

	onChannelDeleted(channelId: string): void {
		if (this.#state.kind !== "closed" && channelId === this.#channelId)
			this.#end({ reason: "channel_gone", channelId });
	}

	/** The gateway is back; a new session has ended the old one's voice connection. */
	onGateway(anew: boolean): void {
		const state = this.#state;
		if (state.kind === "closed") return;
		if (anew || (state.kind === "waiting" && isWithoutGateway(state.connection))) this.#reopen();
	}

	/** Encryption needs somebody to agree with: someone may have come, or everyone may have left. */
	onPeople(): void {
		if (this.#state.kind === "waiting") this.#trySettle(this.#state.connection);
	}

	/** The only way to change state: what the old state owned and the new one doesn't is cleaned up here. */
	#enter(next: LinkState): void {
		const before = this.#state;
		if ("deadline" in before) clearTimeout(before.deadline);
		const entered =
			next.kind === "up" && this.#audible && next.subscription === undefined
				? { ...next, subscription: next.connection.subscribe(this.#options.player) }
				: next;
		this.#state = entered;
		if (before.kind === "up" && !("subscription" in entered && entered.subscription === before.subscription))
			before.subscription?.unsubscribe();
		if ("connection" in before && !("connection" in entered && entered.connection === before.connection)) {
			// Without the library's own leave request: next comes another join request, or our own leave request.
			if (before.connection.state.status !== VoiceConnectionStatus.Destroyed)
				before.connection.destroy(false);
		}
	}

	#wait(connection: VoiceConnection, ms: number, onTime: () => void): void {
		this.#enter({ kind: "waiting", connection, deadline: setTimeout(onTime, ms) });
	}

	/** @param afresh - leave the channel first, in case Discord thinks that Herald is in it */
	#connect(afresh = false): void {
		const { guild, logger } = this.#options;
		this.#seen = !afresh && findOwnChannel(guild) === this.#channelId;
		if (afresh) sendLeave(guild);
		const connection = openConnection(guild, this.#channelId, logger);
		this.#wait(connection, this.#timing.readyMs, () => this.#giveUp());
		watchConnection(connection, () => this.#isCurrent(connection), {
			onReady: () => {
				useKeyObject(connection);
				this.#wait(connection, this.#timing.daveMs, () => this.#settle(connection));
				this.#trySettle(connection);
			},
			onTransitioned: () => this.#trySettle(connection),
			onConnecting: (resuming) => {
				// A connection that opens and closes again counts as a reopening.
				if (resuming && this.#reopenings.next(Date.now(), this.#timing) === undefined) this.#fail();
				else this.#wait(connection, this.#timing.readyMs, () => this.#giveUp());
			},
			onClosed: (code) => this.#onClosed(code),
			onDisconnected: (serverLost) => this.#onDisconnected(connection, serverLost),
			onDestroyed: () => this.#reopen(),
		});
	}

	#isCurrent(connection: VoiceConnection): boolean {
		return "connection" in this.#state && this.#state.connection === connection;
	}

	#trySettle(connection: VoiceConnection): void {
		if (!this.#isCurrent(connection) || connection.state.status !== VoiceConnectionStatus.Ready) return;
		const alone = listOthers(this.#options.guild, this.#channelId).length === 0;
		if (alone || canBeHeard(connection)) this.#settle(connection);
	}

	#settle(connection: VoiceConnection): void {
		if (this.#state.kind === "up") return;
		this.#enter({ kind: "up", connection, subscription: undefined });
		const opening = this.#opening;
		this.#opening = undefined;
		opening?.resolve();
		this.#options.onUp();
	}

	#onClosed(code: number): void {
		if (code === disconnectedCode) return;
		this.#options.logger.info({ code }, "voice connection closed");
		if (finalCloseCodes.has(code)) this.#end({ reason: "call_ended", channelId: this.#channelId });
		else this.#reopen();
	}

	#onDisconnected(connection: VoiceConnection, serverLost: boolean): void {
		const { stateMs, serverMs } = this.#timing;
		// Without the gateway, nothing tells where Herald is, and nothing can be requested.
		const isAway = () => !hasGateway(this.#options.guild);
		if (serverLost || isAway()) this.#wait(connection, serverMs, () => this.#fail());
		// It may have been lost at the same time, but be reported later.
		else
			this.#wait(connection, stateMs, () => {
				if (isAway()) this.#wait(connection, serverMs, () => this.#fail());
				else this.#fail();
			});
	}

	/** A connection timed out: start over once, then give up. */
	#giveUp(): void {
		// Discord doesn't send a voice server to a client that it believes connected: leave first.
		if (!this.#opening) this.#reopen(true);
		else if (this.#opening.retried) this.#fail();
		else {
			this.#opening = { ...this.#opening, retried: true };
			this.#enter({ kind: "closed" });
			this.#connect(true);
		}
	}

	#reopen(afresh = false): void {
		const wait = this.#reopenings.next(Date.now(), this.#timing);
		if (wait === undefined) this.#fail();
		else this.#enter({ kind: "backing-off", deadline: setTimeout(() => this.#connect(afresh), wait) });
	}

	#fail(): void {
		this.#end({ reason: this.#opening ? "cannot_connect" : "connection_lost", channelId: this.#channelId });
	}

	#end(trouble: VoiceTrouble): void {
		const opening = this.#opening;
		this.#opening = undefined;
		this.#enter({ kind: "closed" });
		if (opening) opening.reject(voiceProblem(trouble));
		else this.#options.onEnd(trouble);
	}
}
