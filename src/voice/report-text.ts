import type { Logger } from "../shared/log.ts";
import type { MadeLine } from "../speech/spoken.ts";
import type { ChannelText, TextEvent } from "./channel-text.ts";

/** Tells whoever queued a text what happens to it. What fails there is logged, and keeps nothing else from being heard. */
export const reportEvent = ({ onEvent }: ChannelText, event: TextEvent, logger: Logger): void => {
	try {
		onEvent(event);
	} catch (error) {
		logger.error({ event: "text_not_told", err: error }, "could not report what happened to a text");
	}
};

/** Tells whoever queued a text what was made of it, when that is known. What fails there is logged. */
export const reportMade = (
	{ onSettled }: ChannelText,
	made: Promise<readonly MadeLine[]>,
	logger: Logger,
): void => {
	made
		.then(onSettled)
		.catch((error: unknown) =>
			logger.error({ event: "speech_not_counted", err: error }, "could not count the speech of a text"),
		);
};
