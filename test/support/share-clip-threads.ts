import { ClipThreads } from "../../src/speech/clips/clip-workers.ts";

let threads: ClipThreads | undefined;

/**
 * @returns one thread for all bots of a process, started on first use. Starting one takes longer than the rest of a
 * bot, and starting and stopping dozens with WebAssembly makes Node 24 abort (nodejs/node#64500)
 */
export const shareClipThreads = (): ClipThreads => {
	threads ??= new ClipThreads(1, new URL("./quick-clip-worker.ts", import.meta.url));
	return threads;
};
