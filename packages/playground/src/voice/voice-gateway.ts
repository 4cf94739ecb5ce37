import { VoiceCloseCodes, VoiceOpcodes } from "discord-api-types/voice/v8";
import type { RawData, WebSocket } from "ws";
import { echoJson, isJson, parseObject } from "../checks/json.ts";
import { contain } from "../guard.ts";
import { encryptionModes, isNumbered, type VoiceClient } from "./voice-client.ts";
import type { Greet, VoiceServer } from "./voice-server.ts";

const cleanCodes = [1000, 1001];

const field = (data: unknown, name: string): unknown => (isJson(data) ? data[name] : undefined);

export const greet: Greet = (server, connection, version) => {
	const { heartbeatMs, logger, troubles } = server.options;
	const isOpen = () => connection.readyState === connection.OPEN;
	let client: VoiceClient | undefined;
	const silence = setTimeout(() => {
		// A stalled server doesn't notice missing heartbeats.
		if (troubles.stalled) silence.refresh();
		else connection.close(VoiceCloseCodes.SessionTimeout);
	}, heartbeatMs * 3).unref();

	connection.on("error", (error) => logger.debug({ error }, "voice connection failed"));
	connection.on("close", (code) => {
		clearTimeout(silence);
		if (!client || client.connection !== connection) return;
		const ended = cleanCodes.includes(code) || code === VoiceCloseCodes.SessionTimeout;
		if (ended) server.end(client);
		else server.interrupt(client);
	});
	const take = (raw: RawData, isBinary: boolean) => {
		if (isBinary) {
			const bytes = raw as Buffer;
			const op = bytes.length > 0 ? bytes.readUInt8(0) : -1;
			if (!client) connection.close(VoiceCloseCodes.NotAuthenticated, "Not authenticated.");
			else if (!server.room(client.ticket).receiveBinary(client, op, bytes.subarray(1)))
				server.end(client, VoiceCloseCodes.UnknownOpcode, "Unknown opcode.");
			return;
		}
		const message = parseObject(String(raw));
		if (!message) return connection.close(VoiceCloseCodes.FailedToDecode, "Failed to decode payload.");
		const { op, d } = message;
		if (op === VoiceOpcodes.Heartbeat) {
			silence.refresh();
			client?.acknowledge(Number(field(d, "seq_ack")));
			const echo = isNumbered(version) ? { t: echoJson(field(d, "t")) } : echoJson(d);
			connection.send(JSON.stringify({ op: VoiceOpcodes.HeartbeatAck, d: echo }));
		} else if (op === VoiceOpcodes.Identify || op === VoiceOpcodes.Resume) {
			if (client) return connection.close(VoiceCloseCodes.AlreadyAuthenticated, "Already authenticated.");
			client =
				op === VoiceOpcodes.Identify
					? identify(server, connection, d, version)
					: resume(server, connection, d);
		} else if (!client) connection.close(VoiceCloseCodes.NotAuthenticated, "Not authenticated.");
		else if (op === VoiceOpcodes.SelectProtocol) selectProtocol(server, client, d);
		else if (op === VoiceOpcodes.Speaking) {
			client.speaking = (Number(field(d, "speaking")) & 1) === 1;
			server.options.onSpeaking();
		} else if (!server.room(client.ticket).receive(client, Number(op), d))
			server.end(client, VoiceCloseCodes.UnknownOpcode, "Unknown opcode.");
	};
	const refuse = () => connection.close(VoiceCloseCodes.FailedToDecode, "Failed to decode payload.");
	connection.on("message", (raw, isBinary) =>
		server.work(() => isOpen() && contain(logger, () => take(raw, isBinary), refuse)),
	);
	const hello = JSON.stringify({
		op: VoiceOpcodes.Hello,
		d: { v: version, heartbeat_interval: heartbeatMs },
	});
	server.work(() => isOpen() && connection.send(hello));
};

/** @returns the close code of a planned refusal, or for an invalid ticket; otherwise undefined */
const findRefusal = (server: VoiceServer, data: unknown): number | undefined => {
	const planned = server.options.troubles.refusals.shift();
	if (planned !== undefined) return planned;
	const ticket = server.ticket(field(data, "token"));
	if (!ticket) return VoiceCloseCodes.AuthenticationFailed;
	if (ticket.guildId !== field(data, "server_id")) return VoiceCloseCodes.ServerNotFound;
	if (ticket.sessionId !== field(data, "session_id")) return VoiceCloseCodes.SessionNoLongerValid;
	return undefined;
};

const identify = (server: VoiceServer, connection: WebSocket, data: unknown, version: number) => {
	if (server.options.troubles.ignoreIdentify) return undefined;
	const refusal = findRefusal(server, data);
	const ticket = server.ticket(field(data, "token"));
	if (refusal !== undefined || !ticket || ticket.userId !== field(data, "user_id")) {
		connection.close(refusal ?? VoiceCloseCodes.AuthenticationFailed);
		return undefined;
	}
	const room = server.room(ticket);
	const maxDaveVersion = Number(field(data, "max_dave_protocol_version") ?? 0);
	if (maxDaveVersion < room.group.version) {
		connection.close(VoiceCloseCodes.EndToEndEncryptionDAVEProtocolRequired, "E2EE/DAVE protocol required");
		return undefined;
	}
	const before = server.session(ticket.token);
	if (before) server.end(before, VoiceCloseCodes.SessionNoLongerValid);
	const client = server.begin(ticket, connection, version);
	client.sendUnnumbered(VoiceOpcodes.Ready, {
		ssrc: client.ssrc,
		...(server.options.soundRelay ?? server.udpAddress),
		modes: server.options.troubles.modes,
		experiments: [],
		streams: [],
	});
	room.enter(client);
	return client;
};

const resume = (server: VoiceServer, connection: WebSocket, data: unknown): VoiceClient | undefined => {
	const refusal = findRefusal(server, data);
	const client = server.session(field(data, "token"));
	if (refusal !== undefined || !client) {
		if (client) server.end(client);
		connection.close(refusal ?? VoiceCloseCodes.SessionNoLongerValid);
		return undefined;
	}
	const old = client.connection;
	client.connection = connection;
	old?.close(VoiceCloseCodes.SessionNoLongerValid);
	client.sendUnnumbered(VoiceOpcodes.Resumed, null);
	client.resend(Number(field(data, "seq_ack") ?? 0));
	server.options.counts.resumed += 1;
	return client;
};

const selectProtocol = (server: VoiceServer, client: VoiceClient, data: unknown): void => {
	const asked = field(field(data, "data"), "mode");
	const mode = encryptionModes.find((each) => each === asked);
	if (field(data, "protocol") !== "udp")
		server.end(client, VoiceCloseCodes.UnknownProtocol, "Unknown protocol.");
	else if (!mode || !server.options.troubles.modes.includes(mode))
		server.end(client, VoiceCloseCodes.UnknownEncryptionMode, "Unknown encryption mode.");
	else {
		const room = server.room(client.ticket);
		client.sendUnnumbered(VoiceOpcodes.SessionDescription, {
			mode,
			secret_key: [...client.agree(mode)],
			audio_codec: "opus",
			video_codec: null,
			media_session_id: client.ticket.token,
			dave_protocol_version: room.group.version,
		});
		room.activate(client);
	}
};
