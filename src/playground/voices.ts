import type { VoiceSource } from "@herald/playground";
import { findSherpaOnnx, readVoicesFile } from "@herald/service/voices";
import { pageTexts } from "./texts.ts";

/** @returns the embedded service's voices for the page: the same as for `npm run voices -- get` */
export const openVoices = (dataDir: string): VoiceSource => {
	// The code that downloads voices is loaded on demand.
	let opened: Promise<Awaited<ReturnType<typeof open>>> | undefined;
	const open = async () => {
		const { openVoiceShop } = await import("@herald/service/voice-shop");
		return openVoiceShop(dataDir, process.env.VOICES_URL);
	};
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
