import { eventually } from "@herald/common/testing/eventually.ts";
import { afterEach, expect, test, vi } from "vitest";
import { type VoiceWatcher, watchWhetherHeard } from "../../src/voice/voice-channels.ts";
import { line, useSpeechBench } from "./speech-bench.ts";

const bench = useSpeechBench();
afterEach(() => {
	vi.useRealTimers();
});

test("a connection is kept open, without requests, while Herald is in any voice channel", async () => {
	vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
	const { upstream, speech } = bench;
	let watcher: Partial<VoiceWatcher> | undefined;
	watchWhetherHeard({ add: (each) => (watcher = each) }, (isHeard) => speech.keepWarm(isHeard));
	watcher?.onOpened?.("a", "1", "join");
	watcher?.onOpened?.("b", "2", "join");
	await eventually(() => expect(upstream.warmed).toBe(1));
	watcher?.onGone?.("a", "1", "asked");
	vi.advanceTimersByTime(60_000);
	await eventually(() => expect(upstream.warmed).toBe(2));
	watcher?.onGone?.("b", "2", "asked");
	vi.advanceTimersByTime(600_000);
	await bench.speak(line("Hello there."));
	expect(upstream.warmed).toBe(2);
	expect(upstream.requests).toHaveLength(1);
});
