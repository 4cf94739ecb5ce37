import { TLSSocket } from "node:tls";
import {
	acceptHeaders,
	connectTimeoutMs,
	errorCodeOf,
	isGoogle,
	isSuccess,
	type ReceivedAnswer,
	readJson,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import { bareModelId } from "@herald/common/wire/models.ts";
import { Agent, buildConnector, request } from "undici";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { authorize } from "../../speech/ask/client.ts";
import { readServerTime, type ServerTime } from "./check-clock.ts";
import { describeConnection } from "./describe-connection.ts";
import { type Finding, found, note, ok, wrong } from "./finding.ts";

const patienceMs = 10_000;
/** Google lists some hundred models. */
const listMaxBytes = 1024 * 1024;
const soonMs = 14 * 24 * 60 * 60_000;

/** A list of models as Google has it, or as gateways do. */
export const modelLists = z.union([
	z
		.object({ models: z.array(z.object({ name: z.string() })) })
		.transform(({ models }) => models.map(({ name }) => name)),
	z.object({ data: z.array(z.object({ id: z.string() })) }).transform(({ data }) => data.map(({ id }) => id)),
]);

interface ModelListing {
	readonly answer: ReceivedAnswer;
	/** When the certificate ends, in ms since the epoch; undefined without TLS. */
	readonly certifiedUntil: number | undefined;
}

/** Asks for the list of models, which costs nothing. */
export const listModels = async (
	account: Pick<Config["speech"], "baseUrl" | "apiKey" | "bare">,
): Promise<ModelListing> => {
	let certifiedUntil: number | undefined;
	const connect = buildConnector({ timeout: connectTimeoutMs });
	const agent = new Agent({
		connect: (options, done) =>
			connect(options, (...result) => {
				const [, socket] = result;
				if (socket instanceof TLSSocket) certifiedUntil = Date.parse(socket.getPeerCertificate().valid_to);
				done(...result);
			}),
	});
	try {
		const path = isGoogle(account.baseUrl) ? "/v1beta/models?pageSize=1000" : "/v1/models";
		const response = await request(`${account.baseUrl}${path}`, {
			headers: { ...authorize(account), ...acceptHeaders },
			signal: AbortSignal.timeout(patienceMs),
			dispatcher: agent,
		});
		return { answer: await receiveAnswer(response, listMaxBytes), certifiedUntil };
	} finally {
		await agent.destroy();
	}
};

const checkModels = (body: string, wanted: readonly string[]): Finding => {
	const listed = modelLists.safeParse(readJson(body));
	if (!listed.success) return ok("The speech service answers; --speak tries whether it speaks.");
	const names = new Set(listed.data.map(bareModelId));
	const missing = wanted.filter((model) => !names.has(model));
	if (missing.length === 0)
		return ok("The speech service takes SPEECH_API_KEY, and lists every model of SPEECH_MODELS.");
	const list = missing.join(", ");
	return missing.length === wanted.length
		? wrong(
				`The speech service lists none of SPEECH_MODELS (${list}): npm run setup -- voice offers those that it has.`,
			)
		: note(`The speech service doesn't list ${list}: Herald takes the other models of SPEECH_MODELS.`);
};

/** Google says so with 400. */
export const isKeyRefused = ({ status, body }: Pick<ReceivedAnswer, "status" | "body">): boolean =>
	status === 401 || status === 403 || (status === 400 && /api key not valid/i.test(body));

const judge = ({ status, body }: ReceivedAnswer, models: readonly string[]): Finding => {
	if (isSuccess(status)) return checkModels(body, models);
	if (isKeyRefused({ status, body }))
		return wrong(
			`The speech service refuses SPEECH_API_KEY (status ${status}): check the key there, and that its own limit isn't used up; npm run setup -- voice takes another.`,
		);
	if (status >= 300 && status < 400)
		return wrong(`The speech service has moved (status ${status}): set SPEECH_BASE_URL to its new address.`);
	if (status === 429)
		return note("The speech service has had too many requests (status 429): try again later.");
	if (status >= 500)
		return wrong(`The speech service has trouble of its own (status ${status}): ask whoever runs it.`);
	return ok(
		`The speech service answers, but lists no models (status ${status}); --speak tries whether it speaks.`,
	);
};

const checkCertificate = (until: number | undefined, now: number): Finding | false =>
	until !== undefined &&
	until - now <= soonMs &&
	note(
		`The speech service's certificate ends on ${new Date(until).toISOString().slice(0, 10)}: see to it that it is renewed.`,
	);

const isLocal = (hostname: string): boolean => /^(?:localhost|127\..*|\[::1\])$/.test(hostname);

const checkEncryption = (baseUrl: string): Finding | false => {
	const { protocol, hostname } = new URL(baseUrl);
	return (
		protocol !== "https:" &&
		!isLocal(hostname) &&
		note(
			"SPEECH_BASE_URL is http, so key and texts travel unencrypted: use https, unless that network is yours.",
		)
	);
};

/** Checks the connection to the speech service, its certificate, the key and the models, without any speech. */
export const checkSpeech = async (
	{ speech }: Config,
	onTime: (time: ServerTime) => void,
	now: () => number,
): Promise<Finding[]> => {
	if (speech.baseUrl === "")
		return [ok("Herald runs its own speech service, since SPEECH_BASE_URL is empty.")];
	if (speech.bare)
		return found(
			note("SPEECH_EXTRAS is none, so Herald doesn't ask for the models; --speak tries whether it speaks."),
			checkEncryption(speech.baseUrl),
		);
	const sentAt = now();
	try {
		const { answer, certifiedUntil } = await listModels(speech);
		const time = readServerTime("the speech service", answer.headers.date, { sentAt, receivedAt: now() });
		if (time) onTime(time);
		return found(
			judge(answer, speech.models),
			isGoogle(speech.baseUrl) &&
				ok(
					"Herald asks Google with every text to keep nothing of it (store: false); --speak tries whether it takes that.",
				),
			checkEncryption(speech.baseUrl),
			checkCertificate(certifiedUntil, now()),
		);
	} catch (error) {
		if ((error as Error).name === "TimeoutError")
			return [
				wrong(
					`The speech service at ${speech.baseUrl} doesn't answer within ${patienceMs / 1_000} s: check SPEECH_BASE_URL.`,
				),
			];
		const why = describeConnection(errorCodeOf(error), "SPEECH_BASE_URL");
		return [wrong(`Herald can't reach the speech service at ${speech.baseUrl}: ${why}`)];
	}
};
