import { readRows } from "@herald/common/testing/read-rows.ts";
import type { InteractionTrace, SeenMessage } from "@herald/playground";
import {
	answerBody,
	type Behaviour,
	type SeenRequest,
	sendJson,
	startUpstream,
	toneWav,
} from "../support/upstream.ts";

/** The path of a documented service's base address. All paths of the interface begin with it. */
const basePath = "/speech";

export const topupPath = `${basePath}/api/user/topup`;

const [candidate] = answerBody(toneWav(1.6)).candidates;
if (!candidate) throw new Error("an answer has a candidate");
const { index: _, ...documentedCandidate } = candidate;
const safetyRatings = [{ category: "HARM_CATEGORY_HARASSMENT", probability: "NEGLIGIBLE" }];

/** An answer of operation 1 with exactly the fields that section 2.2 of docs/interface.md names. */
export const documentedAnswer = {
	...answerBody(toneWav(1.6)),
	candidates: [{ ...documentedCandidate, safetyRatings }],
};

/** Answers operation 2 with this object, whose fields the document leaves open. */
export const answerTopup =
	(body: object = { success: true, message: "", data: 500_000 }): Behaviour =>
	(response) =>
		sendJson(response, 200, body);

const answerSpeech: Behaviour = (response) => sendJson(response, 200, documentedAnswer);

/** Starts a service that has only the two operations, and answers them as documented. */
export const startDocumentedService = async () => {
	const upstream = await startUpstream();
	const behave = (speech = answerSpeech, topup = answerTopup()) =>
		upstream.behave((...asked) => {
			const [response, , { method, path }] = asked;
			if (method === "POST" && path === topupPath) return topup(...asked);
			if (method === "POST" && /^\/speech\/v1beta\/models\/[^/:]+:generateContent$/.test(path))
				return speech(...asked);
			return response.writeHead(404).end();
		});
	behave();
	return {
		settings: { SPEECH_BASE_URL: `${upstream.baseUrl}${basePath}`, SPEECH_API_KEY: "sk-documented" },
		/** The requests since the behaviour was last changed, without those that only keep a connection open. */
		get requests(): readonly SeenRequest[] {
			return upstream.requests;
		},
		get warmed(): number {
			return upstream.warmed;
		},
		/** Sets the answers from now on. By default, they are as documented. */
		behave,
		close: upstream.close,
	};
};

export type DocumentedService = Awaited<ReturnType<typeof startDocumentedService>>;

/** @returns the answer with the sound or with the reason for none; not an earlier answer that says that Herald waits */
export const finalAnswer = (trace: InteractionTrace): Promise<SeenMessage> =>
	trace.message(({ attachments, ephemeral, thinking }) => !thinking && (ephemeral || attachments.length > 0));

/** @returns the value at a path in JSON, undefined if there is none. In the path, `[]` is the first item of an array */
export const readAt = (json: unknown, path: string): unknown =>
	path
		.replaceAll("[]", ".0")
		.split(".")
		.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], json);

export const without = (json: object, path: string): object => {
	const copy = structuredClone(json);
	const at = path.lastIndexOf(".");
	Reflect.deleteProperty(at === -1 ? copy : (readAt(copy, path.slice(0, at)) as object), path.slice(at + 1));
	return copy;
};

/** The kind of a value, in the document's words. */
export const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) return `array of ${kindOf(value[0])}s`;
	return Number.isInteger(value) ? "integer" : typeof value;
};

type Field = [path: string, kind: string];
const fieldsOf = (what: "answer" | "request"): readonly Field[] =>
	readRows<[what: string, ...Field]>(import.meta.url, "fields.tsv").flatMap(([of, ...field]) =>
		of === what ? [field] : [],
	);

/** The request's fields by section 2.1. */
export const requestFields = fieldsOf("request");
/** The answer's fields by section 2.2. */
export const answerFields = fieldsOf("answer");
