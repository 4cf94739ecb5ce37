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

/** Being connected to a voice channel: opens, follows, comes back, and knows when it is over. */
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

	/** Goes to another channel with what it holds. @throws a Problem `voice` when that fails twice */
	move(channelId: string): Promise<void> {
		this.#enter({ kind: "closed" });
		return this.open(channelId);
	}

	/** Lets the player be heard, or holds it where it is. */
	setAudible(audible: boolean): void {
		if (audible === this.#audible) return;
		this.#audible = audible;
		const state = this.#state;
		if (state.kind === "up") this.#enter({ ...state, subscription: undefined });
	}

	/** Leaves, and resolves when Discord says that Herald is gone, or soon after. */
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

	/** Takes in where Discord says that Herald is. */
	onOwnChannel(channelId: string | null): void {
		if (channelId === null) this.#gone?.();
		if (this.#state.kind === "closed") return;
		if (channelId === null) {
			// Before Herald was seen there, this is about where it was before.
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

	/** The gateway is there again; begun anew, it has ended what was connected under the one before. */
	onGateway(anew: boolean): void {
		const state = this.#state;
		if (state.kind === "closed") return;
		if (anew || (state.kind === "waiting" && isWithoutGateway(state.connection))) this.#reopen();
	}

	/** Nobody was there to agree on encryption with; now somebody may be, or not any more. */
	onPeople(): void {
		if (this.#state.kind === "waiting") this.#trySettle(this.#state.connection);
	}

	/** The one way from state to state: what the old one owned and the new one doesn't ends here. */
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
			// Without the library's goodbye: what comes next is another request to join, or a goodbye of ours.
			if (before.connection.state.status !== VoiceConnectionStatus.Destroyed)
				before.connection.destroy(false);
		}
	}

	#wait(connection: VoiceConnection, ms: number, onTime: () => void): void {
		this.#enter({ kind: "waiting", connection, deadline: setTimeout(onTime, ms) });
	}

	/** @param afresh - from outside the channel, should Discord think that Herald is in it */
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
				// A door that opens and shuts is counted like one that has to be opened anew.
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
		// While the gateway is away, nothing says where Herald is, and nothing can be asked for.
		const isAway = () => !hasGateway(this.#options.guild);
		if (serverLost || isAway()) this.#wait(connection, serverMs, () => this.#fail());
		// It may have gone at the same time, and be heard of later.
		else
			this.#wait(connection, stateMs, () => {
				if (isAway()) this.#wait(connection, serverMs, () => this.#fail());
				else this.#fail();
			});
	}

	/** Time is up for a connection: once more from the beginning, then no more. */
	#giveUp(): void {
		// Discord doesn't name a voice server to whom it takes for connected: go out first.
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
