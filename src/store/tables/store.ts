import type { StoreDatabase } from "../database.ts";
import type { Store } from "../store.ts";
import { answersUnderWayIn } from "./answers-under-way.ts";
import { buttonMemoryIn } from "./button-memory.ts";
import { departuresIn } from "./departures.ts";
import { dictionaryIn } from "./dictionary.ts";
import { forgetMember } from "./forget-member.ts";
import { guildVoiceIn } from "./guild-voice.ts";
import { guildWordsIn } from "./guild-words.ts";
import { preferencesIn } from "./preferences.ts";
import { readingIn } from "./reading.ts";
import { redemptionsIn } from "./redemptions.ts";
import { speechDaysIn } from "./speech-days.ts";
import { speechMonthsIn } from "./speech-months.ts";
import { voicePlacesIn } from "./voice-places.ts";

/**
 * @param now - in ms since the epoch
 * @returns the store in a database of the newest version
 */
export const makeStore = (database: StoreDatabase, now: () => number): Store => ({
	preferences: preferencesIn(database),
	words: guildWordsIn(database),
	dictionary: dictionaryIn(database),
	reading: readingIn(database),
	guildVoice: guildVoiceIn(database),
	speechDays: speechDaysIn(database),
	speechMonths: speechMonthsIn(database, now),
	redemptions: redemptionsIn(database),
	departures: departuresIn(database),
	buttonMemory: buttonMemoryIn(database),
	answersUnderWay: answersUnderWayIn(database),
	voicePlaces: voicePlacesIn(database),
	forgetMember: (who) => forgetMember(database, who),
	checkWritable: () => database.checkWritable(),
	close: () => database.close(),
});
