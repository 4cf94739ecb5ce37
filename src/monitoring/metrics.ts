import { statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@herald/common/log.ts";
import { declareMeasures } from "@herald/common/measures.ts";
import { engines, type ServiceMeasures } from "@herald/service/measures";
import {
	Counter,
	collectDefaultMetrics,
	Gauge,
	type GaugeConfiguration,
	Histogram,
	Registry,
} from "prom-client";
import { backupMark, databaseFiles, filesIn, secretFiles } from "../shared/backed-up-files.ts";
import { budgets, type Measures, payers, redemptionOutcomes, reopenReasons } from "../shared/measures.ts";
import { dayOf, firstOfMonth } from "../shared/utc-day.ts";

/** What the metrics are made of. Functions are called at each scrape. */
export interface MetricSources {
	readonly logger: Logger;
	/** The names of commands, buttons and forms. */
	readonly commands: readonly string[];
	/** How many voice sessions are in each state. */
	readonly sessions: () => Readonly<Record<string, number>>;
	/** Whether the gateway is connected. */
	readonly isReady: () => boolean;
	readonly isDatabaseWritable: () => Promise<boolean>;
	/** The speech service's models that Herald may request. */
	readonly models: readonly string[];
	/** The folder of databases and Clips. Without it, its free space and the last backup are not measured. */
	readonly dataDir?: string;
	/** The number of processes that don't answer. */
	readonly silentProcesses?: () => number;
}

/** A process's metrics, in the form that its supervisor gets. */
export type MetricValues = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

export type Metrics = ReturnType<typeof collectMetrics>;

/** How soon Discord requires an acknowledgement, in ms. */
const acknowledgementMaxMs = 3_000;
const acknowledgementBuckets = [0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 2.5, 3, 5];
/** Buckets of the time to an answer, in seconds. An answer may take 15 minutes. */
const answerBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 900];
/** Buckets of the time that a request takes, in seconds. A request is given up after 90 s. */
const requestBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45, 90];
/** The statuses with which the speech service refuses an account. */
const refusals = ["401", "402", "403"];
/** Buckets of the wait for a request's turn, in seconds. A text's first request waits half a minute at most. */
const turnBuckets = [0.01, 0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60];
/** Buckets of the wait in a queue, in seconds. A queue holds at most some minutes of speech. */
const waitBuckets = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180, 600];

/** @returns the free bytes of a folder's disk; undefined if they can't be read */
const readFree = (folder: string): number | undefined => {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	} catch {
		return undefined;
	}
};

/**
 * @returns when a folder was last backed up, in seconds since the epoch; 0 if it never was. Undefined if the folder has
 * no files to back up, which is possible with PostgreSQL
 */
const readBackupTime = (folder: string): number | undefined => {
	if (filesIn(folder, [...databaseFiles, ...secretFiles]).length === 0) return undefined;
	return (statSync(join(folder, backupMark), { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1_000;
};

/**
 * Collects metrics of what Herald measures from now on. Labels are commands, models, statuses and reasons: never IDs
 * or members' words.
 */
export const collectMetrics = (sources: MetricSources) => {
	const { logger, commands, models, dataDir } = sources;
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });

	const counter = <Label extends string = never>(
		name: string,
		help: string,
		labelNames: readonly Label[] = [],
	) => new Counter({ name, help, labelNames, registers });
	const histogram = <Label extends string = never>(
		name: string,
		help: string,
		buckets: number[],
		labelNames: readonly Label[] = [],
	) => new Histogram({ name, help, buckets, labelNames, registers });
	const gauge = <Label extends string = never>(
		name: string,
		help: string,
		more: Partial<GaugeConfiguration<Label>> = {},
	) => new Gauge({ name, help, registers, ...more });

	const stops: (() => void)[] = [];
	const { onMeasure } = declareMeasures<Measures & ServiceMeasures>();
	/** Calls `take` with each value of a measure. Logs the errors of `take`: a listener's error would end the process. */
	const follow = <Name extends keyof (Measures & ServiceMeasures)>(
		measure: Name,
		take: (value: (Measures & ServiceMeasures)[Name]) => void,
	) =>
		stops.push(
			onMeasure(measure, (value) => {
				try {
					take(value);
				} catch (error) {
					logger.error(
						{ event: "operations_failed", err: error },
						`a metric could not be counted: ${measure}`,
					);
				}
			}),
		);

	// Counters that alerts watch start at 0, because Prometheus sees no increase from a missing sample to 1.
	const interactions = counter("herald_interactions_total", "Interactions, by what came of them.", [
		"command",
		"outcome",
	]);
	for (const command of commands)
		for (const outcome of ["bug", "too_late", "unanswered"]) interactions.inc({ command, outcome }, 0);
	const acknowledgement = histogram(
		"herald_interaction_acknowledgement_seconds",
		"From receiving an interaction to Discord's having its first answer.",
		acknowledgementBuckets,
	);
	const answer = histogram(
		"herald_interaction_answer_seconds",
		"From receiving an interaction to the end of what its command does at once.",
		answerBuckets,
		["command"],
	);
	/**
	 * When each interaction came, by its id, in ms by the monotonic clock: `begun` has those that haven't ended,
	 * `unacknowledged` those that haven't been acknowledged.
	 */
	const [begun, unacknowledged] = [new Map<string, number>(), new Map<string, number>()];
	/**
	 * Removes an interaction's time.
	 *
	 * @returns how long ago the interaction came, in seconds; undefined if `times` doesn't have it
	 */
	const since = (times: Map<string, number>, id: string): number | undefined => {
		const at = times.get(id);
		return times.delete(id) && at !== undefined ? (performance.now() - at) / 1_000 : undefined;
	};
	follow("interactionReceived", ({ id }) => {
		for (const times of [begun, unacknowledged]) times.set(id, performance.now());
	});
	follow("interactionAcknowledged", ({ id }) => {
		const seconds = since(unacknowledged, id);
		if (seconds !== undefined) acknowledgement.observe(seconds);
	});
	follow("interactionEnded", ({ id, command, outcome }) => {
		interactions.inc({ command, outcome: outcome.replaceAll(" ", "_") });
		const unanswered = since(unacknowledged, id);
		if (unanswered !== undefined && outcome === "too late")
			acknowledgement.observe(Math.max(unanswered, acknowledgementMaxMs / 1_000));
		const seconds = since(begun, id);
		if (seconds !== undefined) answer.observe({ command }, seconds);
	});

	const requests = counter("herald_speech_requests_total", "Requests to the speech service.", [
		"model",
		"account",
		"status",
	]);
	for (const model of models)
		for (const status of refusals) for (const account of payers) requests.inc({ model, account, status }, 0);
	const requestTimes = histogram(
		"herald_speech_request_seconds",
		"How long requests to the speech service took.",
		requestBuckets,
		["model"],
	);
	follow("speechAnswered", ({ model, account, status, ms }) => {
		requests.inc({ model, account, status: String(status) });
		requestTimes.observe({ model }, ms / 1_000);
	});
	const waiting = gauge("herald_speech_requests_waiting", "Requests that wait for their turn to be sent.");
	const underWay = gauge("herald_speech_requests_under_way", "Requests that have their turn.");
	const limit = gauge("herald_speech_requests_limit", "Requests that may be under way at once now.");
	const firstWaits = histogram(
		"herald_speech_request_wait_seconds",
		"How long texts waited for the turn of their first request.",
		turnBuckets,
	);
	const refused = counter(
		"herald_speech_requests_refused_total",
		"Texts refused because they would have waited too long for their first request, and requests that the service refused for its limit.",
	);
	follow("requestTurn", ({ step, waitedMs, isFirst }) => {
		if (step === "queued") return waiting.inc();
		if (step === "ended") return underWay.dec();
		waiting.dec();
		if (step === "refused") refused.inc();
		if (step !== "begun") return;
		underWay.inc();
		if (isFirst) firstWaits.observe(waitedMs / 1_000);
	});
	follow("requestLimited", () => refused.inc());
	follow("requestLimit", (now) => limit.set(now.limit));
	const retries = counter("herald_speech_retries_total", "Requests sent again, by why.", ["reason"]);
	follow("speechRetried", ({ reason }) => retries.inc({ reason }));
	const tokens = counter("herald_speech_tokens_total", "Tokens the service charged, as far as it tells.", [
		"model",
		"kind",
	]);
	follow("speechBilled", ({ model, promptTokens, audioTokens }) => {
		tokens.inc({ model, kind: "prompt" }, promptTokens);
		tokens.inc({ model, kind: "audio" }, audioTokens);
	});
	const speech = counter("herald_speech_seconds_total", "Speech, by where it came from.", ["source"]);
	for (const source of ["made", "cache", "shared"]) speech.inc({ source }, 0);
	follow("lineSpoken", ({ ms, source }) => speech.inc({ source }, ms / 1_000));
	const waits = histogram(
		"herald_voice_queue_wait_seconds",
		"From a text's place in a voice channel's queue to its first word.",
		waitBuckets,
	);
	follow("textStarted", ({ waitedMs }) => waits.observe(waitedMs / 1_000));
	const gatewayReconnects = counter(
		"herald_gateway_reconnects_total",
		"Connections to the gateway got back.",
		["how", "code"],
	);
	follow("gatewayBack", ({ how, code = "none" }) => gatewayReconnects.inc({ how, code }));
	const voiceReconnects = counter("herald_voice_reconnects_total", "Voice connections made anew, by why.", [
		"reason",
	]);
	for (const reason of reopenReasons) voiceReconnects.inc({ reason }, 0);
	follow("voiceReopened", ({ reason }) => voiceReconnects.inc({ reason }));
	const lateFrames = counter("herald_voice_late_frames_total", "Voice packets handed over too late.");
	follow("frameLate", () => lateFrames.inc());
	const underruns = counter(
		"herald_voice_underruns_total",
		"Times that speech stood still while it was heard, as its sound came late.",
	);
	follow("soundLate", () => underruns.inc());
	const redemptions = counter("herald_redemptions_total", "Codes, by what came of them.", ["outcome"]);
	for (const outcome of redemptionOutcomes) redemptions.inc({ outcome }, 0);
	follow("codeRedeemed", ({ outcome }) => redemptions.inc({ outcome }));
	const budgetRefusals = counter(
		"herald_budget_refusals_total",
		"Texts refused because a budget was used up.",
		["budget"],
	);
	for (const budget of budgets) budgetRefusals.inc({ budget }, 0);
	follow("budgetRefused", ({ budget }) => budgetRefusals.inc({ budget }));
	if (dataDir !== undefined)
		for (const [name, help, read] of [
			["herald_disk_free_bytes", "Room for what Herald keeps.", readFree],
			["herald_last_backup_timestamp_seconds", "When the last backup of DATA_DIR was made.", readBackupTime],
		] as const)
			gauge(name, help, {
				aggregator: "min",
				collect() {
					const value = read(dataDir);
					if (value === undefined) this.remove();
					else this.set(value);
				},
			});
	let all: Measures["allUsed"] | undefined;
	follow("allUsed", (used) => {
		all = used;
	});
	for (const [name, help, read] of [
		["used", "Speech that the operator's account has paid for today and this month.", "used"],
		["limit", "The most that it may, where there is a limit.", "limits"],
	] as const)
		gauge(`herald_all_speech_${name}_seconds`, help, {
			labelNames: ["period"],
			// With several processes, each reports the total.
			aggregator: "max",
			collect() {
				this.reset();
				if (!all) return;
				const today = dayOf(Date.now());
				const isOver = { day: all.day < today, month: firstOfMonth(all.day) < firstOfMonth(today) };
				for (const period of ["day", "month"] as const) {
					const ms = read === "used" && isOver[period] ? 0 : all[read][period];
					if (all.limits[period] !== undefined && ms !== undefined) this.set({ period }, ms / 1_000);
				}
			},
		});
	const engineTexts = counter(
		"herald_engine_texts_total",
		"Texts that the embedded service's engines spoke, by what came of them.",
		["engine", "outcome"],
	);
	for (const engine of engines)
		for (const outcome of ["done", "failed"]) engineTexts.inc({ engine, outcome }, 0);
	const engineSpeech = counter("herald_engine_seconds_total", "Speech that they made.", ["engine"]);
	follow("engineSpoke", ({ engine, outcome, ms }) => {
		engineTexts.inc({ engine, outcome });
		engineSpeech.inc({ engine }, ms / 1_000);
	});
	const loadedVoices = gauge(
		"herald_engine_loaded_voices",
		"Natural voices that the embedded service has loaded.",
	);
	const engineMemory = gauge("herald_engine_memory_bytes", "What the processes of loaded voices take.");
	follow("voicesLoaded", ({ count, bytes }) => {
		loadedVoices.set(count);
		engineMemory.set(bytes);
	});
	const messagesRead = counter(
		"herald_messages_read_total",
		"Messages fit to be read aloud, before limits are looked at.",
	);
	const messagesSkipped = counter("herald_messages_skipped_total", "Messages not read aloud, by why.", [
		"reason",
	]);
	follow("messageDecided", ({ skipped }) =>
		skipped === undefined ? messagesRead.inc() : messagesSkipped.inc({ reason: skipped }),
	);
	gauge("herald_gateway_ready", "1 while Herald is logged in at Discord's gateway, else 0.", {
		// With several processes, all must be connected.
		aggregator: "min",
		collect() {
			this.set(sources.isReady() ? 1 : 0);
		},
	});
	gauge("herald_database_writable", "1 while Herald's database can be written, else 0.", {
		aggregator: "min",
		async collect() {
			this.set((await sources.isDatabaseWritable()) ? 1 : 0);
		},
	});
	gauge("herald_processes_silent", "Of several processes, those that were ready and don't answer.", {
		collect() {
			this.set(sources.silentProcesses?.() ?? 0);
		},
	});
	gauge("herald_voice_sessions", "Voice channels Herald is in, by state.", {
		labelNames: ["state"],
		collect() {
			for (const [state, count] of Object.entries(sources.sessions())) this.set({ state }, count);
		},
	});
	return {
		contentType: registry.contentType,
		/** @returns all metrics in Prometheus's text format */
		write: () => registry.metrics(),
		/** @returns all metrics, for a supervisor to add to those of other processes */
		read: () => registry.getMetricsAsJSON(),
		close: () => {
			for (const stop of stops) stop();
		},
	};
};
