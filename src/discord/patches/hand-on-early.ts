import { type Client, Events, Status, WebSocketManager } from "discord.js";
import { GatewayDispatchEvents } from "discord-api-types/v10";
import type { Patch } from "../../shared/patch.ts";
import { isConnected } from "../gateway-outages.ts";

export const handsOnEarly: Patch = {
	library: "discord.js",
	part: "Client.ws.handlePacket",
	fits: () => {
		const manager = Object.assign(Object.create(WebSocketManager.prototype), { packetQueue: [] });
		manager.status = Status.Idle;
		return manager.handlePacket({ t: "" }) === false && manager.packetQueue.length === 1;
	},
};

/**
 * Makes the library emit events from the first READY on.
 *
 * @returns a promise that resolves when every shard has its guilds; the library no longer emits its own event for
 * that
 * @remarks discord.js 14.28 holds every event back until the last shard has all its guilds, which takes 5 s per
 * shard, but an interaction must be answered within 3 s. The manager's status says whether events are held back. Can
 * be removed when the library holds back only a shard's own events.
 */
export const handOnEarly = (client: Client): Promise<void> => {
	client.ws.once(GatewayDispatchEvents.Ready, () => {
		client.ws.status = Status.Ready;
	});
	return new Promise((resolve) => {
		const check = () => isConnected(client) && resolve();
		client.on(Events.ShardReady, check);
		client.on(Events.ShardResume, check);
	});
};
