import type { SpeakableContext } from "../../src/speech/text/speakable.ts";

/** The names for texts that mention nobody. */
export const noNames = { users: new Map(), channels: new Map(), roles: new Map(), locale: "en-US" };

/** The names for texts that mention users with the ids 1 to 3, the channel 10 and the role 20. */
export const someNames: SpeakableContext = {
	users: new Map([
		["1", "Ann"],
		["2", "**Bob**\n\u202E||x||"],
		["3", "\u200B!!!"],
	]),
	channels: new Map([["10", "general-chat"]]),
	roles: new Map([["20", "Moderators"]]),
	locale: "en-US",
	timeZone: "Europe/Berlin",
};
