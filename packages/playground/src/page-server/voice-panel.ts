import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { InputError } from "../checks/form.ts";
import type { Texts } from "../texts/write.js";
import type { Feed } from "../world/feed.ts";
import type { OfferedVoice, SpeakingVoice, VoiceList, VoiceProgress } from "./messages.ts";

/**
 * The source of natural voices for the page. Its errors' messages are sentences for the operator. Downloads nothing
 * before `list` is called.
 */
export interface VoiceSource {
	/** @returns the natural voices that the application speaks with now */
	speaking(): readonly SpeakingVoice[];
	/** @returns what the operator must do before a voice can be used; undefined if nothing */
	obstacle(): Texts | undefined;
	/** Resolves to the published voices. */
	list(signal: AbortSignal): Promise<readonly OfferedVoice[]>;
	/** Resolves to what the publisher says of a voice's licence and origin; to undefined if it says nothing. */
	describe(name: string, signal: AbortSignal): Promise<string | undefined>;
	/**
	 * Downloads and adds a voice, or goes on with an earlier download. If the signal aborts, rejects with the signal's
	 * reason. `onProgress` gets how much of the current file there is, and the file's size, both in bytes.
	 */
	get(name: string, signal: AbortSignal, onProgress: (there: number, bytes: number) => void): Promise<void>;
}

/** Shows the application's voices on the page, and downloads new ones, one at a time. */
export const createVoicePanel = (source: VoiceSource, feed: Feed) => {
	const gone = new AbortController();
	let progress: VoiceProgress = { kind: "none" };
	let getting: AbortController | undefined;

	const show = (now: VoiceProgress): void => {
		progress = now;
		feed.emit("voices");
	};
	const ask = <T>(asked: Promise<T>): Promise<T> =>
		asked.catch((error: Error) => {
			throw new InputError({ en: error.message });
		});
	/** Pauses the download, if one runs. What has been downloaded is kept. */
	const pause = (): void => getting?.abort();

	return {
		pause,
		view: () => ({ speaking: source.speaking(), progress }),
		/** Resolves to the published voices; if there is an obstacle, to the obstacle instead. */
		async list(): Promise<VoiceList> {
			feed.emit("voices");
			const obstacle = source.obstacle();
			return obstacle
				? { obstacle, voices: [] }
				: { obstacle: null, voices: await ask(source.list(gone.signal)) };
		},
		/** Resolves to what the publisher says of a voice's licence and origin; to "" if it says nothing. */
		describe: async (name: string): Promise<string> => (await ask(source.describe(name, gone.signal))) ?? "",
		/** Begins to download a voice. @throws InputError if another download runs, or if there is an obstacle */
		get(name: string): void {
			if (getting) throw new InputError("voiceBusy");
			const obstacle = source.obstacle();
			if (obstacle) throw new InputError(obstacle);
			const mine = new AbortController();
			getting = mine;
			show({ kind: "downloading", name, there: 0, bytes: 0 });
			let shown = "";
			const onProgress = (there: number, bytes: number) => {
				const share = `${Math.floor((100 * there) / bytes)} of ${bytes}`;
				if (share === shown) return;
				shown = share;
				show({ kind: "downloading", name, there, bytes });
			};
			const end = (now: VoiceProgress) => {
				getting = undefined;
				show(now);
			};
			void source.get(name, mine.signal, onProgress).then(
				() => end({ kind: "added", name }),
				(error: Error) =>
					end(mine.signal.aborted ? { kind: "paused", name } : { kind: "failed", name, why: error.message }),
			);
		},
		stop(): void {
			gone.abort();
			pause();
		},
	};
};
export type VoicePanel = ReturnType<typeof createVoicePanel>;

const voiceName = z.object({ name: z.string().max(100) });

/** `POST /playground/api/voices/…`: lists, describes and downloads voices. */
export const addVoices = (page: FastifyInstance, panel: VoicePanel | undefined): void => {
	if (!panel) return;
	const readName = (body: unknown): string => {
		const { success, data } = voiceName.safeParse(body);
		if (!success) throw new InputError("noVoice");
		return data.name;
	};
	page.post("/playground/api/voices/list", () => panel.list());
	page.post("/playground/api/voices/describe", async ({ body }) => ({
		text: await panel.describe(readName(body)),
	}));
	page.post("/playground/api/voices/get", ({ body }) => {
		panel.get(readName(body));
		return {};
	});
	page.post("/playground/api/voices/pause", () => {
		panel.pause();
		return {};
	});
};
