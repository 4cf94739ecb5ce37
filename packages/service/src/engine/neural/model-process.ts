import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism, constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { Child } from "@herald/common/child.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { orAborted } from "@herald/common/retry.ts";
import { type Asker, EngineError, OverlongPhraseError } from "../speech-engine.ts";
import {
	engineAdvice,
	findSherpaOnnx,
	type ModelCommand,
	type ModelReport,
	type ModelSource,
	type PhraseOrder,
} from "./sherpa.ts";

interface StartModelOptions {
	/** How many cores work on a phrase; by default half of the machine's, at most 4. */
	readonly threads?: number;
	/** The folder of sherpa-onnx-node; by default the installed one. */
	readonly library?: string;
	/** How long a phrase may take, in ms. */
	readonly speakPatienceMs?: number;
	/** How long a stopped phrase may go on before its process is killed, in ms; at least as long as loading took. */
	readonly stopPatienceMs?: number;
	/** The process's program. Tests replace it. */
	readonly program?: URL;
}

/** The timeout of loading, in ms: enough for a large model on a slow disk. */
const loadPatienceMs = 120_000;
/** How long a process that can't load its model may take to end, in ms. */
const endPatienceMs = 5_000;
/** Lines of the library's output that only refer to the lines before them. */
const isVague = /Errors in config|Check your config/;
const saidMaxCharacters = 2_000;

const usualThreads = (): number => Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

const launch = (program: URL): ChildProcess => {
	const child = fork(fileURLToPath(program), {
		// The child inherits neither this process's secrets nor its flags.
		env: {
			MALLOC_ARENA_MAX: "2",
			...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
		},
		execArgv: [],
		serialization: "advanced",
		stdio: ["ignore", "ignore", "pipe", "ipc"],
	});
	try {
		// The bot's voice packets must leave every 20 ms; a model may take a little longer.
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
	} catch {
		// The process has ended already, or the system doesn't allow the change.
	}
	return child;
};

/** Collects the library's output while the model is loaded. Later output may quote texts, and is dropped. */
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
		/**
		 * The last line of the output that isn't vague, without the source position at its beginning; empty if there
		 * is none.
		 */
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
	// The output is complete only after the process's end.
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

interface ModelFacts {
	readonly name: string;
	readonly sampleRate: number;
	readonly speakers: number;
	readonly rssBytes: number;
	readonly speakPatienceMs: number;
	readonly stopPatienceMs: number;
}

/** A model's process ended before this phrase began, perhaps because of another phrase. */
export class ModelGoneError extends EngineError {
	override readonly name = "ModelGoneError";
}

interface PhraseUnderWay {
	readonly id: number;
	readonly resolve: (samples: Int16Array) => void;
	readonly reject: (error: unknown) => void;
}

export class ModelProcess {
	/** The model's own rate in Hz; its speech is resampled to 24 kHz. */
	readonly sampleRate: number;
	readonly speakers: number;
	/**
	 * Resolves when the process has ended: to `closed` if it was killed by `close` or because a stopped phrase went
	 * on for too long; else to `died`.
	 */
	readonly ended: Promise<"died" | "closed">;
	readonly #child: Child;
	readonly #facts: ModelFacts;
	#rssBytes: number;
	#underWay: PhraseUnderWay | undefined;
	readonly #turns = new FairQueue<number>({ mayBegin: (running) => running < 1, perOwner: 1 });
	#previous: Promise<unknown> = Promise.resolve();
	#asked = 0;
	#lastId = 0;
	#closing = false;

	constructor(child: Child, facts: ModelFacts) {
		this.#child = child;
		this.#facts = facts;
		this.#rssBytes = facts.rssBytes;
		this.sampleRate = facts.sampleRate;
		this.speakers = facts.speakers;
		child.process.on("message", this.#take);
		this.ended = child.ended.then(() => {
			this.#underWay?.reject(new EngineError(`The voice ${facts.name} died while it spoke.`));
			return this.#closing ? "closed" : "died";
		});
	}

	/** The process's memory in bytes, as of its last phrase. */
	rssBytes(): number {
		return this.#rssBytes;
	}

	/** Whether a phrase is being spoken or waits. */
	isBusy(): boolean {
		return this.#asked > 0;
	}

	/** Resolves when all phrases requested so far are over. */
	settle(): Promise<unknown> {
		return this.#previous;
	}

	/**
	 * Speaks one phrase; the next phrase waits for this one.
	 *
	 * @returns mono at 24 kHz, without silence at either end; empty when there was nothing to say
	 * @throws the signal's reason once the signal aborts; ModelGoneError if the process ended before the phrase began;
	 *   OverlongPhraseError if the phrase takes too long; EngineError if the model fails or the process dies
	 */
	async speak(order: PhraseOrder, { owner, signal }: Asker): Promise<Int16Array> {
		signal.throwIfAborted();
		this.#asked += 1;
		const phrase = this.#turns
			.run(owner, () => this.#begin(order, signal), signal)
			.finally(() => {
				this.#asked -= 1;
			});
		const over = phrase.then(
			() => {},
			() => {},
		);
		this.#previous = this.#previous.then(() => over);
		// An aborted phrase rejects at once, but the next phrase begins only when the model has stopped.
		return orAborted(phrase, signal);
	}

	async #begin(order: PhraseOrder, signal: AbortSignal): Promise<Int16Array> {
		if (this.#closing || !this.#child.process.connected) {
			await this.ended;
			throw new ModelGoneError(`The voice ${this.#facts.name} has ended.`);
		}
		const id = ++this.#lastId;
		const { promise, resolve, reject } = Promise.withResolvers<Int16Array>();
		this.#underWay = { id, resolve, reject };
		let isOverlong = false;
		const stop = () => {
			this.#send({ type: "stop", id });
			clearTimeout(timer);
			timer = setTimeout(this.#end, this.#facts.stopPatienceMs);
		};
		let timer = setTimeout(() => {
			isOverlong = true;
			stop();
		}, this.#facts.speakPatienceMs);
		signal.addEventListener("abort", stop);
		this.#send({ type: "speak", id, ...order });
		return promise.finally(() => {
			signal.removeEventListener("abort", stop);
			clearTimeout(timer);
			if (isOverlong)
				throw new OverlongPhraseError(`The voice ${this.#facts.name} took too long over a phrase.`);
		});
	}

	#take = (report: ModelReport): void => {
		if (report.type !== "spoken" && report.type !== "unspoken") return;
		const phrase = this.#underWay;
		if (phrase?.id !== report.id) return;
		this.#underWay = undefined;
		if (report.type === "spoken") {
			this.#rssBytes = report.rssBytes;
			phrase.resolve(report.samples);
		} else phrase.reject(new EngineError(`The voice ${this.#facts.name} failed: ${report.message}`));
	};

	#send(command: ModelCommand): void {
		const { process } = this.#child;
		if (process.connected) process.send(command);
	}

	/** Kills the process, and notes that its end is wanted: `ended` then resolves to `closed`. */
	#end = (): void => {
		this.#closing = true;
		this.#child.process.kill("SIGKILL");
	};

	async close(): Promise<void> {
		this.#end();
		await this.ended;
	}
}
