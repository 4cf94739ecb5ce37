import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createLogger, type Logger } from "@herald/common/log.ts";
import type { Database } from "@herald/common/storage/open-database.ts";
import { afterwards, newFolder } from "@herald/common/testing/afterwards.ts";
import { addKey, createAccount, openFirstKey } from "../src/accounts/accounts.ts";
import { openCodeSecret } from "../src/accounts/redemption-codes.ts";
import { openServiceDatabase } from "../src/config.ts";
import type { Engine, SynthesizedSpeech } from "../src/engine/engine.ts";
import { createService } from "../src/http/service.ts";
import type { ClientPatience } from "../src/http/speech-handler.ts";
import { runService, type ServiceSettings } from "../src/run-service.ts";
import { type EmbeddedOptions, startEmbeddedService } from "../src/start-embedded.ts";

export const silentLogger = createLogger("test", "silent");

/** @returns a log, and its lines */
export const keepLog = (level: Parameters<typeof createLogger>[1]) => {
	const lines: string[] = [];
	return { lines, logger: createLogger("test", level, { write: (line) => lines.push(line) }) };
};

export interface OpenService {
	readonly origin: string;
	readonly key: string;
	/** Stops the service earlier than after the test, or after the file's tests. */
	close(): Promise<void>;
}

/** @returns a function that ends something once, also if it is called again afterwards */
const endOnce = (end: () => Promise<unknown>): (() => Promise<void>) => {
	let ended: Promise<unknown> | undefined;
	const close = async () => {
		ended ??= end();
		await ended;
	};
	afterwards(close);
	return close;
};

/** Starts the whole service with its real engine, on a free loopback port. */
export const openService = async (settings: Partial<ServiceSettings> = {}) => {
	const service = await runService({
		dataDir: settings.dataDir ?? newFolder(),
		host: "127.0.0.1",
		port: 0,
		// Without espeak-ng, so that tests are the same on each machine.
		engine: { searchPath: "" },
		logger: silentLogger,
		...settings,
	});
	const origin = `http://127.0.0.1:${service.port}`;
	return { ...service, keyOrigin: service.origin, origin, close: endOnce(service.stop) };
};

/** Starts the service as Herald does: as a process of its own. */
export const openEmbedded = async (options: Partial<EmbeddedOptions> = {}) => {
	const dataDir = options.dataDir ?? newFolder();
	const service = await startEmbeddedService({ dataDir, logger: silentLogger, ...options });
	afterwards(service.stop);
	return { ...service, dataDir, origin: service.baseUrl, key: service.apiKey };
};

/** @returns the processes of the service that a log tells of, in order */
export const pidsIn = (lines: readonly string[]): number[] =>
	lines.flatMap((line) => {
		const { msg, childPid } = JSON.parse(line) as { msg: string; childPid: number };
		return msg === "speech service started" ? [childPid] : [];
	});

export interface HeldServiceOptions {
	readonly engine?: Pick<Engine, "speak">;
	/** The balance of the service's own account; unlimited by default. */
	readonly credit?: number;
	readonly now?: () => number;
	readonly logger?: Logger;
	readonly patience?: ClientPatience;
}

export interface HeldService extends OpenService {
	readonly database: Database;
	readonly secret: Buffer;
	readonly server: Server;
	/** The routes of the service, as its framework prints them. */
	readonly routes: string;
}

/** Starts the service with an engine that the test controls, in an existing folder. */
export const openServiceIn = async (
	dataDir: string,
	{ engine = oneSecond, credit, now, logger = silentLogger, patience }: HeldServiceOptions = {},
): Promise<HeldService> => {
	const database = openServiceDatabase(dataDir);
	const secret = openCodeSecret(dataDir);
	const { key } = openFirstKey(database, join(dataDir, "speech-service.key"), credit);
	const app = createService({
		database,
		secret,
		engine: { spoken: () => ({ languages: new Map(), casts: new Map() }), speak: engine.speak.bind(engine) },
		logger,
		...(now && { now }),
		...(patience && { patience }),
	});
	const close = endOnce(async () => {
		await app.close();
		database.close();
	});
	const origin = await app.listen({ host: "127.0.0.1", port: 0 });
	const routes = app.printRoutes({ commonPrefix: false });
	return { origin, key, database, secret, server: app.server, routes, close };
};

/** Starts the service with an engine that the test controls, in a new folder. */
export const openServiceWith = (engine: Pick<Engine, "speak"> = oneSecond, held: HeldServiceOptions = {}) =>
	openServiceIn(newFolder(), { ...held, engine });

/** @returns speech with this many samples */
export const speechOf = (samples: number): SynthesizedSpeech => ({
	samples: new Int16Array(samples),
	complete: true,
	voices: [],
});

/** An engine that makes a second of sound of any text. */
export const oneSecond: Pick<Engine, "speak"> = { speak: async () => speechOf(24_000) };

/** @returns an engine whose texts last until the test ends them, and all texts that it was asked to speak, in order */
export const holdEngine = () => {
	const held: { readonly text: string | undefined; readonly signal: AbortSignal; finish(): void }[] = [];
	const engine: Pick<Engine, "speak"> = {
		speak: (utterances, _seconds, signal) =>
			new Promise<SynthesizedSpeech>((resolve) => {
				held.push({ text: utterances[0]?.text, signal, finish: () => resolve(speechOf(24_000)) });
			}),
	};
	return { held, engine };
};

/** A body of operation 1 that every model accepts. */
export const writeBody = (text: string, voiceName = "Kore", languageCode?: string) => ({
	contents: [{ role: "user", parts: [{ text }] }],
	generationConfig: {
		responseModalities: ["AUDIO"],
		speechConfig: {
			voiceConfig: { prebuiltVoiceConfig: { voiceName } },
			...(languageCode !== undefined && { languageCode }),
		},
	},
});

export const newModel = "gemini-3.8-flash-lite-tts";
export const oldModel = "gemini-2.5-flash-preview-tts";

export interface Asking {
	readonly model?: string;
	readonly action?: string;
	readonly headers?: Record<string, string>;
	readonly signal?: AbortSignal;
}

/** Operation 1 as a client sends it (docs/interface.md 4.1). A string is sent as it is. */
export const ask = (
	service: Pick<OpenService, "origin" | "key">,
	body: unknown,
	{ model = newModel, action = "generateContent", headers, signal }: Asking = {},
) =>
	fetch(`${service.origin}/v1beta/models/${model}:${action}`, {
		method: "POST",
		headers: headers ?? { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
		body: typeof body === "string" ? body : JSON.stringify(body),
		...(signal ? { signal } : {}),
	});

/** @returns the media type and the bytes of an answer's first part @throws Error if that part has no sound */
export const readAudio = async (response: Response) => {
	const { candidates } = (await response.json()) as {
		candidates: { content: { parts: { inlineData: { mimeType: string; data: string } }[] } }[];
	};
	const data = candidates[0]?.content.parts[0]?.inlineData;
	if (!data) throw new Error("The answer has no audio");
	return { mimeType: data.mimeType, bytes: new Uint8Array(Buffer.from(data.data, "base64")) };
};

interface ApiBody {
	readonly success?: boolean;
	readonly message?: string;
	readonly code?: unknown;
	readonly data?: unknown;
}

export const askApi = async (
	{ origin, key }: Pick<OpenService, "origin" | "key">,
	path: string,
	init: RequestInit = {},
) => {
	const own = { authorization: `Bearer ${key}`, "content-type": "application/json" };
	const response = await fetch(`${origin}${path}`, { ...init, headers: { ...own, ...init.headers } });
	const { status, headers } = response;
	return { status, headers, body: JSON.parse(await response.text()) as ApiBody };
};

/** Operation 2 as a client sends it (docs/interface.md 4.2). */
export const topUp = (service: Pick<OpenService, "origin" | "key">, code: unknown) =>
	askApi(service, "/api/user/topup", { method: "POST", body: JSON.stringify({ key: code }) });

/** @returns what the service says is left of its own account, and the sum of the ledger of the account `name` */
export const readBalance = async (service: HeldService, name = "own") => {
	const { quota } = (await askApi(service, "/api/user/self")).body.data as { quota: number };
	const ledger = service.database
		.prepare(
			"SELECT coalesce(sum(units), 0) FROM ledger JOIN accounts ON accounts.id = account_id WHERE name = ?",
		)
		.pluck()
		.get(name);
	return { quota, ledger };
};

/** Creates an account with this many units, or without a limit. @returns the service as the account's client sees it */
export const addAccount = (service: HeldService, name: string, units?: number) => {
	const id = createAccount(service.database, name, units);
	return { ...service, id, key: addKey(service.database, id, "first") };
};

/** @returns the head of a request, as it is sent */
export const writeHead = (line: string, ...headers: readonly string[]): string =>
	[`${line} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n");

/** Opens a connection on which a test writes as it likes. It is closed afterwards. */
export const openRaw = async ({ origin }: Pick<OpenService, "origin">, written = ""): Promise<Socket> => {
	const socket = connect(Number(new URL(origin).port), "127.0.0.1").on("error", () => {});
	afterwards(() => socket.destroy());
	await once(socket, "connect");
	socket.write(written);
	return socket;
};

/** @returns all that a connection receives until it ends */
export const readAll = (socket: Socket): Promise<string> =>
	new Promise((resolve) => {
		let all = "";
		socket
			.on("data", (chunk) => {
				all += chunk;
			})
			.once("close", () => resolve(all));
	});
