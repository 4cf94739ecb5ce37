import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism, constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { Child } from "@herald/common/child.ts";
import { EngineError } from "../speech-engine.ts";
import type { ModelCommand, ModelReport, ModelSource } from "./messages.ts";
import { ModelProcess } from "./model-process.ts";
import { engineAdvice, findSherpaOnnx } from "./sherpa.ts";

export interface StartModelOptions {
	/** Cores that one phrase takes; by default half of the machine's, at most 4. */
	readonly threads?: number;
	/** The folder of sherpa-onnx-node; by default the one that is installed here. */
	readonly library?: string;
	/** How long a phrase may take, in ms. */
	readonly speakPatienceMs?: number;
	/** How long one that is stopped may go on, in ms, unless loading the model again takes longer. */
	readonly stopPatienceMs?: number;
	/** The process's program, which tests replace. */
	readonly program?: URL;
}

/** The timeout of loading: a large model from a slow disk. */
const loadPatienceMs = 120_000;
/** How long a process that can't load its model may take to end, in ms. */
const endPatienceMs = 5_000;
/** It ends with a line that only says that there were others. */
const isVague = /Errors in config|Check your config/;
const saidMaxCharacters = 2_000;

/** @returns the default number of cores for one phrase */
const usualThreads = (): number => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

const launch = (program: URL): ChildProcess => {
	const child = fork(fileURLToPath(program), {
		// Inherits neither this process's secrets nor its flags.
		env: {
			MALLOC_ARENA_MAX: "2",
			...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
		},
		execArgv: [],
		serialization: "advanced",
		stdio: ["ignore", "ignore", "pipe", "ipc"],
	});
	try {
		// Voice packets leave every 20 ms: speech may come a little later.
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {
		// Already gone, or not allowed.
	}
	return child;
};

/** Collects the library's output while it loads. Later output may quote the text and is discarded. */
const listen = (child: ChildProcess) => {
	let said = "";
	let isLoading = true;
	child.stderr?.setEncoding("utf8").on("data", (piece: string) => {
		if (isLoading) said = (said + piece).slice(-saidMaxCharacters);
	});
	return {
		stop: () => {
			isLoading = false;
			said = "";
		},
		/** Without the place in its source that the library begins a line with. */
		lastLine: () =>
			(
				said
					.trim()
					.split("\n")
					.findLast((line) => !isVague.test(line)) ?? ""
			)
				.replace(/^\/\S+:\w+:\d+ /, "")
				.trim()
				.slice(0, 300),
	};
};

type LoadedReport = Extract<ModelReport, { type: "loaded" }>;

const waitUntilLoaded = async (child: Child, name: string, lastLine: () => string): Promise<LoadedReport> => {
	const fail = (why: string) => new EngineError(`The voice ${name} can't be loaded: ${why}`);
	const began = await child.begin<ModelReport>(loadPatienceMs);
	if (began === "late") throw fail(`it took more than ${loadPatienceMs / 1_000} s`);
	const report = "message" in began ? began.message : undefined;
	if (report?.type === "loaded") return report;
	// Only after its end is its output complete.
	const { code, signal } = await child.end(() => {}, endPatienceMs);
	throw fail(
		lastLine() || (report?.type === "failed" ? report.message : `its process ended with ${code ?? signal}`),
	);
};

/**
 * Loads a voice's model in a process of its own.
 *
 * @throws EngineError when the engine isn't installed, or the model can't be loaded
 */
export const startModel = async (
	source: ModelSource,
	{
		threads = usualThreads(),
		library = findSherpaOnnx() ?? "",
		speakPatienceMs = 60_000,
		stopPatienceMs = 1_000,
		program = new URL("child.ts", import.meta.url),
	}: StartModelOptions = {},
): Promise<ModelProcess> => {
	if (library === "")
		throw new EngineError(`The engine for natural voices isn't installed: ${engineAdvice()}`);
	const startedAt = performance.now();
	const launched = launch(program);
	const child = new Child(launched);
	const words = listen(launched);
	const load: ModelCommand = { type: "load", source, threads, library };
	if (launched.connected) launched.send(load);
	const { sampleRate, speakers, rssBytes } = await waitUntilLoaded(child, source.name, words.lastLine);
	words.stop();
	return new ModelProcess(child, {
		name: source.name,
		sampleRate,
		speakers,
		rssBytes,
		speakPatienceMs,
		stopPatienceMs: Math.max(stopPatienceMs, performance.now() - startedAt),
	});
};
