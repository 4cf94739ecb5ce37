import { inStretches } from "../../shared/in-stretches.ts";
import type { Line } from "../../speech/line.ts";
import type { Turn } from "../../speech/text/cut-at-names.ts";
import { settleLine, startPauses } from "../../speech/text/delivery-tags.ts";
import { cutIntoLines, estimateSeconds } from "../../speech/text/lines.ts";
import { findWordsAlone, isSpeakable } from "../../speech/text/speakable.ts";
import { type Languages, unlessUnread } from "./languages.ts";
import type { Choice, SayRequest, SoundChoices, SpokenTurn } from "./request.ts";

/** The most characters of a Line: about 45 s of speech, since quality drifts after a minute. */
const lineMaxCharacters = 600;
/** The most characters of a text's first Line in a voice channel. Its length determines the time to the first word. */
export const firstLineMaxCharacters = 120;

/** The pause between two speakers, in ms. */
const turnPauseMs = 400;

type OneVoice = Pick<
	SayRequest,
	"speakable" | "voice" | "language" | "style" | "speed" | "startsShort" | "asBefore" | "isFleeting"
>;

export const pauseBefore = ([first, ...rest]: readonly Line[]): readonly Line[] =>
	first ? [{ ...first, pauseMs: turnPauseMs + (first.pauseMs ?? 0) }, ...rest] : [];

/** Writes a text as Lines. @param locale - decides where sentences end if the text has no language (BCP 47) */
export const writeLines = (
	request: OneVoice & Pick<SayRequest, "turns">,
	locale: string,
	pauses = startPauses(),
): readonly Line[] => {
	const { turns, startsShort, asBefore, isFleeting } = request;
	if (!turns) return writeVoice(request, locale, pauses);
	return turns.flatMap((turn, at) => {
		const inherited = {
			...(startsShort && at === 0 && { startsShort }),
			...(asBefore && { asBefore }),
			...(isFleeting && { isFleeting }),
		};
		const lines = writeVoice({ ...turn, ...inherited }, locale, pauses);
		return at === 0 ? lines : pauseBefore(lines);
	});
};

const writeVoice = (request: OneVoice, locale: string, pauses: ReturnType<typeof startPauses>) => {
	const { speakable, voice, language, style, speed = 1, startsShort, asBefore, isFleeting } = request;
	const cut = {
		lineMax: lineMaxCharacters,
		locale: language ?? locale,
		...(startsShort && { firstMax: firstLineMaxCharacters }),
	};
	return cutIntoLines(speakable, cut).map((text) => {
		const sound = {
			voice,
			...(language !== undefined && { language }),
			...(speed !== 1 && { tempo: speed }),
			...(isFleeting && { unkept: true as const }),
		};
		const line = settleLine({ text, ...sound, ...(style !== undefined && { style }) }, pauses);
		return asBefore && line.style !== undefined ? { ...line, plainWillDo: true } : line;
	});
};

export const atVolume = (lines: readonly Line[], gainDb: number): readonly Line[] =>
	gainDb === 0 ? lines : lines.map((line) => ({ ...line, gainDb }));

/**
 * @returns how much speech the words of Lines make at the voices' own pace, in ms. This is what counts towards limits
 */
export const estimateMs = (lines: readonly Line[]): number =>
	lines.reduce((sum, { text }) => sum + estimateSeconds(text) * 1_000, 0);

/** @returns how long Lines play, in ms, estimated from their words, pauses and pace */
export const estimateHeardMs = (lines: readonly Line[]): number =>
	lines.reduce(
		(sum, { text, tempo = 1, pauseMs = 0 }) => sum + pauseMs + (estimateSeconds(text) * 1_000) / tempo,
		0,
	);

export interface TurnServices {
	/** Chooses the language of a text, see `Languages.choose`. */
	readonly chooseLanguage: (text: string, set: readonly Choice<string>[]) => ReturnType<Languages["choose"]>;
	/** @returns how the speaker with a name sounds; without a name, how the member who asked sounds */
	readonly resolve: (
		name: string | undefined,
	) => Pick<SoundChoices, "voice" | "speaker" | "style" | "speed" | "languages">;
	/** Makes words speakable in a language; undefined leaves it to the service. */
	readonly read: (text: string, language: string | undefined) => Promise<string> | string;
}

/**
 * Inserts the whole text's language after the command's option and before all other languages, because single turns are
 * too short for detection.
 */
const withWhole = (set: readonly Choice<string>[], whole: string | undefined): readonly Choice<string>[] =>
	whole !== undefined
		? [
				...set.filter(({ from }) => from === "option"),
				{ value: whole, from: "default" },
				...set.filter(({ from }) => from !== "option"),
			]
		: set;

/**
 * Decides how a turn is spoken: in its speaker's voice, and in the language of the whole text, unless the turn is
 * clearly in another language or its speaker is a preset with a language.
 *
 * @param whole - the language of the whole text; undefined leaves it to the service
 * @returns the turn, or undefined if nothing of it is heard; and whether it has words that no voice here can read
 */
export const writeTurn = async (
	{ name, text }: Turn,
	whole: string | undefined,
	{ chooseLanguage, resolve, read }: TurnServices,
) => {
	const { voice, speaker, style, speed, languages: set } = resolve(name);
	const found = await unlessUnread(chooseLanguage(findWordsAlone(text), withWhole(set, whole)));
	const language = found?.done?.language;
	const speakable = found ? await read(text, language) : "";
	const turn: SpokenTurn = {
		speaker: name ?? speaker,
		speakable,
		voice: voice.value,
		...(language !== undefined && { language }),
		style: style?.value,
		speed: speed.value,
	};
	return {
		turn: isSpeakable(speakable) ? turn : undefined,
		leavesOut: found?.done?.leavesOut ?? found === undefined,
	};
};

/**
 * Decides how each turn of a text is spoken, see {@link writeTurn}. Doesn't block the event loop, although there may be
 * a thousand turns.
 *
 * @returns the turns that are heard, and whether there are words that no voice here can read
 * @throws {@link Problem} `unread_script` if no voice here can read any of the text
 */
export const writeTurns = async (turns: readonly Turn[], services: TurnServices) => {
	const text = findWordsAlone(turns.map((turn) => turn.text).join("\n"));
	const whole = await services.chooseLanguage(text, services.resolve(undefined).languages);
	const write = (turn: Turn) => writeTurn(turn, whole?.language, services);
	const written = await Array.fromAsync(inStretches(turns), write);
	return {
		turns: written.flatMap(({ turn }) => turn ?? []),
		leavesOut: written.some(({ leavesOut }) => leavesOut),
	};
};
