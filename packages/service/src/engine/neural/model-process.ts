import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type Calls, Child, connect } from "@herald/common/child.ts";
import { FairQueue } from "@herald/common/fair-queue.ts";
import { orAborted, within } from "@herald/common/retry.ts";
import { type Asker, EngineError, OverlongPhraseError } from "../speech-engine.ts";
import {
	engineAdvice,
	findSherpaOnnx,
	type ModelProgram,
	type ModelSource,
	type PhraseOrder,
} from "./sherpa.ts";

interface StartModelOptions {
	/** The folder of sherpa-onnx-node; by default the installed one. */
	readonly library?: string;
	/** How long a phrase may take, in ms. */
	readonly speakPatienceMs?: number;
	/** How long a stopped phrase may go on before its process is killed, in ms; at least as long as loading took. */
	readonly stopPatienceMs?: number;
	/** The process's program. Tests replace it. */
	readonly program?: URL;
}

/** The timeout of loading, in ms: enough for a large model on a slow disk, or when busy programs leave 1 % of a core. */
const loadPatienceMs = 900_000;
/** How long a process that can't load its model may take to end, in ms. */
const endPatienceMs = 5_000;
/** Lines of the library's output that only refer to the lines before them. */
const isVague = /Errors in config|Check your config/;
const saidMaxCharacters = 2_000;

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
		lastLine: () => {
			const lines = said.trim().split("\n");
			const last = lines.findLast((line) => !isVague.test(line)) ?? "";
			return last
				.replace(/^\/\S+:\w+:\d+ /, "")
				.trim()
				.slice(0, 300);
		},
	};
};

const load = async (
	child: Child,
	calls: Calls<ModelProgram>,
	order: Parameters<ModelProgram["load"]>[0],
	lastLine: () => string,
) => {
	const fail = (why: string) => new EngineError(`The voice ${order.source.name} can't be loaded: ${why}`);
	const loaded = await within(loadPatienceMs, calls.load(order)).catch(async (error: Error) => {
		const isRefused = child.process.connected;
		// The output is complete only after the process's end.
		const { code, signal } = await child.end(() => isRefused && child.process.kill(), endPatienceMs);
		throw fail(lastLine() || (isRefused ? error.message : `its process ended with ${code ?? signal}`));
	});
	if (loaded) return loaded;
	child.process.kill("SIGKILL");
	throw fail(`it took more than ${loadPatienceMs / 1_000} s`);
};

/**
 * Loads a voice's model in a process of its own.
 *
 * @throws EngineError when the engine isn't installed, or the model can't be loaded
 */
export const startModel = async (
	source: ModelSource,
	options: StartModelOptions = {},
): Promise<ModelProcess> => {
	const { library = findSherpaOnnx() ?? "", speakPatienceMs = 60_000, stopPatienceMs = 1_000 } = options;
	if (library === "")
		throw new EngineError(`The engine for natural voices isn't installed: ${engineAdvice()}`);
	const startedAt = performance.now();
	const launched = launch(options.program ?? new URL("child.ts", import.meta.url));
	const child = new Child(launched);
	const words = listen(launched);
	const calls = connect<ModelProgram>(launched);
	const loaded = await load(child, calls, { source, library }, words.lastLine);
	words.stop();
	return followModel(child, calls, {
		name: source.name,
		...loaded,
		speakPatienceMs,
		stopPatienceMs: Math.max(stopPatienceMs, performance.now() - startedAt),
	});
};

interface ModelFacts extends Awaited<ReturnType<ModelProgram["load"]>> {
	readonly name: string;
	readonly speakPatienceMs: number;
	readonly stopPatienceMs: number;
}

/** A model's process ended before this phrase began, perhaps because of another phrase. */
export class ModelGoneError extends EngineError {}

export type ModelProcess = ReturnType<typeof followModel>;

const followModel = (
	child: Child,
	calls: Calls<ModelProgram>,
	{ name, sampleRate, speakers, rssBytes: loadedBytes, speakPatienceMs, stopPatienceMs }: ModelFacts,
) => {
	let rssBytes = loadedBytes;
	const turns = new FairQueue<number>({ mayBegin: (running) => running < 1, perOwner: 1 });
	let previous: Promise<unknown> = Promise.resolve();
	let asked = 0;
	let closing = false;

	const ended = child.ended.then(() => (closing ? "closed" : "died"));

	/**
	 * Speaks one phrase; the next phrase waits for this one.
	 *
	 * @returns mono at 24 kHz, without silence at either end; empty when there was nothing to say
	 * @throws the signal's reason once the signal aborts; ModelGoneError if the process ended before the phrase began;
	 *   OverlongPhraseError if the phrase takes too long; EngineError if the model fails or the process dies
	 */
	const speak = async (order: PhraseOrder, { owner, signal }: Asker) => {
		signal.throwIfAborted();
		asked += 1;
		const phrase = turns
			.run(owner, () => begin(order, signal), signal)
			.finally(() => {
				asked -= 1;
			});
		// The result isn't kept: it would hold the phrase's sound while the model idles.
		const over = phrase.then(() => {}).catch(() => {});
		previous = previous.then(() => over);
		// An aborted phrase rejects at once, but the next phrase begins only when the model has stopped.
		return orAborted(phrase, signal);
	};

	const begin = async (order: PhraseOrder, signal: AbortSignal) => {
		if (closing || !child.process.connected) {
			await ended;
			throw new ModelGoneError(`The voice ${name} has ended.`);
		}
		let isOverlong = false;
		const stop = () => {
			calls.stop().catch(() => {});
			clearTimeout(timer);
			timer = setTimeout(end, stopPatienceMs);
		};
		let timer = setTimeout(() => {
			isOverlong = true;
			stop();
		}, speakPatienceMs);
		signal.addEventListener("abort", stop);
		return speakNow(order).finally(() => {
			signal.removeEventListener("abort", stop);
			clearTimeout(timer);
			if (isOverlong) throw new OverlongPhraseError(`The voice ${name} took too long over a phrase.`);
		});
	};

	const speakNow = async (order: PhraseOrder) => {
		try {
			const spoken = await calls.speak(order);
			rssBytes = spoken.rssBytes;
			return spoken.samples;
		} catch (error) {
			if (child.process.connected)
				throw new EngineError(`The voice ${name} failed: ${(error as Error).message}`);
			await ended;
			throw new EngineError(`The voice ${name} died while it spoke.`);
		}
	};

	/** Kills the process, and notes that its end is wanted: `ended` then resolves to `closed`. */
	const end = () => {
		closing = true;
		child.process.kill("SIGKILL");
	};

	return {
		/** The model's own rate in Hz; its speech is resampled to 24 kHz. */
		sampleRate,
		speakers,
		/**
		 * Resolves when the process has ended: to `closed` if it was killed by `close` or because a stopped phrase went
		 * on for too long; else to `died`.
		 */
		ended,
		/** The process's memory in bytes, as of its last phrase. */
		rssBytes: () => rssBytes,
		/** Whether a phrase is being spoken or waits. */
		isBusy: () => asked > 0,
		/** Resolves when all phrases requested so far are over. */
		settle: () => previous,
		speak,
		close: async () => {
			end();
			await ended;
		},
	};
};
