import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { eventually } from "@herald/common/testing/eventually.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import {
	readVoicesFile,
	type VoiceRecord,
	type VoicesFile,
	voicesFolder,
	writeVoicesFile,
} from "../../src/voices/voice.ts";
import { ask, keepLog, openEmbedded, writeBody } from "../open-service.ts";
import { addPiperVoice, canSpeakNaturally } from "../speech-tools.ts";
import { damage, damages } from "../voices/damage.ts";

/** How many damages are tried. Each takes some seconds; test/README.md says how to try more. */
const runs = { numRuns: Number(process.env.FUZZ_RUNS ?? 4), seed: Number(process.env.FUZZ_SEED ?? 1) };
const files = ["model.onnx", "tokens.txt", "espeak-ng-data/phondata", "espeak-ng-data/en_dict"];

// The time limit of a test, in ms: a model that hangs is given up after a minute, for each of two texts.
const timeout = 300_000;

describe.skipIf(!canSpeakNaturally)("a running service with a damaged voice", { timeout }, () => {
	const dataDir = newFolder();
	let service: Awaited<ReturnType<typeof openEmbedded>>;
	let sound: VoicesFile;
	const { lines: errors, logger } = keepLog("error");
	beforeAll(async () => {
		await addPiperVoice(dataDir, "joe");
		sound = readVoicesFile(dataDir);
		service = await openEmbedded({ dataDir, logger });
		return service.stop;
	});

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

	const tried = fc.sample(damages, runs).map((how, n) => [how, files[n % files.length] as string] as const);
	test.each(tried)("lives on: damage %j of %s", async (how, file) => {
		const path = join(voicesFolder(dataDir), "joe", file);
		const whole = readFileSync(path);
		try {
			writeFileSync(path, damage(whole, how));
			await takeNotice(file);
			for (const text of ["Hello from Herald.", "And once more."]) {
				const { status, body } = await say(text);
				expect([200, 500, 503], body.slice(0, 200)).toContain(status);
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
