import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBoundedServer, type ServerBounds } from "@herald/common/bounded-server.ts";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { addRestApi } from "./api/index.ts";
import { limits } from "./checks/limits.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { handleUpgrades } from "./guard.ts";
import { Control } from "./members/control.ts";
import { addPage } from "./page-server/page-routes.ts";
import { makeParts, type Parts, type PlaygroundOptions } from "./parts.ts";
import { listTroubles } from "./troubles/troubles.ts";

export { InputError } from "./checks/form.ts";
export type { SessionStartLimit } from "./gateway/login.ts";
export type { GivenPoll } from "./members/acts.ts";
export type { ModalInput } from "./members/fill-in.ts";
export type { InteractionTrace, SeenMessage } from "./members/trace.ts";
export type { ChatHint, FirstStep } from "./page-server/messages.ts";
export type { VoiceSource } from "./page-server/voice-panel.ts";
export type { LoggedRequest, PlaygroundOptions } from "./parts.ts";
export type { Texts } from "./texts/write.js";
export type { Trouble } from "./troubles/faults.ts";
export { makeCertificate } from "./voice/certificate.ts";
export type { DaveDisturbance } from "./voice/dave/group.ts";
export type { HeardPacket, HeardSound } from "./voice/heard.ts";
export type { UdpAddress } from "./voice/voice-server.ts";
export type { ApplicationDescription } from "./world/application-settings.ts";
export { ManualClock } from "./world/clock.ts";
export type {
	Channel,
	ChannelDescription,
	Guild,
	GuildDescription,
	Member,
	MemberDescription,
	MessageContentGrant,
	PermissionName,
	RoleDescription,
	StickerDescription,
} from "./world/guild.ts";
export { type Home, homeDescription } from "./world/home.ts";

/** A Discord on this machine, whose members and troubles a program can control. */
export interface Playground extends Control, Parts {
	readonly port: number;
	/** The page's address, such as `http://127.0.0.1:8080`. */
	readonly url: string;
	/** The API's address, for `DISCORD_API_URL` or discord.js's `rest.api`. */
	readonly apiUrl: string;
	/** The gateway's address, for libraries that don't ask the API for it. */
	readonly gatewayUrl: string;
	/** The path of the certificate file that clients must trust to use voice, for `NODE_EXTRA_CA_CERTS`. */
	readonly certificateFile: string;
	/** Cuts every connection and stops listening. */
	stop(): Promise<void>;
}

/** Starts a Discord on a loopback port, and its page. @throws the system's error when the port is taken */
export const startPlayground = async (options: PlaygroundOptions = {}): Promise<Playground> => {
	const host = "127.0.0.1";
	let port = options.port ?? 0;
	const parts = await makeParts(options, () => `${host}:${port}`);
	const { gateway, logger, voice } = parts;
	for (const trouble of listTroubles(parts)) parts.troubles.add(trouble);

	const app = makeServer(gateway, logger);
	await addRestApi(app, parts);
	await addPage(app, parts);
	try {
		await app.listen({ host, port });
	} catch (error) {
		await voice.stop();
		throw error;
	}
	({ port } = app.server.address() as AddressInfo);
	logger.debug({ port }, "the playground listens");
	return Object.assign(new Control(parts), parts, {
		port,
		url: parts.origin(),
		apiUrl: `${parts.origin()}/api`,
		gatewayUrl: parts.gatewayAddress(),
		certificateFile: voice.certificate.file,
		stop: async () => {
			parts.voices?.stop();
			parts.presence.stop();
			parts.chats.stop();
			gateway.stop();
			await voice.stop();
			await app.close();
		},
	});
};

/**
 * The server's bounds. They are generous, because libraries open a connection for each concurrent request, and tests
 * keep requests waiting.
 */
const bounds: ServerBounds = { connectionsMax: 1_024, waitingMax: 512, requestMs: 120_000, unreadMs: 20_000 };
const keepAliveTimeout = 72_000;

const makeServer = (gateway: Gateway, logger: Logger): FastifyInstance => {
	const app = fastify({
		bodyLimit: limits.requestSize,
		logger: false,
		serverFactory: (listener) =>
			createBoundedServer((options) => createServer({ ...options, keepAliveTimeout }), bounds, listener),
		forceCloseConnections: true,
		// The tokens of interactions in paths are longer than Fastify's default limit.
		routerOptions: { maxParamLength: 300 },
	});
	// Refuses unknown paths before the body is read.
	app.addHook("onRequest", async (request) => {
		if (request.is404) throw Object.assign(new Error("Not Found"), { statusCode: 404 });
	});
	handleUpgrades(app.server, logger, (path) =>
		path === "/gateway" || path === "/gateway/"
			? (_url, request, socket, head) => gateway.accept(request, socket, head)
			: undefined,
	);
	return app;
};
