import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLogger } from "@herald/common/log.ts";
import { type CastSpeaker, readVoices } from "@herald/service/testing/internals.ts";

/** A natural voice added for a benchmark. */
export interface BenchVoice extends CastSpeaker {
	remove(): void;
}

/**
 * Adds the English Piper voice in PIPER_VOICE, as an operator does, in a temporary folder.
 *
 * @returns undefined if PIPER_VOICE isn't set
 */
export const addBenchVoice = async (): Promise<BenchVoice | undefined> => {
	const model = process.env.PIPER_VOICE;
	if (!model) return undefined;
	const folder = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const remove = () => rmSync(folder, { recursive: true });
	const program = fileURLToPath(new URL("../../packages/service/src/cli/manage-voices.ts", import.meta.url));
	const { status, stderr } = spawnSync(process.execPath, [program, "add", model], {
		env: { PATH: process.env.PATH, DATA_DIR: folder },
		encoding: "utf8",
	});
	const found = (await readVoices(folder, createLogger("bench", "silent"))).find("Kore", "en");
	if (status === 0 && found) return { ...found, remove };
	remove();
	throw new Error(`The voice of PIPER_VOICE can't be added: ${stderr}`);
};
