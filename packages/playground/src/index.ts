import { randomBytes } from "node:crypto";
import { GatewayOpcodes } from "discord-api-types/v10";
import { type Logger, pino } from "pino";
import { Callbacks } from "./api/callbacks.ts";
import { addRestApi } from "./api/index.ts";
import { type LoggedRequest, RequestLog } from "./api/request-log.ts";
import { answerMembers } from "./gateway/answer-members.ts";
import { Gateway } from "./gateway/gateway.ts";
import { tellGateway } from "./gateway/tell-gateway.ts";
import { tellAroundMessages } from "./gateway/tell-messages.ts";
import { tellThreadMembers } from "./gateway/tell-thread-members.ts";
import { Actions } from "./members/actions.ts";
import { Control, type ControlParts } from "./members/control.ts";
import type { FirstStep } from "./page-server/first-step.ts";
import { PagePresence } from "./page-server/page-presence.ts";
import { addPage } from "./page-server/page-routes.ts";
import { createServer, listen } from "./server.ts";
import { Faults } from "./troubles/faults.ts";
import { gatewayTroubles } from "./troubles/gateway-troubles.ts";
import { TroublePanel } from "./troubles/panel.ts";
import { voiceTroubles } from "./troubles/voice-troubles.ts";
import { startVoice, type Voice } from "./voice/index.ts";
import { type Clock, systemClock } from "./world/clock.ts";
import { Commands } from "./world/commands.ts";
import type { GuildDescription } from "./world/descriptions.ts";
import { Feed } from "./world/feed.ts";
import { findHome, type Home, homeDescription } from "./world/home.ts";
import { Interactions } from "./world/interactions.ts";
import { Messages } from "./world/messages.ts";
import { Reactions } from "./world/reactions.ts";
import { Roles } from "./world/roles.ts";
import { createSnowflakes } from "./world/snowflake.ts";
import { Threads } from "./world/threads.ts";
import { World } from "./world/world.ts";

export type { LoggedRequest } from "./api/request-log.ts";
export { InputError } from "./checks/input-error.ts";
export type { SeenMessage } from "./members/seen.ts";
export type { InteractionTrace } from "./members/trace.ts";
export type { FirstStep } from "./page-server/first-step.ts";
export type { Trouble } from "./troubles/panel.ts";
export { makeCertificate } from "./voice/certificate.ts";
export { Ears, type Heard, type HeardPacket } from "./voice/heard.ts";
export { noTroubles } from "./voice/troubles.ts";
export { VoiceServer } from "./voice/voice-server.ts";
export { ManualClock } from "./world/clock.ts";
export type {
	ChannelDescription,
	GuildDescription,
	MemberDescription,
	RoleDescription,
} from "./world/descriptions.ts";
export type { Channel, Guild, Member } from "./world/guild.ts";
export { type Home, homeDescription } from "./world/home.ts";
export type { PermissionName } from "./world/permission-names.ts";

export interface PlaygroundOptions {
	/** A loopback address; `127.0.0.1` unless told. */
	readonly host?: "127.0.0.1";
	/** Any free port unless told. */
	readonly port?: number;
	/** Silent unless told. */
	readonly logger?: Logger;
	/** What a client must log in with; made up unless told. */
	readonly botToken?: string;
	readonly botName?: string;
	/** The guilds that there are at first, the one that the page opens first; `homeDescription` unless told. */
	readonly guilds?: readonly GuildDescription[];
	/** What the page's first message proposes to try, before the other commands. */
	readonly firstSteps?: readonly FirstStep[];
	/** Decides the deadlines of interactions and the time in ids; the gateway's heartbeats keep real time. */
	readonly clock?: Clock;
	/** The gateway's heartbeat interval in real milliseconds. */
	readonly heartbeatMs?: number;
	/** The voice gateway's, likewise. */
	readonly voiceHeartbeatMs?: number;
	/** The version of DAVE, Discord's end-to-end encryption, that voice channels speak: 1, or 0 for none; 1 unless told. */
	readonly daveVersion?: 0 | 1;
}

interface Running {
	readonly token: string;
	readonly port: number;
	readonly origin: string;
	readonly gatewayUrl: string;
	readonly commands: Commands;
	readonly faults: Faults;
	readonly troubles: TroublePanel;
	readonly log: RequestLog;
	readonly stop: () => Promise<void>;
}

/** A Discord on this machine, and the means to be its members and its troubles. */
export class Playground extends Control {
	readonly world: World;
	readonly gateway: Gateway;
	readonly voice: Voice;
	/** What a client must log in with. */
	readonly token: string;
	readonly port: number;
	/** The page's address, such as `http://127.0.0.1:8080`. */
	readonly url: string;
	/** What `DISCORD_API_URL`, or discord.js's `rest.api`, must be. */
	readonly apiUrl: string;
	/** Where the gateway is, for libraries that don't ask the API. */
	readonly gatewayUrl: string;
	readonly commands: Commands;
	readonly faults: Faults;
	/** The page's switches for trouble; whoever starts the playground may add to them. */
	readonly troubles: TroublePanel;
	readonly #log: RequestLog;
	readonly #stop: () => Promise<void>;
	#home: Home | undefined;

	constructor(parts: ControlParts, running: Running) {
		super(parts);
		this.world = parts.world;
		this.gateway = parts.gateway;
		this.voice = parts.voice;
		this.token = running.token;
		this.port = running.port;
		this.url = running.origin;
		this.apiUrl = `${running.origin}/api`;
		this.gatewayUrl = running.gatewayUrl;
		this.commands = running.commands;
		this.faults = running.faults;
		this.troubles = running.troubles;
		this.#log = running.log;
		this.#stop = running.stop;
	}

	/** The guild made of `homeDescription`, with its members and channels. @throws TypeError when it isn't there */
	get home(): Home {
		this.#home ??= findHome(this.guilds);
		return this.#home;
	}

	/** What a client must trust to use voice: the path of a file for `NODE_EXTRA_CA_CERTS`. */
	get certificateFile(): string {
		return this.voice.certificate.file;
	}

	/** The application's last requests, oldest first. */
	get requests(): readonly LoggedRequest[] {
		return this.#log.all();
	}

	/** How often the application has written its list of commands. */
	get registrations(): number {
		return this.requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/commands")).length;
	}

	/** Cuts every connection and stops listening. */
	stop(): Promise<void> {
		return this.#stop();
	}
}

// As Discord's: some libraries read the application's id from the first part.
const makeToken = (applicationId: string): string =>
	[
		Buffer.from(applicationId).toString("base64url"),
		...[4, 28].map((size) => randomBytes(size).toString("base64url")),
	].join(".");

/** Starts a Discord on a loopback port, and its page. @throws the system's error when the port is taken */
export const startPlayground = async (options: PlaygroundOptions = {}): Promise<Playground> => {
	const { host = "127.0.0.1", logger = pino({ level: "silent" }), clock = systemClock } = options;
	let port = options.port ?? 0;
	const origin = () => `http://${host}:${port}`;
	const gatewayAddress = () => `ws://${host}:${port}/gateway`;

	const newId = createSnowflakes(clock);
	const feed = new Feed();
	const world = new World({ newId, clock, feed, botName: options.botName ?? "Bot" });
	for (const guild of options.guilds ?? [homeDescription]) world.addGuild(guild);
	const token = options.botToken ?? makeToken(world.applicationId);
	const gateway = new Gateway({
		world,
		token,
		logger,
		heartbeatMs: options.heartbeatMs ?? 41_250,
		address: gatewayAddress,
		onPresence: () => feed.emit("guild"),
	});
	const commands = new Commands(world.applicationId, newId);
	const messages = new Messages({ world, clock, newId, feed, origin });
	const reactions = new Reactions({ applicationId: world.applicationId, messages, feed });
	const threads = new Threads({ world, messages, clock, feed });
	const roles = new Roles({ feed, newId });
	const interactions = new Interactions({ applicationId: world.applicationId, clock, feed, newId });
	const callbacks = new Callbacks({ world, feed, interactions, messages });
	const actions = new Actions({ world, commands, messages, reactions, threads, interactions });
	tellGateway(world, feed, gateway);
	tellAroundMessages(world, feed, gateway, messages);
	tellThreadMembers(world.applicationId, feed, gateway);
	gateway.operations.set(GatewayOpcodes.RequestGuildMembers, answerMembers(world, gateway));
	const voice = await startVoice({
		world,
		clock,
		feed,
		gateway,
		logger,
		heartbeatMs: options.voiceHeartbeatMs ?? 13_750,
		daveVersion: options.daveVersion ?? 1,
	});
	const parts = { world, clock, feed, gateway, messages, interactions, actions, voice };
	const faults = new Faults(() => feed.emit("guild"));
	const troubles = new TroublePanel(feed);
	for (const trouble of [
		...voiceTroubles(world.application.username, voice),
		...gatewayTroubles(gateway, faults),
	])
		troubles.add(trouble);
	const presence = new PagePresence(parts);
	const log = new RequestLog();

	const app = createServer(() => gateway);
	await addRestApi(app, {
		world,
		clock,
		reactions,
		threads,
		roles,
		token,
		commands,
		messages,
		interactions,
		callbacks,
		gateway,
		feed,
		voice,
		faults,
		log,
		gatewayAddress,
	});
	await addPage(app, {
		...parts,
		commands,
		troubles,
		presence,
		firstSteps: options.firstSteps ?? [],
		port: () => port,
	});
	try {
		port = await listen(app, host, port, logger);
	} catch (error) {
		await voice.stop();
		throw error;
	}

	return new Playground(parts, {
		token,
		port,
		origin: origin(),
		gatewayUrl: gatewayAddress(),
		commands,
		faults,
		troubles,
		log,
		stop: async () => {
			presence.stop();
			gateway.stop();
			await voice.stop();
			await app.close();
		},
	});
};
