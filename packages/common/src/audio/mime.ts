import { AudioError, isSampleRate, mixToMono, type Pcm } from "./pcm.ts";
import { isWav, type PcmFormat, readWav } from "./wav.ts";

const defaultRate = 24_000;
const rawType = /^\s*audio\/(x-)?(l16|pcm|raw|s16le)\s*(;|$)|;\s*codecs?\s*=\s*"?pcm/i;
/** Types whose bytes aren't bare samples, whatever rate they state. */
const encodedType = /wav|wave|mpeg|mp3|mp4|m4a|aac|ogg|opus|flac|webm|amr|basic|alaw|mulaw/i;

/**
 * The sound of an answer's audio part (docs/interface.md 2.2 shows neither its type nor its format): a WAV file whatever its
 * type says, else raw signed 16-bit little-endian PCM at the type's `rate` (24,000 Hz without one), one channel unless
 * `channels=2`.
 *
 * @throws AudioError for a broken WAV file and for any other type
 */
export const readPcm = (bytes: Uint8Array, mimeType: string): Pcm => {
	if (isWav(bytes)) return readWav(bytes);
	const { channels, sampleRate } = readPcmFormat(mimeType);
	return { samples: mixToMono(bytes, channels), sampleRate };
};

/** How the bytes of a type are to be read where they are no WAV file. @throws AudioError where they are no raw PCM */
export const readPcmFormat = (mimeType: string): PcmFormat => {
	const rate = readNumber(mimeType, /\brate\s*=\s*"?(\d+)/i);
	const isRaw = rawType.test(mimeType) || (rate !== undefined && !encodedType.test(mimeType));
	if (!isRaw)
		throw new AudioError(`Neither a WAV file, Ogg Opus nor raw PCM: ${mimeType.slice(0, 80) || "no type"}`);

	const sampleRate = rate ?? defaultRate;
	if (!isSampleRate(sampleRate)) throw new AudioError(`Raw PCM of ${sampleRate} samples a second`);
	const channels = readNumber(mimeType, /\bchannels\s*=\s*"?(\d+)/i) ?? 1;
	if (channels !== 1 && channels !== 2) throw new AudioError(`Raw PCM of ${channels} channels, not 1 or 2`);
	return { channels, sampleRate };
};

const readNumber = (text: string, pattern: RegExp): number | undefined => {
	const digits = pattern.exec(text)?.[1];
	return digits === undefined ? undefined : Number(digits);
};
