import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { writeWav } from "@herald/common/audio/pcm.ts";

export interface SeenRequest {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingMessage["headers"];
	readonly body: string;
	/** Resolves once the client is gone or the answer is sent. */
	readonly closed: Promise<void>;
}

/** What a request asks to be spoken: its text without the prompt around it, and how. */
export const readAsked = ({ body, path }: Pick<SeenRequest, "body" | "path">) => {
	const { contents, generationConfig, store } = JSON.parse(body);
	const { text, speechMetadata } = contents[0].parts[0];
	const { voiceConfig, languageCode } = generationConfig.speechConfig;
	return {
		model: /models\/([^:]+):/.exec(path)?.[1],
		text: text.split("TRANSCRIPT\n").at(-1) as string,
		voice: voiceConfig.prebuiltVoiceConfig?.voiceName as string,
		/** The voice of a library, whose name has a field of its own. */
		ofLibrary: voiceConfig.voice as string | undefined,
		language: languageCode as string | undefined,
		style: (speechMetadata?.style ?? /Speak it like this: (.*)\.$/m.exec(text)?.[1]) as string | undefined,
		store: store as boolean | undefined,
	};
};
type Asked = ReturnType<typeof readAsked>;

/** Answers one request in any way that a test wants. `attempt` counts from 1 since the behaviour was set. */
export type Behaviour = (response: ServerResponse, attempt: number, request: SeenRequest) => unknown;

/** A cache of the longest tone made so far, by pitch and rate. A shorter tone is the beginning of a longer one. */
const tones = new Map<string, Int16Array>();

/** @returns a pure tone, by default at a rate of 24 kHz */
export const tone = (seconds: number, hertz = 220, rate = 24_000): Int16Array => {
	const length = Math.round(seconds * rate);
	const key = `${hertz} Hz at ${rate} Hz`;
	let whole = tones.get(key);
	if (!whole || whole.length < length) {
		whole = new Int16Array(length);
		for (let n = 0; n < length; n++) whole[n] = 9_000 * Math.sin((2 * Math.PI * hertz * n) / rate);
		tones.set(key, whole);
	}
	return whole.slice(0, length);
};

export const toneWav = (seconds: number, hertz?: number): Uint8Array =>
	writeWav({ samples: tone(seconds, hertz), sampleRate: 24_000 });

/** The body of a good answer (docs/interface.md 2.2) with these bytes as its sound. */
export const answerBody = (sound: Uint8Array, mimeType = "audio/wav") => ({
	candidates: [
		{
			content: {
				role: "model",
				parts: [{ inlineData: { mimeType, data: Buffer.from(sound).toString("base64") } }],
			},
			finishReason: "STOP",
			index: 0,
			safetyRatings: [],
		},
	],
	usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 64, totalTokenCount: 73 },
});

export const sendJson = (
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void => {
	response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

/** Refuses with an error in the form of the interface. */
export const refuse =
	(status: number, code = "", message = "", type = "new_api_error"): Behaviour =>
	(response) =>
		sendJson(response, status, { error: { message, type, code } });

/** Answers with this body. */
export const answer =
	(body: unknown, status = 200): Behaviour =>
	(response) =>
		sendJson(response, status, body);

/** Answers with a tone of this length. */
export const sound = (seconds: number, hertz?: number): Behaviour =>
	answer(answerBody(toneWav(seconds, hertz)));

/** Answers the first request by the first behaviour and so on, and all further requests by the last behaviour. */
export const inTurn =
	(...behaviours: readonly Behaviour[]): Behaviour =>
	(response, attempt, request) =>
		(behaviours[attempt - 1] ?? (behaviours.at(-1) as Behaviour))(response, attempt, request);

/** Answers the requests that contain these words by the first behaviour, and others by the second. */
export const ifAsked =
	(words: string, behave: Behaviour, otherwise: Behaviour = speakWell): Behaviour =>
	(response, attempt, request) =>
		(request.body.includes(words) ? behave : otherwise)(response, attempt, request);

/** Answers as `behave` does, but not before the test releases the answers. */
export const hold = (behave: Behaviour = speakWell) => {
	const held = Promise.withResolvers<void>();
	const asked = Promise.withResolvers<void>();
	return {
		/** Resolves once a request has arrived. */
		asked: asked.promise,
		release: () => held.resolve(),
		behave: (async (...request) => {
			asked.resolve();
			await held.promise;
			await behave(...request);
		}) satisfies Behaviour as Behaviour,
	};
};

/** The duration of the tone at each end of a mostly silent sound, in s. */
const endSeconds = 0.1;

/** A tone at both ends and silence between them, which takes half the time to encode. */
const mostlySilentWav = (seconds: number): Uint8Array => {
	const samples = tone(seconds);
	samples.fill(0, endSeconds * 24_000, Math.max(endSeconds, seconds - endSeconds) * 24_000);
	return writeWav({ samples, sampleRate: 24_000 });
};

/** How many words a text may have for its sound to be kept. Longer texts are rare, and their sounds are large. */
const keptWords = 20;

const speakAs = (makeWav: (seconds: number) => Uint8Array): Behaviour => {
	const kept = new Map<number, string>();
	const answer = (words: number): string => {
		const known = kept.get(words);
		if (known !== undefined) return known;
		const made = JSON.stringify(answerBody(makeWav(Math.min(0.6 + words / 2.6, 40))));
		if (words <= keptWords) kept.set(words, made);
		return made;
	};
	return (response, _attempt, request) => {
		const words = readAsked(request).text.split(/\s+/).length;
		response.writeHead(200, { "content-type": "application/json" }).end(answer(words));
	};
};

/** Speaks about as long as a person would, so that the duration is plausible. */
export const speakWell = speakAs(mostlySilentWav);

/** Speaks as long as `speakWell` but without a pause, for tests that listen. */
export const speakThroughout = speakAs(toneWav);

/** Speaks as quickly as is plausible. */
export const speakBriefly: Behaviour = (response, attempt, request) =>
	sound(0.3 + readAsked(request).text.split(/\s+/).length / 8.6)(response, attempt, request);

/** Speaks, but refuses requests with a style beside the text. */
export const refuseStyles = ifAsked("speechMetadata", refuse(400, "invalid_request", "Unknown name", "x"));

/** Starts a speech service on a real socket, by default at any free port, which behaves as a test wants. */
export const startUpstream = async (port = 0) => {
	let behaviour: Behaviour = speakWell;
	let requests: SeenRequest[] = [];
	let asked: Asked[] = [];
	let warmed = 0;
	const listed: string[] = [];
	let library = (response: ServerResponse, _path: string): unknown =>
		sendJson(response, 404, { error: { message: "Invalid URL", type: "invalid_request_error", code: "" } });
	const sockets = new Set<Socket>();
	const server = createServer(async (incoming, response) => {
		const chunks: Buffer[] = [];
		const closed = once(response, "close").then(() => {});
		// A HEAD request only keeps the connection open.
		if (incoming.method === "HEAD") {
			warmed += 1;
			response.writeHead(404).end();
			return;
		}
		// Requests for the list of voices aren't in `requests`.
		if (incoming.method === "GET" && incoming.url?.startsWith("/v1beta/voices")) {
			listed.push(incoming.url);
			await library(response, incoming.url);
			return;
		}
		// Some tests' clients disconnect while they send.
		incoming.on("error", () => {});
		response.on("error", () => {});
		for await (const chunk of incoming) chunks.push(chunk);
		const request = {
			method: incoming.method ?? "",
			path: incoming.url ?? "",
			headers: incoming.headers,
			body: Buffer.concat(chunks).toString("utf8"),
			closed,
		};
		requests.push(request);
		if (/:(?:stream)?generateContent/i.test(request.path)) asked.push(readAsked(request));
		await behaviour(response, requests.length, request);
	});
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.on("close", () => sockets.delete(socket));
		socket.on("error", () => {});
	});
	server.listen(port, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** The requests since the behaviour was set, in order. */
		get requests(): readonly SeenRequest[] {
			return requests;
		},
		/** @returns what was to be spoken since the test began, in order, whatever the behaviour was */
		asked: (): readonly Asked[] => asked,
		/** @returns the texts of `asked` */
		texts: (): readonly string[] => asked.map(({ text }) => text),
		/** Starts the lists of `asked` and `texts` anew. */
		forgetAsked(): void {
			asked = [];
		},
		/** How often a client sent a request only to keep its connection open. */
		get warmed(): number {
			return warmed;
		},
		/** The paths of the requests for the list of voices. */
		listed,
		/** Sets the answer to requests for the list of voices, which is 404 by default. */
		listVoices(next: typeof library): void {
			library = next;
		},
		/** Sets the behaviour from now on, and starts counting requests anew. */
		behave(next: Behaviour): void {
			behaviour = next;
			requests = [];
		},
		async close(): Promise<void> {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
};

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
