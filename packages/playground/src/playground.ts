import type { FastifyInstance } from "fastify";
import type { Gateway } from "./gateway/gateway.ts";
import { Control } from "./members/control.ts";
import type { LoggedRequest, Parts } from "./parts.ts";
import type { Faults, TroublePanel } from "./troubles/faults.ts";
import type { Voice } from "./voice/index.ts";
import type { Commands } from "./world/commands.ts";
import { findHome, type Home } from "./world/home.ts";
import type { World } from "./world/world.ts";

/** A Discord on this machine, whose members and troubles a program can control. */
export class Playground extends Control {
	readonly world: World;
	readonly gateway: Gateway;
	readonly voice: Voice;
	readonly commands: Commands;
	/** Faults of the API's requests. */
	readonly faults: Faults;
	/** Faults of the requests for the files of messages and commands. */
	readonly fileFaults: Faults;
	/** The troubles on the page; the program that starts the playground can add more. */
	readonly troubles: TroublePanel;
	/** The token that clients must log in with. */
	readonly token: string;
	readonly port: number;
	/** The page's address, such as `http://127.0.0.1:8080`. */
	readonly url: string;
	/** The value for `DISCORD_API_URL`, or for discord.js's `rest.api`. */
	readonly apiUrl: string;
	/** The gateway's address, for libraries that don't ask the API for it. */
	readonly gatewayUrl: string;
	readonly #parts: Parts;
	readonly #app: FastifyInstance;
	#home: Home | undefined;

	/** @param app - the server, which listens on `port` */
	constructor(parts: Parts, app: FastifyInstance, port: number) {
		super(parts);
		this.world = parts.world;
		this.gateway = parts.gateway;
		this.voice = parts.voice;
		this.commands = parts.commands;
		this.faults = parts.faults;
		this.fileFaults = parts.fileFaults;
		this.troubles = parts.troubles;
		this.token = parts.token;
		this.port = port;
		this.url = parts.origin();
		this.apiUrl = `${this.url}/api`;
		this.gatewayUrl = parts.gatewayAddress();
		this.#parts = parts;
		this.#app = app;
	}

	/** The guild made of `homeDescription`, with its members and channels. @throws TypeError when it isn't there */
	get home(): Home {
		this.#home ??= findHome(this.guilds);
		return this.#home;
	}

	/** The certificate file that clients must trust to use voice, for `NODE_EXTRA_CA_CERTS`. */
	get certificateFile(): string {
		return this.voice.certificate.file;
	}

	/** The application's last requests, oldest first. */
	get requests(): readonly LoggedRequest[] {
		return [...this.#parts.requests];
	}

	/** How many of `requests` overwrite the application's commands; refused ones count too. */
	get registrations(): number {
		return this.requests.filter(({ method, path }) => method === "PUT" && path.endsWith("/commands")).length;
	}

	/** Cuts every connection and stops listening. */
	async stop(): Promise<void> {
		const { presence, chats, gateway, voice, voices } = this.#parts;
		voices?.stop();
		presence.stop();
		chats.stop();
		gateway.stop();
		await voice.stop();
		await this.#app.close();
	}
}
