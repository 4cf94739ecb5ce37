import type { Logger } from "../log.ts";
import type { VoicePlace, VoicePlaces } from "../store/voice-places.ts";

/** After a restart within this time, Herald rejoins its channels. */
const restoreMaxAgeMs = 5 * 60_000;

/** Places matter less than starting or stopping: errors are logged and ignored. */
const orLog = async <T>(otherwise: T, logger: Logger, work: () => Promise<T>): Promise<T> => {
	try {
		return await work();
	} catch (error) {
		logger.warn({ err: error }, "could not read or save which voice channels Herald was in");
		return otherwise;
	}
};

/** Writes down where Herald is. @param now - in ms since the epoch */
export const recordPlaces = (
	places: VoicePlaces,
	here: readonly VoicePlace[],
	now: number,
	logger: Logger,
): Promise<void> => orLog(undefined, logger, () => places.record(here, now));

/** @returns where Herald was when it was recently stopped; each place is returned only once */
export const takePlaces = (
	places: VoicePlaces,
	now: number,
	logger: Logger,
): Promise<readonly VoicePlace[]> =>
	orLog<readonly VoicePlace[]>([], logger, () => places.take(now - restoreMaxAgeMs));
