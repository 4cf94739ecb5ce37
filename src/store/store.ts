import type { Patience } from "@herald/common/retry.ts";
import { accountLinksIn } from "./account-links.ts";
import { creditAccountsIn } from "./credit-accounts.ts";
import type { DictionaryEntry, OwnsPlace, StoreDatabase } from "./database.ts";
import { departuresIn } from "./departures.ts";
import { keptValuesIn } from "./kept-values.ts";
import { readingIn, readingNotesIn } from "./reading.ts";
import { redemptionsIn } from "./redemptions.ts";
import { type BadSetting, presetsIn, settingsIn } from "./settings.ts";
import { identifySlotsIn, shardLeasesIn } from "./shard-leases.ts";
import { speechDaysIn, speechMonthsIn } from "./speech-days.ts";
import { forgetMember, showMember } from "./tables/member.ts";
import { eraseOver, guildListIn, guildWordsIn, userTextsIn } from "./tables/rows.ts";
import { voiceLibraryIn } from "./voice-library.ts";
import { voicePlacesIn } from "./voice-places.ts";

export interface StoreOptions {
	/** The current time, in ms since the epoch. */
	readonly now?: (() => number) | undefined;
	/** Which places belong to this process; by default, all do. */
	readonly owns?: OwnsPlace | undefined;
	/** Called each time a stored setting can't be read. */
	readonly onBadSetting?: ((bad: BadSetting) => void) | undefined;
	/** Called with the database's or the system's code each time the database can't be used. */
	readonly onUnwritable?: ((code: string) => void) | undefined;
	/** How to wait for a database server that can't be reached. Without `patience`, opening the store fails at once. */
	readonly patience?: Patience | undefined;
	/** The factor by which the time limits of calls that a member waits for are multiplied. 1 by default. */
	readonly slack?: number;
	/** Whether another process has already checked the database for damage. */
	readonly isChecked?: boolean;
}

/**
 * Everything that Herald stores, in SQLite or PostgreSQL. The changes of a call are one transaction, so changes that
 * must be atomic are one call.
 *
 * @remarks Writes reject with a Problem `not_stored` if the database can't be written at the moment; then nothing is
 * changed. They reject with `maybe_stored` if the database was lost during the commit and the outcome is unknown.
 */
export type Store = ReturnType<typeof makeStore>;

/** @returns the store in a database with the newest schema */
export const makeStore = (
	database: StoreDatabase,
	{ now = Date.now, owns = () => true, onBadSetting = () => {} }: StoreOptions,
) => ({
	settings: settingsIn(database, onBadSetting),
	presets: presetsIn(database),
	words: guildWordsIn(database),
	/** The pronunciations of guilds, ordered by word. */
	dictionary: guildListIn<DictionaryEntry>(database, "dictionary", ["word", "say"]),
	reading: readingIn(database, onBadSetting),
	readingNotes: readingNotesIn(database),
	speechDays: speechDaysIn(database),
	speechMonths: speechMonthsIn(database, now),
	creditAccounts: creditAccountsIn(database),
	accountLinks: accountLinksIn(database),
	userTexts: userTextsIn(database),
	redemptions: redemptionsIn(database, owns),
	departures: departuresIn(database, owns),
	kept: keptValuesIn(database, owns),
	voicePlaces: voicePlacesIn(database, owns),
	voiceLibrary: voiceLibraryIn(database),
	identifySlots: identifySlotsIn(database),
	shardLeases: shardLeasesIn(database),
	/** Erases members' actions that are too old to count for any limit. */
	eraseOver: () => eraseOver(database),
	/**
	 * Forgets a member: in a guild, or everywhere if `place` is outside of guilds. Erases all or nothing; without
	 * `withOptOut`, all but an opt-out from being read.
	 */
	forgetMember: (who: Parameters<typeof forgetMember>[1]) => forgetMember(database, who),
	showMember: (userId: string) => showMember(database, userId),
	/**
	 * @returns the bot's own secret, with which the redemptions' hashes are made. All users of this database share it
	 * @throws StoreError if it can't be read or created, or differs from the one in the data folder
	 */
	openSecret: () => database.openSecret(),
	/**
	 * Tries to write without changing anything.
	 *
	 * @throws a Problem `not_stored` if the database can't be written at the moment
	 */
	checkWritable: () => database.checkWritable(),
	close: () => database.close(),
});
