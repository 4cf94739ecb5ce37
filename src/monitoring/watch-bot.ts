import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { createBoundedServer } from "@herald/common/bounded-server.ts";
import type { Logger } from "@herald/common/log.ts";
import { within } from "@herald/common/retry.ts";
import { StartError } from "@herald/common/start-error.ts";
import { onMeasure } from "../shared/measures.ts";
import { collectMetrics, type MetricSources } from "./metrics.ts";

/** The state of the connection to Discord's gateway. `given up` means that Discord ended it for good. */
type GatewayState = "connecting" | "ready" | "given up";

interface HealthSources {
	readonly gateway: () => GatewayState;
	/** Rejects if the database can't be written. */
	readonly checkDatabase: () => Promise<void>;
	readonly isStopping: () => boolean;
}

/** An answer at the operations address. */
export interface Report<Body = object> {
	readonly ok: boolean;
	readonly body: Body;
}

export interface Liveness {
	readonly status: "ok" | "failed";
	/** `unknown` if a process doesn't answer. */
	readonly gateway: GatewayState | "unknown";
}

export interface Readiness {
	readonly status: "ready" | "not ready";
	readonly gateway: Liveness["gateway"];
	readonly database: "writable" | "not writable" | "unknown";
	readonly stopping: boolean;
	/** The speech service's state, as its last answer shows it. */
	readonly speech: SpeechState;
}

interface SpeechState {
	readonly state: "not asked yet" | "working" | "failing";
	readonly status?: number | string;
}

/** The shortest interval between database checks, in ms, however many probes come. */
const databaseMaxAgeMs = 1_000;
/** The timeout of a database check, in ms. A supervisor waits a little longer for its processes. */
const databaseMaxMs = 1_500;

/** Answers liveness and readiness probes. */
const watchHealth = ({ gateway: findGateway, checkDatabase, isStopping }: HealthSources) => {
	let speech: SpeechState = { state: "not asked yet" };
	const close = onMeasure("speechAnswered", ({ status }) => {
		if (status !== "aborted")
			speech = { state: typeof status === "number" && status < 300 ? "working" : "failing", status };
	});
	const write = async (): Promise<boolean> => {
		const written = checkDatabase().then(() => true);
		return (await within(databaseMaxMs, written).catch(() => false)) ?? false;
	};
	/**
	 * The last check. `at` is when it ended, by `performance.now()`; infinite while it runs. Callers share the check for
	 * `databaseMaxAgeMs` after that.
	 */
	let last: { at: number; readonly isWritable: Promise<boolean> } | undefined;
	const isWritable = (): Promise<boolean> => {
		if (!last || performance.now() - last.at > databaseMaxAgeMs) {
			const check = { at: Number.POSITIVE_INFINITY, isWritable: write() };
			last = check;
			void check.isWritable.then(() => {
				check.at = performance.now();
			});
		}
		return last.isWritable;
	};
	return {
		/** @returns whether the database can be written; the result is at most a second old */
		isWritable,
		/** Fails only if Discord has ended the connection for good: a restart doesn't help while Discord can't be reached. */
		live: (): Report<Liveness> => {
			const gateway = findGateway();
			const ok = gateway !== "given up";
			return { ok, body: { status: ok ? "ok" : "failed", gateway } };
		},
		/**
		 * Includes the speech service's state, but doesn't fail because of it: an outage elsewhere must not stop a rollout.
		 */
		ready: async (): Promise<Report<Readiness>> => {
			const gateway = findGateway();
			const database = (await isWritable()) ? "writable" : "not writable";
			const stopping = isStopping();
			const ok = gateway === "ready" && database === "writable" && !stopping;
			return { ok, body: { status: ok ? "ready" : "not ready", gateway, database, stopping, speech } };
		},
		close,
	};
};

interface Operations {
	readonly host: string;
	/** Further host names that requests may use. */
	readonly names: readonly string[];
	/** 0 for any free port. */
	readonly port: number;
	readonly logger: Logger;
	readonly health: { live(): Report | Promise<Report>; ready(): Promise<Report> };
	readonly metrics: { readonly contentType: string; write(): Promise<string> };
}

/** The bounds for clients. Requests have no body and few headers, and connections aren't kept alive. */
const bounds = { connectionsMax: 128, waitingMax: 64, requestMs: 5_000, unreadMs: 10_000 };
/**
 * The ratio of the wait after a collection of metrics to the time that the collection took. The wait, at most
 * `restMaxMs`, keeps members' work from being slowed down.
 */
const restShare = 9;
const restMaxMs = 1_000;
const headersMaxBytes = 8 * 1024;
const unknownHost = "Herald isn't known by this host name: add it to OPERATIONS_HOSTS.\n";

const explain = (error: unknown, host: string, port: number): unknown => {
	const { code } = error as NodeJS.ErrnoException;
	if (code === "EADDRINUSE")
		return new StartError(`OPERATIONS_PORT ${port} is in use by another program: choose another.`);
	if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
		return new StartError(
			`OPERATIONS_HOST must be one of this machine's addresses, such as 127.0.0.1, not "${host}".`,
		);
	if (code === "EACCES")
		return new StartError(`Herald may not listen on OPERATIONS_PORT ${port}: choose one above 1023.`);
	return error;
};

/**
 * Whether a request's Host header is one of these names, an IP address, or missing. Prevents DNS rebinding: if a web
 * page's own name is made to resolve to this machine, the browser sends that name. Browsers never omit the header.
 */
const isFor = (names: ReadonlySet<string>, host: string | undefined): boolean => {
	const name = host?.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
	return name === undefined || isIP(name.replace(/^\[(.*)\]$/, "$1")) > 0 || names.has(name);
};

type OperationsPage = ReturnType<typeof writeReport>;

const writeReport = ({ ok, body }: Report) => ({
	status: ok ? 200 : 503,
	type: "application/json; charset=utf-8",
	bytes: Buffer.from(`${JSON.stringify(body)}\n`),
});

/** Makes one page at a time, with a rest after each. All who ask before a page is begun get that page. */
const makeTogether = (make: () => Promise<OperationsPage>): (() => Promise<OperationsPage>) => {
	let rested: Promise<unknown> = Promise.resolve();
	let next: Promise<OperationsPage> | undefined;
	return () => {
		next ??= rested.then(() => {
			next = undefined;
			const begunAt = performance.now();
			const page = make();
			const rest = () =>
				wait(Math.min(restMaxMs, restShare * (performance.now() - begunAt)), undefined, { ref: false });
			rested = page.then(rest, rest);
			return page;
		});
		return next;
	};
};

/**
 * Serves `/healthz`, `/readyz` and `/metrics` at the operations address, and nothing else.
 *
 * @returns a function that stops the server
 * @throws StartError with a sentence for the operator, if it can't listen
 */
export const serveOperations = async (operations: Operations): Promise<() => Promise<void>> => {
	const { host, names, port, logger, health, metrics } = operations;
	const known = new Set([...names, host, hostname(), "localhost"].map((name) => name.toLowerCase()));
	const pages: Readonly<Record<string, () => Promise<OperationsPage>>> = {
		"/healthz": async () => writeReport(await health.live()),
		"/readyz": async () => writeReport(await health.ready()),
		"/metrics": makeTogether(async () => ({
			status: 200,
			type: metrics.contentType,
			bytes: Buffer.from(await metrics.write()),
		})),
	};
	const answer = async ({ method, url = "", headers: sent }: IncomingMessage, response: ServerResponse) => {
		if (!isFor(known, sent.host))
			return void response.writeHead(421, { "content-type": "text/plain" }).end(unknownHost);
		const page = pages[url.split("?")[0] ?? ""];
		if (!page) return void response.writeHead(404).end();
		if (method !== "GET" && method !== "HEAD")
			return void response.writeHead(405, { allow: "GET, HEAD" }).end();
		const { status, type, bytes } = await page();
		const headers = {
			"content-type": type,
			"content-length": bytes.length,
			"cache-control": "no-store",
		};
		response.writeHead(status, headers).end(bytes);
	};
	const server = createBoundedServer(
		(options) => createServer({ ...options, maxHeaderSize: headersMaxBytes }),
		bounds,
		(request, response) => {
			response.shouldKeepAlive = false;
			// Discards further data from the client.
			request.resume();
			answer(request, response).catch((error: unknown) => {
				logger.error({ event: "operations_failed", err: error }, "the operations address failed");
				response.destroy();
			});
		},
	);
	const close = async (): Promise<void> => {
		if (!server.listening) return;
		const closed = once(server, "close");
		server.close();
		server.closeAllConnections();
		await closed;
	};
	try {
		server.listen(port, host);
		await once(server, "listening");
	} catch (error) {
		await close();
		throw explain(error, host, port);
	}
	server.on("error", (error) =>
		logger.error({ event: "operations_failed", err: error }, "the operations address failed"),
	);
	const { port: actual } = server.address() as AddressInfo;
	logger.info({ event: "operations_listening", host, port: actual }, "the operations address listens");
	return close;
};

export type BotSources = HealthSources & Omit<MetricSources, "isReady" | "isDatabaseWritable" | "logger">;

/** @returns the health and metrics of this process's bot, and a function that stops watching it */
export const watchBot = (sources: BotSources, logger: Logger) => {
	const health = watchHealth(sources);
	const metrics = collectMetrics({
		...sources,
		logger,
		isReady: () => sources.gateway() === "ready",
		isDatabaseWritable: () => health.isWritable(),
	});
	return {
		health,
		metrics,
		close: () => {
			health.close();
			metrics.close();
		},
	};
};

/**
 * Serves this process's health and metrics at the operations address.
 *
 * @returns a function that stops the server and the watching
 * @throws StartError with a sentence for the operator, if it can't listen
 */
export const startMonitoring = async (
	sources: BotSources,
	operations: Omit<Operations, "health" | "metrics">,
): Promise<() => Promise<void>> => {
	const { health, metrics, close } = watchBot(sources, operations.logger);
	try {
		const stop = await serveOperations({ ...operations, health, metrics });
		return async () => {
			close();
			await stop();
		};
	} catch (error) {
		close();
		throw error;
	}
};
