import { totalmem } from "node:os";
import { TLSSocket } from "node:tls";
import { defer } from "@herald/common/defer.ts";
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
import { baseLanguage } from "@herald/common/wire/languages.ts";
import { bareModelId } from "@herald/common/wire/models.ts";
import { engineAdvice, inspectEspeak, inspectVoices } from "@herald/service/voices";
import { Agent, buildConnector, request } from "undici";
import { z } from "zod";
import type { Config } from "../../config.ts";
import { authorize } from "../../speech/ask/client.ts";
import { enumerate, megabytes } from "../kept-files.ts";
import {
	attempt,
	describeConnection,
	type Finding,
	found,
	note,
	ok,
	readServerTime,
	type ServerTime,
	wrong,
} from "./finding.ts";

const patienceMs = 10_000;
/** The longest list of models that is read, in bytes. Google lists about a hundred. */
const listMaxBytes = 1024 * 1024;
const soonMs = 14 * 24 * 60 * 60_000;

/** Reads the names of models from a list in Google's form or in a gateway's. */
export const modelLists = z.union([
	z
		.object({ models: z.array(z.object({ name: z.string() })) })
		.transform(({ models }) => models.map(({ name }) => name)),
	z.object({ data: z.array(z.object({ id: z.string() })) }).transform(({ data }) => data.map(({ id }) => id)),
]);

/**
 * Requests the list of models, which costs nothing.
 *
 * @returns the answer, and when the certificate expires, in ms since the epoch; undefined without TLS
 */
export const listModels = async (account: Pick<Config["speech"], "baseUrl" | "apiKey" | "bare">) => {
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
	await using _closing = defer(() => agent.destroy());
	const path = isGoogle(account.baseUrl) ? "/v1beta/models?pageSize=1000" : "/v1/models";
	const response = await request(`${account.baseUrl}${path}`, {
		headers: { ...authorize(account), ...acceptHeaders },
		signal: AbortSignal.timeout(patienceMs),
		dispatcher: agent,
	});
	return { answer: await receiveAnswer(response, listMaxBytes), certifiedUntil };
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

/** Whether an answer refuses the key. Google does so with status 400. */
export const isKeyRefused = ({ status, body }: Pick<ReceivedAnswer, "status" | "body">): boolean =>
	status === 401 || status === 403 || (status === 400 && /api key not valid/i.test(body));

/** @returns what an answer means, and what to do if it has no list */
const judge = (answer: ReceivedAnswer, models: readonly string[]): Finding => {
	const { status, body } = answer;
	if (isSuccess(status)) return checkModels(body, models);
	const says = (what: string, advice: string) => `The speech service ${what} (status ${status})${advice}`;
	if (isKeyRefused(answer))
		return wrong(
			says(
				"refuses SPEECH_API_KEY",
				": check the key there, and that its own limit isn't used up; npm run setup -- voice takes another.",
			),
		);
	if (status >= 500) return wrong(says("has trouble of its own", ": ask whoever runs it."));
	if (status === 429) return note(says("has had too many requests", ": try again later."));
	if (status >= 300 && status < 400)
		return wrong(says("has moved", ": set SPEECH_BASE_URL to its new address."));
	return ok(says("answers, but lists no models", "; --speak tries whether it speaks."));
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

/** The memory that Herald and its service need without natural voices, in bytes. */
const besides = 512 * 1024 * 1024;

const languageNames = new Intl.DisplayNames("en", { type: "language" });
const enumerateLanguages = (tags: readonly string[]): string =>
	enumerate(tags.map((tag) => languageNames.of(tag) ?? tag));

const checkMemory = (memoryBytes: number): Finding =>
	memoryBytes + besides > totalmem()
		? note(
				`Natural voices may take ${megabytes(memoryBytes)}, and this machine has ${megabytes(totalmem())} in all: lower ENGINE_MEMORY_MEGABYTES.`,
			)
		: ok(`Natural voices may take up to ${megabytes(memoryBytes)} of memory.`);

const describeVoices = (names: readonly string[], tags: readonly string[]): Finding => {
	const [are, speak] = names.length === 1 ? ["voice", "speaks"] : ["voices", "speak"];
	return ok(`The ${are} ${enumerate(names)} ${speak} ${enumerateLanguages(tags)}.`);
};

/** @returns a note if no added voice speaks the language of `DEFAULT_LANGUAGE`; otherwise undefined */
const checkDefault = (tag = "", languages: readonly string[]): Finding | undefined => {
	const language = baseLanguage(tag);
	if (language === undefined || languages.includes(language)) return undefined;
	return note(
		`No natural voice speaks ${enumerateLanguages([language])}, the language of DEFAULT_LANGUAGE: npm run voices -- get ${language} shows those that can be had.`,
	);
};

/** Checks the added voices: their engine, whether their files are unchanged, and the memory that they need. */
const checkInstalled = async ({ dataDir, engine, speech }: Config): Promise<Finding[]> => {
	const { names, languages, damaged, hasEngine } = await inspectVoices(dataDir);
	const missed = checkDefault(speech.defaultLanguage, languages);
	if (names.length + damaged.length === 0)
		return found(ok("Herald speaks in robot voices. npm run voices -- get adds a natural one."), missed);
	const voices = !hasEngine
		? wrong(
				`Natural voices were added, but not the engine for them: ${engineAdvice()}, and start Herald again.`,
			)
		: names.length > 0 && describeVoices(names, languages);
	return found(
		voices,
		missed,
		...damaged.map(({ name, why }) =>
			wrong(
				`The voice ${name} is damaged (${why}): remove it and add it again, or restore it from a backup.`,
			),
		),
		checkMemory(engine.memoryBytes),
	);
};

/** Describes the engines for languages without an added voice. */
const describeOthers = async (): Promise<Finding> => {
	const espeak = await inspectEspeak();
	return ok(
		espeak
			? `Flite speaks English, and espeak-ng ${espeak.version} speaks ${espeak.languages} languages, where no voice does.`
			: "Flite speaks English where no voice does. espeak-ng, which speaks other languages, isn't installed.",
	);
};

export const checkVoices = (config: Config): Promise<Finding[]> =>
	attempt(async () =>
		config.speech.baseUrl === "" ? [...(await checkInstalled(config)), await describeOthers()] : [],
	);
