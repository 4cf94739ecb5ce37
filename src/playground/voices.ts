import type { VoiceSource } from "@herald/playground";
import { findSherpaOnnx, readVoicesFile } from "@herald/service/voices";
import { pageTexts } from "./texts.ts";

/** @returns the embedded service's voices for the page: the same as for `npm run voices -- get` */
export const openVoices = (dataDir: string): VoiceSource => {
	const open = async () =>
		(await import("@herald/service/voice-shop")).openVoiceShop(dataDir, process.env.VOICES_URL);
	let opened: ReturnType<typeof open> | undefined;
	/** Loads the code that downloads voices on demand. */
	const shop = () => {
		opened ??= open();
		return opened;
	};
	return {
		speaking: () => readVoicesFile(dataDir).voices.map(({ name, languages }) => ({ name, languages })),
		obstacle: () => (findSherpaOnnx() === undefined ? pageTexts.noEngine : undefined),
		list: async (signal) => (await shop()).list(signal),
		describe: async (name, signal) => (await shop()).describe(name, signal),
		get: async (name, signal, onProgress) => (await shop()).get(name, signal, onProgress),
	};
};
