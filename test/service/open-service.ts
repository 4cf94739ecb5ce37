import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../../src/log.ts";
import type { Engine } from "../../src/service/engine/engine.ts";
import { openFirstKey } from "../../src/service/keys.ts";
import { openServiceDatabase } from "../../src/service/open-database.ts";
import { type RunningService, runService } from "../../src/service/run-service.ts";
import { openSecret } from "../../src/service/secret.ts";
import { createService } from "../../src/service/service.ts";

export const silentLogger = createLogger("test", "silent");

/** A folder of its own under the system's temporary one, and how to remove it. */
export const makeFolder = async () => {
	const path = await mkdtemp(join(tmpdir(), "herald-service-"));
	return { path, remove: () => rm(path, { recursive: true, force: true }) };
};

export interface OpenService {
	readonly origin: string;
	readonly key: string;
	close(): Promise<void>;
}

/** The whole service with its real engine, on a free loopback port. */
export const openService = async (): Promise<OpenService> => {
	const folder = await makeFolder();
	const service: RunningService = await runService({
		dataDir: folder.path,
		host: "127.0.0.1",
		port: 0,
		logger: silentLogger,
	});
	return {
		origin: `http://127.0.0.1:${service.port}`,
		key: service.key,
		close: async () => {
			await service.stop();
			await folder.remove();
		},
	};
};

/** The service with an engine that the test holds in its hand. */
export const openServiceWith = async (engine: Pick<Engine, "speak">): Promise<OpenService> => {
	const folder = await makeFolder();
	const database = openServiceDatabase(folder.path);
	const { key } = openFirstKey(database, join(folder.path, "key"), { unlimited: true });
	const app = createService({ database, secret: openSecret(folder.path), engine, logger: silentLogger });
	const origin = await app.listen({ host: "127.0.0.1", port: 0 });
	return {
		origin,
		key,
		close: async () => {
			await app.close();
			database.close();
			await folder.remove();
		},
	};
};

/** A body of operation 1 that every model takes. */
export const writeBody = (text: string, voiceName = "Kore") => ({
	contents: [{ role: "user", parts: [{ text }] }],
	generationConfig: {
		responseModalities: ["AUDIO"],
		speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
	},
});

export const newModel = "gemini-3.8-flash-lite-tts";
export const oldModel = "gemini-2.5-flash-preview-tts";

export interface Asking {
	readonly model?: string;
	readonly headers?: Record<string, string>;
	readonly signal?: AbortSignal;
}

/** Operation 1 as a client sends it (interface.md 4.1). A string goes as it is. */
export const ask = (
	service: OpenService,
	body: unknown,
	{ model = newModel, headers, signal }: Asking = {},
) =>
	fetch(`${service.origin}/v1beta/models/${model}:generateContent`, {
		method: "POST",
		headers: headers ?? { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
		body: typeof body === "string" ? body : JSON.stringify(body),
		...(signal ? { signal } : {}),
	});

/** The bytes of the first part of an answer. */
export const readAudio = async (response: Response) => {
	const { candidates } = (await response.json()) as {
		candidates: { content: { parts: { inlineData: { mimeType: string; data: string } }[] } }[];
	};
	const data = candidates[0]?.content.parts[0]?.inlineData;
	if (!data) throw new Error("The answer has no audio");
	return { mimeType: data.mimeType, bytes: new Uint8Array(Buffer.from(data.data, "base64")) };
};
