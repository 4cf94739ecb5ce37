import { GatewayCloseCodes, GatewayOpcodes } from "discord-api-types/v10";
import type { Logger } from "pino";
import type { RawData, WebSocket } from "ws";
import { isJson, type Json, parseObject } from "../checks/json.ts";
import { contain } from "../guard.ts";
import { type GatewaySession, limitReceiving } from "./gateway-session.ts";

/** The gateway's side of a connection. */
interface Serving {
	readonly logger: Logger;
	readonly heartbeatMs: number;
	/** @returns the session that is now on the connection, if any */
	readonly identify: (data: Json) => GatewaySession | undefined;
	readonly resume: (data: Json) => GatewaySession | undefined;
	/** @returns whether there is such an operation */
	readonly operate: (session: GatewaySession, opcode: number, data: unknown) => boolean;
	readonly closed: (session: GatewaySession, code: number) => void;
}

/** Speaks the gateway's protocol on a new connection, until it closes. */
export const serveConnection = (connection: WebSocket, serving: Serving): void => {
	const { logger, heartbeatMs } = serving;
	let session: GatewaySession | undefined;
	let silence: NodeJS.Timeout | undefined;
	const expectHeartbeat = () => {
		clearTimeout(silence);
		// A client may be late by up to its first heartbeat's jitter.
		silence = setTimeout(() => connection.close(GatewayCloseCodes.SessionTimedOut), heartbeatMs * 2).unref();
	};
	connection.on("error", (error) => logger.debug({ error }, "gateway connection failed"));
	connection.on("close", (code) => {
		clearTimeout(silence);
		if (session?.connection === connection) serving.closed(session, code);
	});
	const mayReceive = limitReceiving();
	const take = (raw: RawData) => {
		if (!mayReceive()) return connection.close(GatewayCloseCodes.RateLimited, "Rate limited.");
		const payload = parseObject(String(raw));
		if (!payload) return connection.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
		if (payload.op === GatewayOpcodes.Heartbeat) {
			expectHeartbeat();
			connection.send(JSON.stringify({ op: GatewayOpcodes.HeartbeatAck }));
		} else if (payload.op === GatewayOpcodes.Identify || payload.op === GatewayOpcodes.Resume) {
			if (session) return connection.close(GatewayCloseCodes.AlreadyAuthenticated);
			const data = isJson(payload.d) ? payload.d : {};
			session = payload.op === GatewayOpcodes.Identify ? serving.identify(data) : serving.resume(data);
		} else {
			if (!session) return connection.close(GatewayCloseCodes.NotAuthenticated, "Not authenticated.");
			if (!serving.operate(session, Number(payload.op), payload.d))
				return connection.close(GatewayCloseCodes.UnknownOpcode, "Unknown opcode.");
		}
		return undefined;
	};
	connection.on("message", (raw) => {
		const refuse = () => connection.close(GatewayCloseCodes.DecodeError, "Error while decoding payload.");
		contain(logger, () => take(raw), refuse);
	});
	expectHeartbeat();
	connection.send(JSON.stringify({ op: GatewayOpcodes.Hello, d: { heartbeat_interval: heartbeatMs } }));
};
