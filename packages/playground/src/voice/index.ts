import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import type { Guild } from "../world/guild.ts";
import { BotVoice, type VoiceOptions } from "./bot-voice.ts";
import { makeCertificate } from "./certificate.ts";
import type { DaveDisturbance } from "./dave/disturbance.ts";
import type { PacketOrder } from "./packet-order.ts";
import { type EncryptionMode, encryptionModes } from "./rtp.ts";
import type { Farewell } from "./troubles.ts";
import type { VoiceClient } from "./voice-client.ts";

/** Voice channels, with faults on demand. */
export class Voice extends BotVoice {
	/**
	 * Closes the application's voice connections with a close code, in every guild unless one is given. Codes of 4000 and
	 * above, except 4015, end its session.
	 */
	close(code: number, ...guilds: readonly Guild[]): void {
		for (const client of this.#clients(guilds))
			if (code < 4000 || code === VoiceCloseCodes.VoiceServerCrashed) this.server.interrupt(client, code);
			else this.server.end(client, code);
	}

	/** Cuts the application's voice connections without a close code, in every guild unless one is given. It may resume. */
	drop(...guilds: readonly Guild[]): void {
		for (const { connection } of this.#clients(guilds)) connection?.terminate();
	}

	/** Answers and hears nothing while connections stay open; requests in the meantime are answered afterwards. */
	stall(stalled: boolean): void {
		this.troubles.stalled = stalled;
		if (!stalled) this.server.goOn();
	}

	/** Sends the application a DAVE message that doesn't fit its group. */
	disturbDave(guild: Guild, how: DaveDisturbance): void {
		const client = this.client(guild);
		if (client) this.server.room(client.ticket).disturb(client, how);
	}

	/** Closes the connection of the next clients that identify or resume, each with a code. */
	refuseNext(...codes: number[]): void {
		this.troubles.refusals.push(...codes);
	}

	/** Ignores clients that identify, or answers them again. */
	ignoreIdentify(ignore: boolean): void {
		this.troubles.ignoreIdentify = ignore;
	}

	/** Drops a share of the audio packets, from 0 to 1. */
	lose(share: number): void {
		this.troubles.lossShare = share;
	}

	/** Makes listening members commit after the application, or stops that. */
	letListenersHesitate(hesitate: boolean): void {
		this.troubles.listenersHesitate = hesitate;
	}

	/** Offers only these encryption modes to clients that identify; by default all of them. */
	offerModes(...modes: EncryptionMode[]): void {
		this.troubles.modes = modes.length > 0 ? modes : encryptionModes;
	}

	/**
	 * Has the application's voice state and its voice server come in this order and with this gap, chosen anew for each
	 * packet where it is a function; without an argument as they come.
	 */
	orderPackets(order?: PacketOrder | (() => PacketOrder)): void {
		this.orders.order = order;
	}

	/** The order that `orderPackets` has set; undefined where there is none, or one chosen anew for each packet. */
	get packetOrder(): PacketOrder | undefined {
		const { order } = this.orders;
		return typeof order === "function" ? undefined : order;
	}

	/** How the application is disconnected from its old voice server; by default with 4014, at once. */
	sayFarewell(farewell: Partial<Farewell> = {}): void {
		this.troubles.farewell = { code: VoiceCloseCodes.Disconnected, afterMs: 0, ...farewell };
	}

	/** Leaves the application's joins of the channel that it is in without a voice server, or no longer. */
	ignoreRejoins(ignore: boolean): void {
		this.troubles.rejoinsIgnored = ignore;
	}

	/** Loses the application's DAVE key packages, so that it gets no keys, or no longer. */
	loseKeyPackages(lose: boolean): void {
		this.troubles.keyPackagesLost = lose;
	}

	/** Has stages that open from now on speak no DAVE (version 0), or no longer. */
	leaveStagesPlain(plain: boolean): void {
		this.troubles.stagesPlain = plain;
	}

	/** Whether stages that open from now on speak no DAVE. */
	get leavesStagesPlain(): boolean {
		return this.troubles.stagesPlain;
	}

	/** Its clients for these guilds, or for all where none is given. */
	#clients(guilds: readonly Guild[]): VoiceClient[] {
		const asked = guilds.length > 0 ? guilds : [...this.world.guilds.values()];
		return asked.flatMap((guild) => this.client(guild) ?? []);
	}
}

/** Opens the voice channels of a world. */
export const startVoice = async (options: VoiceOptions): Promise<Voice> => {
	const voice = new Voice(options, makeCertificate());
	await voice.start();
	return voice;
};
