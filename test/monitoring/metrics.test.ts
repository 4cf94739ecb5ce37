import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import { measure } from "@herald/service/measures";
import { ask, openEmbedded, writeBody } from "@herald/service/testing/open-service.ts";
import Database from "better-sqlite3";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readMetrics, sumOf } from "../support/read-metrics.ts";
import { serverPanel } from "../support/server-panel.ts";
import {
	answer,
	answerBody,
	type Behaviour,
	inTurn,
	refuse,
	sendJson,
	speakWell,
} from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";
import { readSelectors } from "./read-selectors.ts";

/** A metric's name without the suffixes of a histogram's series. */
const baseOf = (name: string): string => name.replace(/_(?:count|sum|bucket)$/, "");

/** The metrics that were seen to grow. These two are seen in supervisor.test and streams.test, the others here. */
const moved = new Set(["herald_processes_silent", "herald_voice_underruns_total"]);

const { upstream, herald, playground, owner, member } = await useWorld({
	OPERATIONS_PORT: "0",
	MEMBER_TEXTS_PER_MINUTE: "0",
	MEMBER_SECONDS_PER_DAY: "0",
	ALL_SECONDS_PER_DAY: "80000",
});
const port = herald.logs.find(({ event }) => event === "operations_listening")?.port;
const address = `http://127.0.0.1:${port}`;
const beAsAtFirst = () => {
	upstream.behave(speakWell);
	playground.voice.leave(member);
};
beforeEach(beAsAtFirst);

/** By test title, the causes of the tests that haven't run yet. */
const causes = new Map<string, () => unknown>();
/** Adds a test that makes metrics grow. */
const moves = (title: string, cause: () => unknown): void => {
	causes.set(title, cause);
	test(title, async () => {
		causes.delete(title);
		await cause();
	});
};

/** @param selector - a metric as an alert names it, such as `herald_x_total{status="503"}` */
const read = async (selector: string) => {
	const [name = "", ...labels] = selector.split(/[{,}]/).filter(Boolean);
	const pairs = labels.map((label) => label.replaceAll('"', "").split("="));
	return sumOf(await readMetrics(address), name, Object.fromEntries(pairs));
};
const expectValue = (selector: string, value: unknown) =>
	eventually(async () => expect(await read(selector)).toEqual(value));

/** Makes something happen, and waits until a metric has grown. @returns by how much */
const expectGrowth = async (selector: string, cause: () => unknown): Promise<number> => {
	const before = await read(selector);
	await cause();
	const after = await eventually(async () => {
		const value = await read(selector);
		expect(value).toBeGreaterThan(before);
		return value;
	});
	moved.add(baseOf(selector.replace(/\{.*/, "")));
	return after - before;
};

let texts = 0;
const nextText = () => `Text number ${++texts} is heard by everybody.`;
const say = (values: Record<string, string> = {}) => herald.say(member, nextText(), values).firstAnswer();

const block = (ms: number) => {
	const until = performance.now() + ms;
	while (performance.now() < until);
};

/** Says a text whose first request to the service is answered like this. */
const sayAfter = (behave: Behaviour) => {
	upstream.behave(inTurn(behave, speakWell));
	return say();
};

describe("the metrics show", () => {
	const model = "gemini-3.8-flash-lite-tts";
	const { usageMetadata } = answerBody(new Uint8Array());
	const breakOff: Behaviour = (response) => response.socket?.destroy();
	const soundless = answer({ candidates: [{ finishReason: "OTHER" }], usageMetadata });
	const useUpBudget = async () => {
		const panel = serverPanel(playground, owner);
		await panel.set({ secondsPerDay: 1 });
		await say();
		await panel.reset("limits");
	};
	const redeem = () => {
		upstream.behave(answer({ success: true, message: "", data: 500_000 }));
		return herald.use(member, "redeem", { code: "a-code-of-another-service" }).firstAnswer();
	};
	const rows: [title: string, metric: string, cause: () => unknown, by?: number][] = [
		["a budget that is used up", 'budget_refusals_total{budget="guild_day"}', useUpBudget],
		["a redemption, by its outcome", 'redemptions_total{outcome="redeemed"}', redeem],
		["an interaction, by command and outcome", 'interactions_total{command="say",outcome="done"}', say, 1],
		["an interaction with a Problem", 'interactions_total{outcome="problem"}', () => say({ text: "…" })],
		[
			"a gateway that closes the connection, by its code",
			'gateway_reconnects_total{how="resumed",code="4000"}',
			() => playground.gateway.close(4000),
		],
		["how long an acknowledgement takes", "interaction_acknowledgement_seconds_count", say, 1],
		["how long an answer takes", 'interaction_answer_seconds_count{command="say"}', say],
		[
			"a request, by model",
			`speech_requests_total{model="${model}",account="operators",status="200"}`,
			say,
			1,
		],
		["how long a request takes", `speech_request_seconds_count{model="${model}"}`, say],
		["a refused request", 'speech_requests_total{status="503"}', () => sayAfter(refuse(503))],
		["a retry", 'speech_retries_total{reason="upstream"}', () => sayAfter(refuse(503))],
		[
			"a request whose connection breaks",
			'speech_requests_total{status="network"}',
			() => sayAfter(breakOff),
		],
		["tokens", 'speech_tokens_total{kind="audio"}', say, 64],
		["tokens of a silent answer", 'speech_tokens_total{kind="prompt"}', () => sayAfter(soundless), 18],
	];
	for (const [title, metric, cause, by] of rows)
		moves(title, async () => {
			const grown = await expectGrowth(`herald_${metric}`, cause);
			if (by !== undefined) expect(grown).toBe(by);
		});

	moves("an interaction that Discord gave up waiting for, which counts as acknowledged late", async () => {
		const acknowledged = "herald_interaction_acknowledgement_seconds";
		const late = async () =>
			(await read(`${acknowledged}_count`)) - (await read(`${acknowledged}_bucket{le="2.5"}`));
		const before = await late();
		playground.faults.fail({ path: /callback$/ }, 404, 10_062, "Unknown interaction");
		await expectGrowth('herald_interactions_total{command="say",outcome="too_late"}', () =>
			herald.say(member, nextText()),
		);
		expect(await late()).toBe(before + 1);
	});

	test("zero for what alerts count, before it first happens", async () => {
		const samples = await readMetrics(address);
		const expectSample = (name: string, labels: object) =>
			expect(samples).toContainEqual({
				name,
				labels: expect.objectContaining(labels),
				value: expect.any(Number),
			});
		for (const status of ["401", "402", "403"])
			expectSample("herald_speech_requests_total", { account: "operators", status });
		for (const outcome of ["bug", "too_late", "unanswered"])
			expectSample("herald_interactions_total", { command: "redeem", outcome });
	});

	moves("seconds of speech, made and from the cache", async () => {
		const text = nextText();
		const made = await expectGrowth('herald_speech_seconds_total{source="made"}', () => say({ text }));
		const cached = await expectGrowth('herald_speech_seconds_total{source="cache"}', () => say({ text }));
		expect(cached).toBeCloseTo(made);
	});

	moves("what an engine of the embedded service speaks, and how many voices are loaded", async () => {
		const service = await openEmbedded();
		const texts = await expectGrowth('herald_engine_texts_total{engine="flite",outcome="done"}', () =>
			expectGrowth('herald_engine_seconds_total{engine="flite"}', async () =>
				(await ask(service, writeBody("Hello."))).arrayBuffer(),
			),
		);
		expect(texts).toBe(1);
		// Stands for the message of an engine's process when it loads a voice.
		await expectGrowth("herald_engine_loaded_voices", () =>
			expectGrowth("herald_engine_memory_bytes", () =>
				measure("voicesLoaded", { count: 1, bytes: 200_000_000 }),
			),
		);
		await service.stop();
		expect(await read("herald_engine_loaded_voices")).toBe(0);
	});

	moves("the event loop's delay", async () => {
		// Not `expectGrowth`: each read of this metric resets it.
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

	test("reports the speech service's state, without failing for it", async () => {
		upstream.behave(refuse(401));
		await say();
		expect(await ready()).toMatchObject({ code: 200, speech: { state: "failing", status: 401 } });
		// After a refusal of the account, Herald sends no request for a minute.
		herald.advance(61_000);
	});

	moves("reports a database that another program keeps locked", async () => {
		const database = new Database(join(herald.dataDir, "bot.db"));
		database.exec("BEGIN IMMEDIATE");
		const expectDatabase = (code: number, state: string) =>
			eventually(async () => expect(await ready()).toMatchObject({ code, database: state }));
		await expectDatabase(503, "not writable");
		expect(await read("herald_database_writable")).toBe(0);
		database.close();
		await expectDatabase(200, "writable");
		await expectValue("herald_database_writable", 1);
		moved.add("herald_database_writable");
	});

	moves("reports a lost gateway connection, and counts its return", async () => {
		const { gateway } = playground;
		await expectGrowth('herald_gateway_reconnects_total{how="resumed"}', async () => {
			gateway.isDown = true;
			gateway.drop();
			await expectValue("herald_gateway_ready", 0);
			expect(await ready()).toMatchObject({ code: 503, gateway: "connecting" });
			expect((await fetch(`${address}/healthz`)).status).toBe(200);
			gateway.isDown = false;
		});
		await expectValue("herald_gateway_ready", 1);
		moved.add("herald_gateway_ready");
	});
});

describe("in voice channels, the metrics show", () => {
	/** Ends the session that another test may have left. */
	const leave = () => {
		playground.voice.join(member);
		return herald.use(member, "leave").firstAnswer();
	};
	const { voice } = playground;
	const { guild } = playground.home;
	const rejoin = async () => {
		await leave();
		await say({ as: "channel" });
		await eventually(() => expect(voice.isConnected(guild)).toBe(true));
	};

	moves("sessions by state, and how long texts wait for their first word", async () => {
		await leave();
		await expectGrowth("herald_voice_queue_wait_seconds_count", () =>
			expectGrowth('herald_voice_sessions{state="speaking"}', () => say({ as: "channel" })),
		);
	});

	const reconnections = { closed: () => voice.close(4006), resumed: () => voice.drop() };
	for (const [reason, act] of Object.entries(reconnections))
		moves(`a connection made anew because it was ${reason}`, async () => {
			await rejoin();
			await expectGrowth(`herald_voice_reconnects_total{reason="${reason}"}`, act);
		});

	moves("a late frame", () =>
		expectGrowth("herald_voice_late_frames_total", async () => {
			await rejoin();
			await say({ as: "channel", text: `${nextText()} It is long enough to be heard for some seconds.` });
			await expectValue('herald_voice_sessions{state="speaking"}', 1);
			await eventually(() => expect(voice.isSpeaking(guild)).toBe(true));
			block(300);
		}),
	);

	moves("read messages, and unread ones by the reason", async () => {
		await rejoin();
		await serverPanel(playground, owner).set({ voiceChat: true });
		const post = (text: string) => playground.post(member, text, { channel: playground.home.voice });
		await expectGrowth("herald_messages_read_total", () => post(nextText()));
		const skipped = 'herald_messages_skipped_total{reason="ignored_prefix"}';
		await expectGrowth(skipped, () => post("// for readers alone"));
	});
});

moves("the metrics show requests that wait, and texts refused because they would wait too long", async () => {
	const names = ["under_way", "waiting", "limit"].map((what) => `herald_speech_requests_${what}`);
	const held: (() => void)[] = [];
	const file = { as: "file" };
	// Herald knows its limit of requests only after an answer.
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
	await expectGrowth("herald_speech_request_wait_seconds_count", async () => {
		for (const answer of held) answer();
		await Promise.all(said);
	});
	upstream.behave((response) => sendJson(response, 429, { error: {} }, { "retry-after": "50" }));
	expect(await expectGrowth("herald_speech_requests_refused_total", () => say(file))).toBe(1);
	// After the service's refusal, Herald refuses without asking it.
	expect(await expectGrowth("herald_speech_requests_refused_total", () => say(file))).toBe(1);
	for (const name of names) moved.add(name);
	herald.advance(61_000);
});

moves("the metrics show how much of a day all servers have used, and its limit", async () => {
	await expectGrowth('herald_all_speech_used_seconds{period="day"}', async () => {
		await say();
		// The sum is read anew only after some seconds.
		herald.advance(6_000);
		await say();
	});
	expect(await read('herald_all_speech_limit_seconds{period="day"}')).toBe(80_000);
	moved.add("herald_all_speech_limit_seconds");
});

moves("the metrics show the free space on the disk, and when the last backup was made", async () => {
	expect(await read("herald_disk_free_bytes")).toBeGreaterThan(0);
	moved.add("herald_disk_free_bytes");
	rmSync(join(herald.dataDir, "last-backup"), { force: true });
	const copy = join(newFolder(), "copy");
	await expectGrowth("herald_last_backup_timestamp_seconds", () =>
		runCommandLine("backup", herald.dataDir, copy),
	);
});

describe("dashboards and alerts", () => {
	beforeAll(async () => {
		for (const cause of causes.values()) {
			beAsAtFirst();
			await cause();
		}
	});
	const files = ["grafana/herald.json", "prometheus/herald.rules.yml"];
	const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

	test.each(files)("use metrics in deploy/%s that were all seen to grow", (file) => {
		const text = read(`deploy/${file}`);
		const named = new Set([...text.matchAll(/\bherald_[a-z_]+/g)].map(([name]) => baseOf(name)));
		expect(named.size).toBeGreaterThan(5);
		expect([...named].filter((name) => !moved.has(name))).toEqual([]);
	});

	test("include only alerts that the handbook explains", () => {
		const alerts = read("deploy/prometheus/herald.rules.yml").matchAll(/alert: (\w+)/g);
		const names = [...alerts].map(([, name = ""]) => name);
		expect(names.length).toBeGreaterThan(15);
		const rows = read("docs/watching.md").match(/^\| `Herald[^|]*/gm) ?? [];
		expect(names.filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))).toEqual([]);
	});

	test("show every metric that Herald serves", async () => {
		const text = read("deploy/grafana/herald.json");
		const served = new Set((await readMetrics(address)).map(({ name }) => baseOf(name)));
		const missing = [...served].filter((name) => name.startsWith("herald_") && !text.includes(name));
		expect(missing).toEqual([]);
	});

	test.each(files)("name only metrics and labels in deploy/%s that are served", async (file) => {
		const text = read(`deploy/${file}`);
		const samples = await readMetrics(address);
		for (const { name, labels } of readSelectors(text)) {
			const found = samples.filter((sample) => sample.name === name);
			// Prometheus makes this metric itself.
			if (name === "up") continue;
			expect(found.length, name).toBeGreaterThan(0);
			const known = new Set([...found.flatMap((sample) => Object.keys(sample.labels)), "job", "instance"]);
			for (const label of labels) expect(known, `${name} by ${label}`).toContain(label);
		}
	});
});
