import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@herald/common/testing/eventually.ts";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import type { Member } from "@herald/playground";
import { startEmbeddedService } from "@herald/service";
import { measure } from "@herald/service/measures";
import { ask, makeFolder, silentLogger, writeBody } from "@herald/service/testing/open-service.ts";
import Database from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Herald, quickAttempts, startHerald } from "../support/herald.ts";
import { readMetrics, sumOf } from "../support/read-metrics.ts";
import { serverPanel } from "../support/server-panel.ts";
import {
	answerBody,
	type Behaviour,
	sendJson,
	speakWell,
	startUpstream,
	toneWav,
	type Upstream,
} from "../support/upstream.ts";
import { readSelectors } from "./read-selectors.ts";

let upstream: Upstream;
let herald: Herald;
let member: Member;
let address: string;
/** A histogram's name, without what it is served as. */
const baseOf = (name: string): string => name.replace(/_(?:count|sum|bucket)$/, "");

/** Names of the metrics whose causes these tests made happen, and of those whose causes others do: supervisor.test and streams.test. */
const moved = new Set(["herald_processes_silent", "herald_voice_underruns_total"]);

beforeAll(async () => {
	upstream = await startUpstream();
	herald = await startHerald(
		{
			SPEECH_BASE_URL: upstream.baseUrl,
			SPEECH_API_KEY: "sk",
			OPERATIONS_PORT: "0",
			MEMBER_TEXTS_PER_MINUTE: "0",
			MEMBER_SECONDS_PER_DAY: "0",
			ALL_SECONDS_PER_DAY: "80000",
		},
		{ timing: quickAttempts },
	);
	member = herald.playground.home.ordinary;
	const port = herald.logs.find(({ event }) => event === "operations_listening")?.port;
	address = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
	await herald.stop();
	await upstream.close();
});
const beAsAtFirst = () => {
	upstream.behave(speakWell);
	herald.playground.voice.leave(member);
};
beforeEach(beAsAtFirst);

/** The tests that haven't run yet, by their titles. */
const causes = new Map<string, () => unknown>();
/** A test that makes metrics move. */
const moves = (title: string, cause: () => unknown): void => {
	causes.set(title, cause);
	test(title, async () => {
		causes.delete(title);
		await cause();
	});
};

const read = async (name: string, labels?: Readonly<Record<string, string>>) =>
	sumOf(await readMetrics(address), name, labels);

/** Makes something happen, and waits until a metric has grown by it. @returns by how much */
const expectGrowth = async (
	name: string,
	labels: Readonly<Record<string, string>>,
	cause: () => unknown,
): Promise<number> => {
	const before = await read(name, labels);
	await cause();
	const after = await eventually(async () => {
		const value = await read(name, labels);
		expect(value).toBeGreaterThan(before);
		return value;
	});
	moved.add(baseOf(name));
	return after - before;
};

let texts = 0;
const nextText = () => `Text number ${++texts} is heard by everybody.`;
const say = (values: Record<string, string> = {}) => herald.say(member, nextText(), values).firstAnswer();

/** Keeps the event loop from everything else. */
const block = (ms: number) => {
	const until = performance.now() + ms;
	while (performance.now() < until);
};

const fail =
	(status: number, times: number): Behaviour =>
	(response, attempt, request) =>
		attempt > times ? speakWell(response, attempt, request) : sendJson(response, status, { error: {} });

describe("a metric moves:", () => {
	moves("an interaction, by command and outcome", async () => {
		const labels = { command: "say", outcome: "done" };
		expect(await expectGrowth("herald_interactions_total", labels, () => say())).toBe(1);
	});

	moves("an interaction that ends in a Problem", () =>
		expectGrowth("herald_interactions_total", { command: "say", outcome: "problem" }, () =>
			say({ text: "…" }),
		),
	);

	moves("how long an interaction's acknowledgement and answer take", async () => {
		expect(await expectGrowth("herald_interaction_acknowledgement_seconds_count", {}, () => say())).toBe(1);
		await expectGrowth("herald_interaction_answer_seconds_count", { command: "say" }, () => say());
	});

	moves(
		"an interaction that Discord gave up waiting for, also among those whose acknowledgement is late",
		async () => {
			const labels = { command: "say", outcome: "too_late" };
			const late = async () =>
				(await read("herald_interaction_acknowledgement_seconds_count")) -
				(await read("herald_interaction_acknowledgement_seconds_bucket", { le: "2.5" }));
			const before = await late();
			herald.playground.faults.fail({ path: /callback$/ }, 404, 10_062, "Unknown interaction");
			await expectGrowth("herald_interactions_total", labels, () => herald.say(member, nextText()));
			expect(await late()).toBe(before + 1);
		},
	);

	test("what alerts count is there before it happens for the first time", async () => {
		const samples = await readMetrics(address);
		const has = (name: string, labels: Readonly<Record<string, string>>) =>
			samples.some(
				(sample) =>
					sample.name === name &&
					Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
			);
		for (const status of ["401", "402", "403"])
			expect(has("herald_speech_requests_total", { account: "operators", status })).toBe(true);
		for (const outcome of ["bug", "too_late", "unanswered"])
			expect(has("herald_interactions_total", { command: "redeem", outcome })).toBe(true);
	});

	moves("a request to the speech service, by model and status", async () => {
		const ok = { model: "gemini-3.8-flash-lite-tts", account: "operators", status: "200" };
		expect(await expectGrowth("herald_speech_requests_total", ok, () => say())).toBe(1);
		await expectGrowth("herald_speech_request_seconds_count", { model: ok.model }, () => say());
	});

	moves("a request that is refused, and its retries", async () => {
		await expectGrowth("herald_speech_requests_total", { status: "503" }, () => {
			upstream.behave(fail(503, 1));
			return say();
		});
		await expectGrowth("herald_speech_retries_total", { reason: "upstream" }, () => {
			upstream.behave(fail(503, 1));
			return say();
		});
	});

	moves("a request whose connection breaks", () =>
		expectGrowth("herald_speech_requests_total", { status: "network" }, () => {
			upstream.behave((response, attempt, request) =>
				attempt > 1 ? speakWell(response, attempt, request) : response.socket?.destroy(),
			);
			return say();
		}),
	);

	moves("tokens, also of an answer without sound", async () => {
		expect(await expectGrowth("herald_speech_tokens_total", { kind: "audio" }, () => say())).toBe(64);
		const silent = expectGrowth("herald_speech_tokens_total", { kind: "prompt" }, () => {
			upstream.behave((response, attempt, request) => {
				if (attempt > 1) return speakWell(response, attempt, request);
				const { usageMetadata } = answerBody(toneWav(1));
				return sendJson(response, 200, { candidates: [{ finishReason: "OTHER" }], usageMetadata });
			});
			return say();
		});
		expect(await silent).toBe(18);
	});

	moves("seconds of speech, made and from the cache", async () => {
		const text = nextText();
		const made = await expectGrowth("herald_speech_seconds_total", { source: "made" }, () => say({ text }));
		const cached = await expectGrowth("herald_speech_seconds_total", { source: "cache" }, () =>
			say({ text }),
		);
		expect(cached).toBeCloseTo(made);
	});

	moves(
		"what an engine of the embedded service speaks in its process, and which voices are loaded there",
		async () => {
			const folder = await makeFolder();
			const embedded = await startEmbeddedService({ dataDir: folder.path, logger: silentLogger });
			const service = { origin: embedded.baseUrl, key: embedded.apiKey, close: () => embedded.stop() };
			const labels = { engine: "flite", outcome: "done" };
			const texts = await expectGrowth("herald_engine_texts_total", labels, () =>
				expectGrowth("herald_engine_seconds_total", { engine: "flite" }, async () =>
					(await ask(service, writeBody("Hello."))).arrayBuffer(),
				),
			);
			expect(texts).toBe(1);
			// As its process tells when it loads one.
			await expectGrowth("herald_engine_loaded_voices", {}, () =>
				expectGrowth("herald_engine_memory_bytes", {}, () =>
					measure("voicesLoaded", { count: 1, bytes: 200_000_000 }),
				),
			);
			await service.close();
			expect(await read("herald_engine_loaded_voices")).toBe(0);
			await folder.remove();
		},
	);

	moves("a budget that is used up", () =>
		expectGrowth("herald_budget_refusals_total", { budget: "guild_day" }, async () => {
			const { owner } = herald.playground.home;
			const panel = serverPanel(herald.playground, owner);
			await panel.set({ secondsPerDay: 1 });
			await say();
			await panel.reset("limits");
		}),
	);

	moves("a redemption, by what came of it", () =>
		expectGrowth("herald_redemptions_total", { outcome: "redeemed" }, () => {
			upstream.behave((response) => sendJson(response, 200, { success: true, message: "", data: 500_000 }));
			return herald.playground.command(member, "redeem", { code: "a-code-of-another-service" }).firstAnswer();
		}),
	);

	moves("the event loop's delay", async () => {
		// Being read starts it anew, with nothing to compare the first look with.
		await say();
		block(300);
		expect(await read("nodejs_eventloop_lag_max_seconds")).toBeGreaterThan(0.25);
		moved.add("nodejs_eventloop_lag_max_seconds");
	});
});

describe("the operations address of a whole Herald", () => {
	const ready = async () => {
		const response = await fetch(`${address}/readyz`);
		return { code: response.status, ...((await response.json()) as object) };
	};

	test("tells how the speech service is, which fails nothing", async () => {
		upstream.behave((response) => sendJson(response, 401, { error: {} }));
		await say();
		expect(await ready()).toMatchObject({ code: 200, speech: { state: "failing", status: 401 } });
		// After a refusal of the account, nothing is asked for a minute.
		herald.advance(61_000);
	});

	moves("tells of a database that another program keeps locked", async () => {
		const database = new Database(join(herald.dataDir, "bot.db"));
		database.exec("BEGIN IMMEDIATE");
		await eventually(async () =>
			expect(await ready()).toMatchObject({ code: 503, database: "not writable" }),
		);
		expect(await read("herald_database_writable")).toBe(0);
		database.close();
		await eventually(async () => expect(await ready()).toMatchObject({ code: 200, database: "writable" }));
		await eventually(async () => expect(await read("herald_database_writable")).toBe(1));
		moved.add("herald_database_writable");
	});

	moves("counts a gateway that closes the connection, by its code", () =>
		expectGrowth("herald_gateway_reconnects_total", { how: "resumed", code: "4000" }, () =>
			herald.playground.gateway.close(4000),
		),
	);

	moves("tells of a gateway that is lost, and counts that it is back", async () => {
		const { gateway } = herald.playground;
		await expectGrowth("herald_gateway_reconnects_total", { how: "resumed" }, async () => {
			gateway.isDown = true;
			gateway.drop();
			await eventually(async () => expect(await read("herald_gateway_ready")).toBe(0));
			expect(await ready()).toMatchObject({ code: 503, gateway: "connecting" });
			expect((await fetch(`${address}/healthz`)).status).toBe(200);
			gateway.isDown = false;
		});
		await eventually(async () => expect(await read("herald_gateway_ready")).toBe(1));
		moved.add("herald_gateway_ready");
	});
});

describe("a metric of voice channels moves:", () => {
	/** Herald may speak there from another test. */
	const leave = () => {
		herald.playground.voice.join(member);
		return herald.use(member, "leave").firstAnswer();
	};
	const rejoin = async () => {
		await leave();
		await say({ as: "channel" });
		const { home, voice } = herald.playground;
		await eventually(() => expect(voice.isConnected(home.guild)).toBe(true));
	};

	moves("sessions by state, and how long a text waits for its first word", async () => {
		await leave();
		await expectGrowth("herald_voice_queue_wait_seconds_count", {}, () =>
			expectGrowth("herald_voice_sessions", { state: "speaking" }, () => say({ as: "channel" })),
		);
	});

	const reconnections: [string, () => void][] = [
		["closed", () => herald.playground.voice.close(4006)],
		["resumed", () => herald.playground.voice.drop()],
	];
	for (const [reason, act] of reconnections)
		moves(`a connection that is made anew, because it was ${reason}`, async () => {
			await rejoin();
			await expectGrowth("herald_voice_reconnects_total", { reason }, act);
		});

	moves("a frame that is late", () =>
		expectGrowth("herald_voice_late_frames_total", {}, async () => {
			await rejoin();
			await say({ as: "channel", text: `${nextText()} It is long enough to be heard for some seconds.` });
			await eventually(async () =>
				expect(await read("herald_voice_sessions", { state: "speaking" })).toBe(1),
			);
			const { guild } = herald.playground.home;
			await eventually(() => expect(herald.playground.voice.isSpeaking(guild)).toBe(true));
			block(300);
		}),
	);

	moves("a message that is read, and one that isn't, by why", async () => {
		await rejoin();
		const { owner, voice } = herald.playground.home;
		await serverPanel(herald.playground, owner).set({ voiceChat: true });
		await expectGrowth("herald_messages_read_total", {}, () =>
			herald.playground.post(member, nextText(), { channel: voice }),
		);
		await expectGrowth("herald_messages_skipped_total", { reason: "ignored_prefix" }, () =>
			herald.playground.post(member, "// for readers alone", { channel: voice }),
		);
	});
});

moves("requests that wait for their turn, and texts that would wait too long", async () => {
	const names = ["under_way", "waiting", "limit"].map((what) => `herald_speech_requests_${what}`);
	const held: (() => void)[] = [];
	const file = { as: "file" };
	// The limit is known once something was answered.
	await say(file);
	upstream.behave((...how) => void held.push(() => speakWell(...how)));
	const said = [say(file), say(file), say(file)];
	await eventually(async () =>
		expect(await Promise.all(names.map((name) => read(name)))).toEqual([
			2,
			1,
			expect.toSatisfy((n) => n > 2),
		]),
	);
	upstream.behave(speakWell);
	await expectGrowth("herald_speech_request_wait_seconds_count", {}, async () => {
		for (const answer of held) answer();
		await Promise.all(said);
	});
	upstream.behave((response) => sendJson(response, 429, { error: {} }, { "retry-after": "50" }));
	expect(await expectGrowth("herald_speech_requests_refused_total", {}, () => say(file))).toBe(1);
	// Now Herald refuses by itself.
	expect(await expectGrowth("herald_speech_requests_refused_total", {}, () => say(file))).toBe(1);
	for (const name of names) moved.add(name);
	herald.advance(61_000);
});

moves("what all have used of a day, beside its limit", async () => {
	const day = { period: "day" };
	await expectGrowth("herald_all_speech_used_seconds", day, async () => {
		await say();
		// What was used is read anew.
		herald.advance(6_000);
		await say();
	});
	expect(await read("herald_all_speech_limit_seconds", day)).toBe(80_000);
	moved.add("herald_all_speech_limit_seconds");
});

moves("the room on the disk, and when the last backup was made", async () => {
	expect(await read("herald_disk_free_bytes")).toBeGreaterThan(0);
	moved.add("herald_disk_free_bytes");
	rmSync(join(herald.dataDir, "last-backup"), { force: true });
	const folder = await makeFolder();
	await expectGrowth("herald_last_backup_timestamp_seconds", {}, () =>
		runCommandLine("backup", herald.dataDir, join(folder.path, "copy")),
	);
	await folder.remove();
});

describe("what is shown moves:", () => {
	beforeAll(async () => {
		for (const cause of causes.values()) {
			beAsAtFirst();
			await cause();
		}
	});
	const files = ["grafana/herald.json", "prometheus/herald.rules.yml"];

	test.each(files)("every metric of Herald's in deploy/%s was seen to move", (file) => {
		const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), "utf8");
		const named = new Set([...text.matchAll(/\bherald_[a-z_]+/g)].map(([name]) => baseOf(name)));
		expect(named.size).toBeGreaterThan(5);
		expect([...named].filter((name) => !moved.has(name))).toEqual([]);
	});

	test("every alert has its place in the handbook", () => {
		const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
		const alerts = [...read("deploy/prometheus/herald.rules.yml").matchAll(/alert: (\w+)/g)].map(
			([, name]) => name,
		);
		expect(alerts.length).toBeGreaterThan(15);
		const rows = read("docs/watching.md")
			.split("\n")
			.filter((line) => line.startsWith("| `Herald"));
		expect(
			alerts.filter((alert) => !rows.some((row) => row.split("|")[1]?.includes(`\`${alert}\``))),
		).toEqual([]);
	});

	test("every metric of Herald's that is served is on the dashboard", async () => {
		const text = readFileSync(new URL("../../deploy/grafana/herald.json", import.meta.url), "utf8");
		const served = new Set((await readMetrics(address)).map(({ name }) => baseOf(name)));
		const missing = [...served].filter((name) => name.startsWith("herald_") && !text.includes(name));
		expect(missing).toEqual([]);
	});

	test.each(files)("every expression in deploy/%s names metrics and labels that are served", async (file) => {
		const text = readFileSync(new URL(`../../deploy/${file}`, import.meta.url), "utf8");
		const samples = await readMetrics(address);
		for (const { name, labels } of readSelectors(text)) {
			const found = samples.filter((sample) => sample.name === name);
			// Prometheus makes this one itself.
			if (name === "up") continue;
			expect(found.length, name).toBeGreaterThan(0);
			const known = new Set([...found.flatMap((sample) => Object.keys(sample.labels)), "job", "instance"]);
			for (const label of labels) expect(known, `${name} by ${label}`).toContain(label);
		}
	});
});
