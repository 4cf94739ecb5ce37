import type { Line } from "../../speech/line.ts";
import { settleLine, startPauses } from "../../speech/text/delivery-tags.ts";
import { cutIntoLines, estimateSeconds } from "../../speech/text/lines.ts";
import type { SayRequest } from "./request.ts";

/** The most characters of a Line: about 45 s of speech, and quality drifts after a minute. */
const lineMaxCharacters = 600;
/** In a voice channel, the first Line determines the time to the first word. */
export const firstLineMaxCharacters = 120;

/** Between two who speak, in ms. */
const turnPauseMs = 400;

/** The part of a request that is spoken in one voice. */
type OneVoice = Pick<
	SayRequest,
	"speakable" | "voice" | "language" | "style" | "speed" | "startsShort" | "asBefore" | "isFleeting"
>;

/** @returns what one speaker says after another */
export const pauseBefore = ([first, ...rest]: readonly Line[]): readonly Line[] =>
	first ? [{ ...first, pauseMs: turnPauseMs + (first.pauseMs ?? 0) }, ...rest] : [];

/** @returns the Lines of a text; @param locale - BCP 47, whose sentences are looked for where the text has no language */
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

const writeVoice = (
	request: OneVoice,
	locale: string,
	pauses: ReturnType<typeof startPauses>,
): readonly Line[] => {
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

/** @returns Lines as a voice channel hears them, so many dB louder */
export const atVolume = (lines: readonly Line[], gainDb: number): readonly Line[] =>
	gainDb === 0 ? lines : lines.map((line) => ({ ...line, gainDb }));

/** @returns how much speech is made for Lines, in ms, by the words in them: what counts, at whatever pace it is heard */
export const estimateMs = (lines: readonly Line[]): number =>
	lines.reduce((sum, { text }) => sum + estimateSeconds(text) * 1_000, 0);

/** @returns how long Lines are heard, in ms, by the words in them */
export const estimateHeardMs = (lines: readonly Line[]): number =>
	lines.reduce(
		(sum, { text, tempo = 1, pauseMs = 0 }) => sum + pauseMs + (estimateSeconds(text) * 1_000) / tempo,
		0,
	);
