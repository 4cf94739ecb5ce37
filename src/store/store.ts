import type { Patience } from "@herald/common/retry.ts";
import { accountLinksIn } from "./account-links.ts";
import { creditAccountsIn } from "./credit-accounts.ts";
import type { DictionaryEntry, OwnsPlace, StoreDatabase } from "./database.ts";
import { departuresIn } from "./departures.ts";
import { identifySlotsIn } from "./identify-slots.ts";
import { keptValuesIn } from "./kept-values.ts";
import { presetsIn } from "./presets.ts";
import { readingIn, readingNotesIn } from "./reading.ts";
import { redemptionsIn } from "./redemptions.ts";
import { type BadSetting, settingsIn } from "./settings.ts";
import { shardLeasesIn } from "./shard-leases.ts";
import { speechDaysIn } from "./speech-days.ts";
import { speechMonthsIn } from "./speech-months.ts";
import { forgetMember } from "./tables/forget-member.ts";
import { guildListIn, guildWordsIn } from "./tables/guild-list.ts";
import { eraseOver } from "./tables/recent-rows.ts";
import { showMember } from "./tables/show-member.ts";
import { userTextsIn } from "./user-texts.ts";
import { voiceLibraryIn } from "./voice-library.ts";
import { voicePlacesIn } from "./voice-places.ts";

/** How a store depends on its process. */
export interface StoreOptions {
	/** In ms since the epoch. */
	readonly now?: (() => number) | undefined;
	/** All guilds are this process's by default. */
	readonly owns?: OwnsPlace | undefined;
	/** Called each time a stored setting can't be read. */
	readonly onBadSetting?: ((bad: BadSetting) => void) | undefined;
	/** Told each time the database can't be used at the moment, with its code or the system's. */
	readonly onUnwritable?: ((code: string) => void) | undefined;
	/** For a server: without it, one that is away is an error at once. */
	readonly patience?: Patience | undefined;
	/** Whether another process has looked for damage before. */
	readonly isChecked?: boolean;
}

/**
 * Everything Herald stores, in whichever database. Every call is one transaction, so whatever must be atomic is one
 * call. Writes reject with a Problem `not_stored` if the database can't be written at the moment; nothing was changed
 * then. One that is lost while it commits rejects with `maybe_stored`, unless the database says what came of it.
 */
export type Store = ReturnType<typeof makeStore>;

/** @returns the store in a database of the newest version */
export const makeStore = (
	database: StoreDatabase,
	{ now = Date.now, owns = () => true, onBadSetting = () => {} }: StoreOptions,
) => ({
	settings: settingsIn(database, onBadSetting),
	presets: presetsIn(database),
	words: guildWordsIn(database),
	/** How guilds have words said, ordered by word. */
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
	/** Erases what members did lately, where it is over. */
	eraseOver: () => eraseOver(database),
	/** Forgets a member of a guild, completely or not at all, save that they aren't to be read. */
	forgetMember: (who: Parameters<typeof forgetMember>[1]) => forgetMember(database, who),
	/** @returns what is stored about a member, everywhere */
	showMember: (userId: string) => showMember(database, userId),
	/**
	 * @returns the bot's own secret, which keeps members and codes unreadable in the journal: the same one for all who
	 * work with this database
	 * @throws StoreError when it can't be read or made, or isn't the one of the data folder
	 */
	openSecret: () => database.openSecret(),
	/** Writes, and changes nothing. @throws a Problem `not_stored` if the database can't be written at the moment */
	checkWritable: () => database.checkWritable(),
	close: () => database.close(),
});
