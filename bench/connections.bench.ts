import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { prepared } from "@herald/common/testing/program-environment.ts";
import type { Result } from "./index.ts";
import { type Attack, type AttackJob, attacks } from "./support/attack-connections.ts";
import { findPort } from "./support/find-port.ts";
import { describeWorld, HeraldProcess } from "./support/herald-process.ts";
import { percentile, toMegabytes } from "./support/numbers.ts";
import { processorSeconds, residentBytes } from "./support/processor-time.ts";

const calmMs = 1_000;
const attackMs = 4_000;
const probeEveryMs = 20;
const token = "bench";
const root = new URL("../", import.meta.url);

/** A program with an HTTP server, in a process of its own. */
interface Target {
	readonly port: number;
	readonly pid: number;
	/** Its key, as a header has it. */
	readonly authorization?: string;
	stop(): Promise<void>;
}

interface Route {
	/** Method and path. */
	readonly line: string;
	readonly keyed?: true;
	readonly body?: object;
}

interface Server {
	start(): Promise<Target>;
	/** What another client asks for meanwhile. */
	readonly probed: string;
	readonly routes: readonly Route[];
}

const startProgram = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
	const child = fork(new URL(program, root), args, {
		execArgv: [...prepared],
		env: { PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "fatal", ...env },
		stdio: ["ignore", "pipe", "inherit", "ipc"],
	});
	const stop = async () => {
		const exit = once(child, "exit");
		child.kill("SIGKILL");
		await exit;
	};
	return { child, pid: child.pid as number, stop };
};

const makeFolder = (): string => mkdtempSync(join(tmpdir(), "herald-bench-"));

const startService = async (): Promise<Target> => {
	const [port, dataDir] = [await findPort(), makeFolder()];
	const env = { DATA_DIR: dataDir, PORT: String(port) };
	const { child, pid, stop } = startProgram("packages/service/src/main.ts", [], env);
	await once(child, "message");
	return {
		port,
		pid,
		authorization: `Bearer ${readFileSync(join(dataDir, "speech-service.key"), "utf8").trim()}`,
		stop: async () => {
			await stop();
			rmSync(dataDir, { recursive: true });
		},
	};
};

/** With a channel full of long messages. */
const startPlayground = async (): Promise<Target & { readonly certificateFile: string }> => {
	const port = await findPort();
	const args = ["--port", String(port), "--token", token];
	const { child, pid, stop } = startProgram("packages/playground/src/cli.ts", args, {});
	const [told] = await once(child.stdout as NodeJS.ReadableStream, "data");
	for (let n = 0; n < 500; n += 1)
		await fetch(`http://127.0.0.1:${port}/playground/api/post`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ as: "ada", text: `${n} ${"So much is written here. ".repeat(75)}` }),
		});
	const certificateFile = / (\/\S+\.pem)/.exec(String(told))?.[1] ?? "";
	return { port, pid, certificateFile, authorization: `Bot ${token}`, stop };
};

const startOperations = async (): Promise<Target> => {
	const [port, dataDir, playground] = [await findPort(), makeFolder(), await startPlayground()];
	const apiUrl = `http://127.0.0.1:${playground.port}/api`;
	const herald = new HeraldProcess(new URL("src/index.ts", root), {
		...describeWorld({ dataDir, token, playground: { ...playground, apiUrl } }),
		OPERATIONS_PORT: String(port),
		LOG_LEVEL: "fatal",
	});
	await herald.start();
	return {
		port,
		pid: herald.pid,
		stop: async () => {
			await herald.end("SIGKILL");
			await playground.stop();
			rmSync(dataDir, { recursive: true });
		},
	};
};

const spoken = {
	contents: [{ role: "user", parts: [{ text: "Hello." }] }],
	generationConfig: {
		responseModalities: ["AUDIO"],
		speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
	},
};
const model = "/v1beta/models/gemini-3.8-flash-tts";

const servers: Readonly<Record<string, Server>> = {
	service: {
		start: startService,
		probed: "/v1/models",
		routes: [
			{ line: "GET /openapi.json" },
			{ line: "POST /elsewhere", body: {} },
			{ line: "GET /v1/models" },
			{ line: "GET /v1/models", keyed: true },
			{ line: `POST ${model}:countTokens`, keyed: true, body: spoken },
			{ line: `POST ${model}:generateContent`, keyed: true, body: spoken },
			{ line: `POST ${model}:streamGenerateContent?alt=sse`, keyed: true, body: spoken },
			{ line: "POST /api/user/topup", keyed: true, body: { key: "none" } },
			{ line: "GET /api/user/self", keyed: true },
			{ line: "GET /api/usage/token/", keyed: true },
		],
	},
	operations: {
		start: startOperations,
		probed: "/healthz",
		routes: ["/healthz", "/readyz", "/metrics", "/elsewhere"].map((path) => ({ line: `GET ${path}` })),
	},
	playground: {
		start: startPlayground,
		probed: "/index.html",
		routes: [
			{ line: "GET /" },
			{ line: "POST /elsewhere", body: {} },
			{ line: "GET /playground/live?as=ada" },
			{ line: "GET /playground/voice?as=ada" },
			{ line: "POST /playground/api/typing", body: { as: "ada" } },
			{ line: "GET /attachments/1/2/x" },
			{ line: "GET /api/v10/users/@me" },
			{ line: "GET /api/v10/users/@me", keyed: true },
			{ line: "POST /api/v10/interactions/1/x/callback", body: {} },
		],
	},
};

/** @returns how long each request of a client took, in ms and sorted; one that isn't answered in time, until then */
const probe = async ({ port, authorization }: Target, path: string, ms: number): Promise<number[]> => {
	const signal = AbortSignal.timeout(ms);
	const agent = new Agent({ keepAlive: true });
	const headers = { ...(authorization !== undefined && { authorization }) };
	const times: number[] = [];
	while (!signal.aborted) {
		const startedAt = performance.now();
		await once(request({ port, path, headers, agent, signal }).end(), "response")
			.then(([response]) => once(response.resume(), "end"))
			.catch(() => {});
		times.push(performance.now() - startedAt);
		await wait(probeEveryMs);
	}
	agent.destroy();
	return times.sort((a, b) => a - b);
};

const measure = async (target: Target, probed: string, { line, keyed, body }: Route, attack: Attack) => {
	const { port, pid, authorization } = target;
	const head = [
		`${line} HTTP/1.1`,
		`Host: 127.0.0.1:${port}`,
		"Content-Type: application/json",
		...(keyed ? [`Authorization: ${authorization}`] : []),
	].join("\r\n");
	const calm = await probe(target, probed, calmMs);
	const secondsBefore = processorSeconds(pid);
	const attacker = fork(new URL("support/attack-connections.ts", import.meta.url));
	attacker.send({ attack, port, head, body: body ? JSON.stringify(body) : "" } satisfies AttackJob);
	let most = 0;
	const watch = setInterval(() => {
		most = Math.max(most, residentBytes(pid));
	}, 100);
	const times = await probe(target, probed, attackMs);
	clearInterval(watch);
	const told = once(attacker, "message");
	attacker.kill("SIGTERM");
	const [kept] = await told;
	return {
		"calm p50 ms": percentile(calm, 0.5).toFixed(1),
		"p50 ms": percentile(times, 0.5).toFixed(1),
		"p95 ms": percentile(times, 0.95).toFixed(1),
		"longest ms": percentile(times, 1).toFixed(0),
		requests: times.length,
		"most MB": toMegabytes(most),
		"CPU s": (processorSeconds(pid) - secondsBefore).toFixed(2),
		"connections kept": Number(kept),
	};
};

/** `npm run bench -- connections [SERVER [ROUTE]]`: those whose name begins so, and whose method and path have this. */
export const run = async (
	[wanted = "", part = ""]: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const rows: Result["rows"][number][] = [];
	for (const [server, { start, probed, routes }] of Object.entries(servers).filter(([name]) =>
		name.startsWith(wanted),
	))
		for (const route of routes.filter(({ line }) => line.includes(part)))
			for (const attack of attacks) {
				const target = await start();
				const told = { server, route: `${route.line}${route.keyed ? ", with its key" : ""}`, attack };
				const row = { ...told, ...(await measure(target, probed, route, attack)) };
				await target.stop();
				tell(row);
				rows.push(row);
			}
	return { title: "how long a client waits while another misuses its connections", rows };
};
