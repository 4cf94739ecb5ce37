import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { request as askSecurely, Agent as SecureAgent } from "node:https";
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
import type { RoutesTold } from "./support/tell-routes.ts";

const calmMs = 500;
/** Long enough for a median that the first burst of connections doesn't dominate. */
const attackMs = 2_000;
const probeEveryMs = 20;
const token = "bench";
const fileBytes = 10_000_000;
/** In the order in which they are tried: those that change most come last. */
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const root = new URL("../", import.meta.url);

/** A program with an HTTP server, in a process of its own. */
interface Target {
	readonly port: number;
	readonly pid: number;
	/** As the server reports them, with the names of path parameters. */
	readonly routes: readonly string[];
	/** The `Authorization` header of the attacking client, and that of another client. */
	readonly authorization?: string;
	readonly otherAuthorization?: string;
	/** Set for a TLS server. */
	readonly certificate?: string;
	/** @returns paths with values in the place of their parameters */
	readonly fill?: (path: string) => readonly string[];
	readonly body?: object;
	stop(): Promise<void>;
}

interface Server {
	start(): Promise<Target>;
	/** The path that another client requests meanwhile. */
	readonly probed: string;
}

const startProgram = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
	const child = fork(new URL(program, root), args, {
		execArgv: [...prepared, "--import", new URL("support/tell-routes.ts", import.meta.url).href],
		env: { PATH: process.env.PATH, NODE_ENV: "production", LOG_LEVEL: "fatal", ...env },
		stdio: ["ignore", "pipe", "inherit", "ipc"],
	});
	const stop = async () => {
		const exit = once(child, "exit");
		child.kill("SIGKILL");
		await exit;
	};
	const routes = once(child, "message").then(([told]) => (told as RoutesTold).routes);
	return { child, pid: child.pid as number, routes, stop };
};

const makeFolder = (): string => mkdtempSync(join(tmpdir(), "herald-bench-"));

const model = "gemini-3.8-flash-tts";
const actions = ["countTokens", "generateContent", "streamGenerateContent?alt=sse"];

const startService = async (): Promise<Target> => {
	const [port, dataDir] = [await findPort(), makeFolder()];
	const env = { DATA_DIR: dataDir, PORT: String(port) };
	const { child, pid, routes, stop } = startProgram("packages/service/src/main.ts", [], env);
	const told = await routes;
	await once(child, "message");
	const args = ["packages/service/src/cli/manage-accounts.ts", "create", "other", "--units", "1000000000"];
	const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
	return {
		port,
		pid,
		routes: told,
		otherAuthorization: `Bearer ${stdout.trim()}`,
		authorization: `Bearer ${readFileSync(join(dataDir, "speech-service.key"), "utf8").trim()}`,
		fill: (path) => actions.map((action) => path.replace("*", `${model}:${action}`)),
		body: {
			key: "none",
			contents: [{ role: "user", parts: [{ text: "Hello." }] }],
			generationConfig: {
				responseModalities: ["AUDIO"],
				speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
			},
		},
		stop: async () => {
			await stop();
			rmSync(dataDir, { recursive: true });
		},
	};
};

/** A playground with a channel full of long messages, and a large file. */
const startPlayground = async (): Promise<Target & { readonly certificateFile: string }> => {
	const port = await findPort();
	const args = ["--port", String(port), "--token", token];
	const { child, pid, routes, stop } = startProgram("packages/playground/src/cli.ts", args, {});
	const [told] = await once(child.stdout as NodeJS.ReadableStream, "data");
	const authorization = `Bot ${token}`;
	const ask = async <T>(path: string, type?: string, body?: string | Uint8Array<ArrayBuffer>): Promise<T> => {
		const headers = { authorization, ...(type !== undefined && { "content-type": type }) };
		const options = body === undefined ? { headers } : { method: "POST", headers, body };
		return (await fetch(`http://127.0.0.1:${port}${path}`, options)).json() as Promise<T>;
	};
	const post = (text: string, files: readonly string[] = []) =>
		ask("/playground/api/post", "application/json", JSON.stringify({ as: "ada", text, files }));
	for (let n = 0; n < 500; n += 1) await post(`${n} ${"So much is written here. ".repeat(75)}`);
	const upload = "/playground/api/upload?as=ada&name=large.bin";
	const file = await ask<{ id: string }>(upload, "application/octet-stream", new Uint8Array(fileBytes));
	await post("A large file", [file.id]);
	const [guild] = await ask<{ id: string }[]>("/api/v10/users/@me/guilds");
	const channels = await ask<{ id: string; type: number }[]>(`/api/v10/guilds/${guild?.id}/channels`);
	const channel = channels.find(({ type }) => type === 0)?.id ?? "";
	const [message] = await ask<{ id: string; attachments: { url: string }[] }[]>(
		`/api/v10/channels/${channel}/messages`,
	);
	const ids: Readonly<Record<string, string | undefined>> = {
		guilds: guild?.id,
		channels: channel,
		messages: message?.id,
		members: "@me",
	};
	return {
		port,
		pid,
		routes: await routes,
		certificateFile: / (\/\S+\.pem)/.exec(String(told))?.[1] ?? "",
		authorization,
		fill: (path) => [
			path.startsWith("/attachments")
				? new URL(message?.attachments[0]?.url ?? "").pathname
				: path
						.replace(/^\/playground\/.*/, "$&?as=ada&name=x")
						.replaceAll(/(?<=\/(\w+)\/):\w+/g, (_, place) => ids[place] ?? "1")
						.replace("*", "composer.js"),
		],
		// The fields that most actions of members and bots need.
		body: {
			as: "ada",
			text: "Hello.",
			content: "Hello.",
			name: "x",
			messageId: message?.id,
			recipient_id: "1",
		},
		stop,
	};
};

/** The voice server that a playground names to its bot. */
const startVoice = async (): Promise<Target> => {
	const { port, certificateFile, ...playground } = await startPlayground();
	const ids = playground.fill?.("/guilds/:guild")[0]?.split("/").at(-1);
	const socket = new WebSocket(`ws://127.0.0.1:${port}/gateway?v=10&encoding=json`);
	const endpoint = await new Promise<string>((resolve) => {
		const send = (op: number, d: object) => socket.send(JSON.stringify({ op, d }));
		socket.addEventListener("message", ({ data }) => {
			const { op, t, d } = JSON.parse(data);
			if (op === 10) send(2, { token, intents: 129, properties: {} });
			if (t === "GUILD_CREATE")
				send(4, {
					guild_id: ids,
					channel_id: d.channels.find(({ type }: { type: number }) => type === 2).id,
				});
			if (t === "VOICE_SERVER_UPDATE") resolve(d.endpoint);
		});
	});
	const certificate = readFileSync(certificateFile, "utf8");
	return { ...playground, port: Number(endpoint.split(":")[1]), certificate, routes: ["GET /"] };
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
		routes: ["/healthz", "/readyz", "/metrics"].map((path) => `GET ${path}`),
		stop: async () => {
			await herald.end("SIGKILL");
			await playground.stop();
			rmSync(dataDir, { recursive: true });
		},
	};
};

const servers: Readonly<Record<string, Server>> = {
	service: { start: startService, probed: "/v1/models" },
	operations: { start: startOperations, probed: "/healthz" },
	playground: { start: startPlayground, probed: "/index.html" },
	"voice server": { start: startVoice, probed: "/" },
};

/** @returns how long each request of a client took, in ms, sorted; an unanswered one counts until the end */
const probe = async (
	{ port, authorization, otherAuthorization = authorization, certificate: ca }: Target,
	path: string,
	ms: number,
): Promise<number[]> => {
	const signal = AbortSignal.timeout(ms);
	const [agent, ask] = ca
		? [new SecureAgent({ keepAlive: true, ca }), askSecurely]
		: [new Agent({ keepAlive: true }), request];
	const headers = { ...(otherAuthorization !== undefined && { authorization: otherAuthorization }) };
	const over = once(signal, "abort");
	const times: number[] = [];
	while (!signal.aborted) {
		const startedAt = performance.now();
		const answered = once(ask({ port, path, headers, agent, signal }).end(), "response")
			.then(([response]) => once(response.resume(), "end"))
			.catch(() => {});
		await Promise.race([answered, over]);
		times.push(performance.now() - startedAt);
		await wait(probeEveryMs);
	}
	agent.destroy();
	return times.sort((a, b) => a - b);
};

const measure = async (
	attacker: ChildProcess,
	target: Target,
	probed: string,
	{ line, body }: { readonly line: string; readonly body?: object | undefined },
	attack: Attack,
) => {
	const { port, pid, authorization, certificate } = target;
	const head = [
		`${line} HTTP/1.1`,
		`Host: 127.0.0.1:${port}`,
		"Content-Type: application/json",
		...(authorization === undefined ? [] : [`Authorization: ${authorization}`]),
	].join("\r\n");
	const [secondsBefore, bytesBefore] = [processorSeconds(pid), residentBytes(pid)];
	const job = {
		attack,
		port,
		head,
		body: body ? JSON.stringify(body) : "",
		...(certificate && { certificate }),
	};
	attacker.send(job satisfies AttackJob);
	let most = bytesBefore;
	const watch = setInterval(() => {
		most = Math.max(most, residentBytes(pid));
	}, 100);
	const times = await probe(target, probed, attackMs);
	clearInterval(watch);
	attacker.send("end");
	const [kept] = await once(attacker, "message");
	return {
		"p50 ms": percentile(times, 0.5).toFixed(1),
		"p95 ms": percentile(times, 0.95).toFixed(1),
		"longest ms": percentile(times, 1).toFixed(0),
		requests: times.length,
		"MB before": toMegabytes(bytesBefore),
		"most MB": toMegabytes(most),
		"CPU s": (processorSeconds(pid) - secondsBefore).toFixed(2),
		"connections kept": Number(kept),
	};
};

/** @returns the requests for each of a server's routes and for an unknown one, those that change most last */
const listRequests = ({ routes, fill = (path) => [path], body = {} }: Target) =>
	methods.flatMap((method) =>
		[...new Set([...routes, "POST /elsewhere"])]
			.filter((route) => route.startsWith(`${method} `))
			.map((route) => route.slice(method.length + 1))
			// A deleted resource would be missing in the next attack.
			.flatMap((path) => fill(method === "DELETE" ? path.replaceAll(/:\w+/g, "1") : path))
			.filter((path, at, all) => all.indexOf(path) === at)
			.map((path) => ({ line: `${method} ${path}`, ...(method !== "GET" && { body }) })),
	);

/**
 * `npm run bench -- connections [SERVER [ROUTE]]`: the beginning
 * of a server's name, and a part of a route's method and path.
 */
export const run = async (
	[wanted = "", part = ""]: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const rows: Result["rows"][number][] = [];
	const chosen = Object.entries(servers).filter(([name]) => name.startsWith(wanted));
	for (const [server, { start, probed }] of chosen) {
		const target = await start();
		const attacker = fork(new URL("support/attack-connections.ts", import.meta.url));
		await once(attacker, "message");
		for (const attack of attacks) {
			const calm = { "calm p50 ms": percentile(await probe(target, probed, calmMs), 0.5).toFixed(1) };
			for (const asked of listRequests(target).filter(({ line }) => line.includes(part))) {
				const measured = await measure(attacker, target, probed, asked, attack);
				const row = { server, attack, asked: asked.line, ...calm, ...measured };
				tell(row);
				rows.push(row);
			}
		}
		attacker.disconnect();
		await target.stop();
	}
	return { title: "how long a client waits while another misuses its connections", rows };
};
