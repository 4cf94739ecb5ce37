import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import { beforeAll, describe, expect, test } from "vitest";
import {
	readVoicesFile,
	type VoiceRecord,
	type VoicesFile,
	voicesFolder,
	writeVoicesFile,
} from "../../src/voices/voice.ts";
import { ask, keepLog, openEmbedded, writeBody } from "../open-service.ts";
import { addPiperVoice, canSpeakNaturally, naturalTimeout as timeout } from "../speech-tools.ts";

/** How many damages are tried. Each takes some seconds; test/README.md says how to try more. */
const runs = Number(process.env.FUZZ_RUNS ?? 4);
const first = Number(process.env.FUZZ_SEED ?? 1);

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
const makeRandom = (seed: number) => {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
};

const flip = (bytes: Buffer, random: () => number, count: number, within = bytes.length): Buffer => {
	const damaged = Buffer.from(bytes);
	for (let i = 0; i < count; i++) {
		const at = Math.floor(random() * within);
		damaged[at] = (damaged[at] as number) ^ (1 << Math.floor(random() * 8));
	}
	return damaged;
};

/** Ways to damage a file. A file's beginning is damaged separately, because it describes the file's structure. */
const damages: Readonly<Record<string, (bytes: Buffer, random: () => number) => Buffer>> = {
	"one bit flipped": (bytes, random) => flip(bytes, random, 1),
	"cut short": (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
	"bits flipped all over": (bytes, random) => flip(bytes, random, 1 + Math.floor(bytes.length / 1_000)),
	"bits flipped at its beginning": (bytes, random) => flip(bytes, random, 20, Math.min(4_096, bytes.length)),
};
const files = ["model.onnx", "tokens.txt", "espeak-ng-data/phondata", "espeak-ng-data/en_dict"];

describe.skipIf(!canSpeakNaturally)("a running service with a damaged voice", { timeout }, () => {
	const dataDir = newFolder();
	let service: Awaited<ReturnType<typeof openEmbedded>>;
	let sound: VoicesFile;
	const { lines: errors, logger } = keepLog("error");
	const start = async () => {
		await addPiperVoice(dataDir, "joe");
		sound = readVoicesFile(dataDir);
		service = await openEmbedded({ dataDir, logger });
		return service.stop;
	};
	beforeAll(start, timeout);

	const say = async (text: string) => {
		const response = await ask(service, writeBody(text));
		return { status: response.status, body: await response.text() };
	};

	let changes = 0;
	/** Makes the service load the voice again with the changed file, as if the file's new size were right. */
	const takeNotice = async (file: string) => {
		const before = service.voices().languages.get("en");
		const size = readFileSync(join(voicesFolder(dataDir), "joe", file)).length;
		const [joe] = sound.voices as [VoiceRecord];
		const sizes = file in joe.sizes ? { ...joe.sizes, [file]: size } : joe.sizes;
		writeVoicesFile(dataDir, {
			...sound,
			voices: [{ ...joe, sizes, fingerprint: `${joe.fingerprint}${++changes}` }],
		});
		await eventually(() => expect(service.voices().languages.get("en")).not.toBe(before));
	};

	test.each(Array.from({ length: runs }, (_, n) => first + n))("lives on: damage %i", async (seed) => {
		const file = files[seed % files.length] as string;
		const names = Object.keys(damages);
		const damage = names[(seed + Math.floor(seed / files.length)) % names.length] as string;
		const path = join(voicesFolder(dataDir), "joe", file);
		const whole = readFileSync(path);
		try {
			writeFileSync(path, (damages[damage] as (typeof damages)[string])(whole, makeRandom(seed)));
			await takeNotice(file);
			for (const text of ["Hello from Herald.", "And once more."]) {
				const { status, body } = await say(text);
				expect([200, 500, 503], `${file}, ${damage}: ${body.slice(0, 200)}`).toContain(status);
				if (status !== 200) expect(JSON.parse(body).error.message).not.toBe("");
			}
		} finally {
			writeFileSync(path, whole);
		}
		expect(errors).toEqual([]);
	});

	test("speaks again once the voice is whole", async () => {
		await takeNotice("model.onnx");
		expect((await say("All is well again.")).status).toBe(200);
		expect(errors).toEqual([]);
	});
});
