import { defer } from "@herald/common/defer.ts";
import type { Logger } from "@herald/common/log.ts";
import { acceptHeaders, errorCodeOf, isSuccess, readJson, receiveAnswer } from "@herald/common/wire/http.ts";
import { type Voice, voicesOnPageMax } from "@herald/common/wire/voices.ts";
import { Agent, request } from "undici";
import { z } from "zod";
import type { Store } from "../store/store.ts";
import { authorize, type SpeechAccount } from "./ask/client.ts";

/**
 * The most pages that are read: enough for 5,000 voices, as many as SPEECH_VOICES may list. Google has about 2,000, of
 * 500 bytes each.
 */
const pagesMax = 5;
const pageMaxBytes = 2 * 1024 * 1024;
const pagePatienceMs = 10_000;
/**
 * How long ago, at least, the last request of any process must be for Herald to request the list at the start, in ms.
 */
const startMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** How often Herald checks whether another process has stored a new list, or the list is a day old, in ms. */
const lookEveryMs = 10 * 60_000;

const nameMax = 100;
/** The most characters of a voice's persona, and of its accent, that are shown. */
const shownMax = 40;

const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Turns camel case into snake case, in which Google writes the fields of voices. */
const inSnakeCase = (given: unknown): unknown =>
	given !== null && typeof given === "object"
		? Object.fromEntries(Object.entries(given).map(([key, value]) => [snake(key), value]))
		: given;

const words = z.string().trim().max(1_000).catch("").default("");
/** Only `id` is required. A voice with an invalid `id` or `type` is left out; other invalid fields count as missing. */
const listedVoice = z.preprocess(
	inSnakeCase,
	z.object({
		/** The voice's name. Herald couldn't show other characters as they are. */
		id: z
			.string()
			.max(nameMax)
			.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u),
		type: z.literal("prebuilt").optional(),
		display_name: words,
		language_code: z
			.string()
			.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)
			.optional()
			.catch(undefined),
		accent: words,
		persona: words,
		gender: words,
		description: words,
	}),
);
const page = z.preprocess(
	inSnakeCase,
	z.object({ voices: z.array(z.unknown()), next_page_token: z.string().max(4_096).default("") }),
);

const keptVoice = z.object({
	name: z.string(),
	sex: z.enum(["female", "male"]).optional(),
	description: z.string().optional(),
	language: z.string().optional(),
	keywords: z.string().optional(),
});

const cutShown = (text: string): string =>
	text.length <= shownMax
		? text
		: text
				.slice(0, shownMax - 1)
				.replace(/[\s\p{Surrogate}]+$/u, "")
				.concat("…");

/** @returns a voice that members can find; none if its name is unusable, or if only the account's owner may use it */
const readVoice = (listed: unknown): readonly Voice[] => {
	const read = listedVoice.safeParse(listed);
	if (!read.success) return [];
	const { id, display_name, language_code: language, accent, persona, gender, description } = read.data;
	const sex = (["female", "male"] as const).find((each) => each === gender.toLowerCase());
	const said = [persona, accent].filter(Boolean).map(cutShown).join(", ");
	return [
		{
			name: id,
			...(sex && { sex }),
			...(said && { description: said }),
			...(language !== undefined && { language }),
			keywords: [display_name, persona, accent, description].join(" "),
		},
	];
};

interface VoiceLibraryOptions {
	readonly account: SpeechAccount;
	readonly store: Pick<Store, "voiceLibrary">;
	readonly logger: Logger;
	/** Prepares voices for the search before they appear in it. */
	readonly prepare: (voices: readonly Voice[]) => Promise<void>;
}

/**
 * The voices that a service lists (docs/interface.md 13). Of all processes that share a database, one process asks for
 * the list at the start and daily, and stores it. Members never wait for the list. If no list comes, the earlier one
 * stays in use.
 */
export const voiceLibraryOf = ({ account, store, logger, prepare }: VoiceLibraryOptions) => {
	const stopping = new AbortController();
	let known: readonly Voice[] = [];
	let listedAt = 0;

	/** The voices of the last list. Each list is a new array. */
	const voices = (): readonly Voice[] => known;

	/** Loads the stored list, and asks for new ones from now on. @returns a function that stops asking */
	const begin = async (): Promise<() => Promise<void>> => {
		await insist(() => take());
		let work = renew(startMs);
		const timer = setInterval(() => {
			work = work.then(() => renew(dayMs));
		}, lookEveryMs).unref();
		return () => {
			clearInterval(timer);
			stopping.abort();
			return work;
		};
	};

	const renew = (everyMs: number) =>
		insist(async () => {
			if (await store.voiceLibrary.claim(account.baseUrl, everyMs)) {
				const voices = await ask();
				if (voices.length > 0) {
					logger.info(
						{ event: "voices_listed", voices: voices.length },
						"the speech service lists its voices",
					);
					await store.voiceLibrary.keep(account.baseUrl, JSON.stringify(voices));
				}
			}
			await take();
		});

	const take = async (): Promise<void> => {
		const kept = await store.voiceLibrary.read(account.baseUrl, listedAt);
		if (!kept) return;
		const voices = z.array(keptVoice).catch([]).parse(readJson(kept.voices)) as Voice[];
		await prepare(voices);
		known = voices;
		listedAt = kept.listedAt;
	};

	/**
	 * @returns the voices of the first `pagesMax` pages
	 * @throws if a page can't be fetched or read, for example because the service has no list
	 */
	const ask = async (): Promise<readonly Voice[]> => {
		const voices: Voice[] = [];
		const agent = new Agent();
		await using _closing = defer(() => agent.destroy());
		let token = "";
		for (let at = 0; at < pagesMax; at += 1) {
			const { voices: listed, next_page_token: next } = page.parse(await askPage(token, agent));
			voices.push(...listed.slice(0, voicesOnPageMax).flatMap(readVoice));
			if (next === "" || next === token) break;
			token = next;
		}
		return voices;
	};

	const askPage = async (token: string, dispatcher: Agent): Promise<unknown> => {
		const query = new URLSearchParams({
			page_size: String(voicesOnPageMax),
			...(token && { page_token: token }),
		});
		const response = await request(`${account.baseUrl}/v1beta/voices?${query}`, {
			headers: { ...authorize(account), ...acceptHeaders },
			signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(pagePatienceMs)]),
			dispatcher,
		});
		const { status, body } = await receiveAnswer(response, pageMaxBytes);
		if (!isSuccess(status)) throw new NoList(`it answered ${status}`);
		return readJson(body);
	};

	/** Runs work that nothing depends on, and logs its failures. */
	const insist = async (work: () => Promise<void>): Promise<void> => {
		try {
			await work();
		} catch (error) {
			if (stopping.signal.aborted) return;
			logger.info(
				{ event: "voices_not_listed", why: describeFailure(error) },
				"the speech service doesn't list its voices",
			);
		}
	};
	return { voices, begin };
};

/** Thrown if the service refuses a request for its list of voices, probably because it has none. */
class NoList extends Error {}

const describeFailure = (error: unknown): string => {
	if (error instanceof NoList) return error.message;
	if (error instanceof z.ZodError) return "it answered something else";
	return errorCodeOf(error);
};
