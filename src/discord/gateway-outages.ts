import type { Logger } from "@herald/common/log.ts";
import { type Client, Events, Status } from "discord.js";
import { measure } from "../shared/measures.ts";

export const isConnected = ({ ws }: Client): boolean =>
	ws.shards.size > 0 && ws.shards.every(({ status }) => status === Status.Ready);

const logEveryMs = 60_000;

interface GatewayOutage {
	readonly since: number;
	readonly code: number | undefined;
	loggedAt: number;
	tries: number;
}

/**
 * Logs when the first shard loses its connection to the gateway, at most once a minute while shards reconnect, and when
 * all are back.
 *
 * @param now - in ms
 * @returns a function to call with a closed connection's code, before the library emits the events that follow
 */
export const logOutages = (client: Client, logger: Logger, now: () => number = Date.now) => {
	let outage: GatewayOutage | undefined;
	let code: number | undefined;
	const lost = new Set<number>();
	client.on(Events.ShardReconnecting, (id) => {
		lost.add(id);
		const at = now();
		if (!outage) {
			outage = { since: at, code, loggedAt: at, tries: 1 };
			logger.warn({ event: "gateway_lost", code }, "gateway connection lost, reconnecting");
			return;
		}
		outage.tries += 1;
		if (at - outage.loggedAt < logEveryMs) return;
		outage.loggedAt = at;
		logger.warn(
			{ event: "gateway_lost", seconds: Math.round((at - outage.since) / 1_000), tries: outage.tries },
			"gateway connection still lost",
		);
	});
	const logBack = (how: "resumed" | "new_session", inWords: string) => (id: number) => {
		lost.delete(id);
		if (!outage || lost.size > 0) return;
		const { since, tries } = outage;
		measure("gatewayBack", { how, code: outage.code });
		outage = undefined;
		logger.info(
			{ event: "gateway_back", seconds: Math.round((now() - since) / 1_000), tries },
			`gateway connection ${inWords}`,
		);
	};
	client.on(Events.ShardResume, logBack("resumed", "resumed"));
	client.on(Events.ShardReady, logBack("new_session", "made anew"));
	return (closed: number): void => {
		code = closed;
	};
};
