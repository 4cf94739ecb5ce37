import type { Database } from "better-sqlite3";
import { openDatabase } from "../open.ts";
import type { Store } from "../store.ts";
import { SqliteAnswersUnderWay } from "./answers-under-way.ts";
import { SqliteButtonMemory } from "./button-memory.ts";
import { SqliteDepartures } from "./departures.ts";
import { dictionaryIn } from "./dictionary.ts";
import { forgetMember } from "./forget-member.ts";
import { SqliteGuildVoice } from "./guild-voice.ts";
import { guildWordsIn } from "./guild-words.ts";
import { SqlitePreferences } from "./preferences.ts";
import { SqliteReading } from "./reading.ts";
import { SqliteRedemptions } from "./redemptions.ts";
import { SqliteSpeechDays } from "./speech-days.ts";
import { SqliteSpeechMonths } from "./speech-months.ts";
import { SqliteVoicePlaces } from "./voice-places.ts";
import { listenToWrites, write } from "./write.ts";

/**
 * The store in an open database of the newest version. SQLite is synchronous: a call's work is done when it returns.
 *
 * @param now - in ms since the epoch
 */
export const makeSqliteStore = (database: Database, now: () => number): Store => ({
	preferences: new SqlitePreferences(database),
	words: guildWordsIn(database),
	dictionary: dictionaryIn(database),
	reading: new SqliteReading(database),
	guildVoice: new SqliteGuildVoice(database),
	speechDays: new SqliteSpeechDays(database),
	speechMonths: new SqliteSpeechMonths(database, now),
	redemptions: new SqliteRedemptions(database),
	departures: new SqliteDepartures(database),
	buttonMemory: new SqliteButtonMemory(database),
	answersUnderWay: new SqliteAnswersUnderWay(database),
	voicePlaces: new SqliteVoicePlaces(database),
	forgetMember: async (who) => forgetMember(database, who),
	checkWritable: async () => {
		// Writes the page that it is on, even where it stays the same.
		write(database, () =>
			database.pragma(`user_version = ${database.pragma("user_version", { simple: true })}`),
		);
	},
	close: async () => {
		database.close();
	},
});

/**
 * Opens the store in a SQLite file, which is created if missing.
 *
 * @param onUnwritable - told each time it can't be written at the moment, with SQLite's code
 * @throws StoreError when the file can't be used
 */
export const openSqliteStore = (
	file: string,
	now: () => number = Date.now,
	onUnwritable: (code: string) => void = () => {},
): Store => {
	const database = openDatabase(file, new URL("../../../migrations/bot", import.meta.url));
	listenToWrites(database, onUnwritable);
	return makeSqliteStore(database, now);
};
