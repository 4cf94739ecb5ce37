import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodeClip } from "@herald/common/audio/encode-clip.ts";
import { makePhrases } from "./speaking-upstream.ts";
import type { SpeakingWorld } from "./speaking-world.ts";
import { token } from "./world.ts";

/** How many phrases songbird speaks: four minutes, longer than any measurement. */
const phrases = 170;
/** The metadata of a DCA file (https://github.com/bwmarrin/dca/wiki/DCA1-specification-draft). */
const description = JSON.stringify({
	dca: { version: 1, tool: { name: "herald", version: "1" } },
	opus: { mode: "voip", sample_rate: 48_000, frame_size: 960, vbr: true, channels: 1 },
});

const sized = (bytes: number, write: (size: Buffer) => void): Buffer => {
	const size = Buffer.alloc(bytes);
	write(size);
	return size;
};

/** Writes the packets that Herald speaks into a DCA file. */
const writeSound = (file: string): void => {
	const { packets } = encodeClip(makePhrases(phrases));
	const head = Buffer.from(description);
	writeFileSync(
		file,
		Buffer.concat([
			Buffer.from("DCA1"),
			sized(4, (size) => size.writeInt32LE(head.length)),
			head,
			...packets.flatMap((packet) => [sized(2, (size) => size.writeInt16LE(packet.length)), packet]),
		]),
	);
};

/** Has songbird, compiled from `bench/songbird`, speak in all guilds in Herald's place. */
export const startSongbird = (program: string, { dataDir, playground }: SpeakingWorld): ChildProcess => {
	const sound = join(dataDir, "sound.dca");
	writeSound(sound);
	return spawn(program, {
		env: {
			DISCORD_GATEWAY_URL: playground.gatewayUrl,
			DISCORD_TOKEN: token,
			SSL_CERT_FILE: playground.certificateFile,
			SOUND: sound,
		},
		stdio: ["ignore", "ignore", "inherit"],
	});
};

export const stopSongbird = async (songbird: ChildProcess): Promise<void> => {
	if (songbird.exitCode !== null) return;
	songbird.kill();
	await once(songbird, "exit");
};
