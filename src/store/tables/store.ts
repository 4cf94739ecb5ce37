import { accountLinksIn } from "../account-links.ts";
import { booksIn } from "../books.ts";
import { buttonMemoryIn } from "../button-memory.ts";
import { creditAccountsIn } from "../credit-accounts.ts";
import type { OwnsGuild, StoreDatabase } from "../database.ts";
import { departuresIn } from "../departures.ts";
import { dictionaryIn } from "../dictionary.ts";
import { guildWordsIn } from "../guild-words.ts";
import { identifySlotsIn } from "../identify-slots.ts";
import { pendingAnswersIn } from "../pending-answers.ts";
import { presetsIn } from "../presets.ts";
import { readingNotesIn } from "../reading-notes.ts";
import { type BadSetting, settingsIn } from "../settings.ts";
import { shardLeasesIn } from "../shard-leases.ts";
import { speechDaysIn } from "../speech-days.ts";
import { speechMonthsIn } from "../speech-months.ts";
import type { Store } from "../store.ts";
import { voicePlacesIn } from "../voice-places.ts";
import { forgetMember } from "./forget-member.ts";
import { readingIn } from "./reading.ts";
import { redemptionsIn } from "./redemptions.ts";

/** How a store depends on its process. */
export interface StoreOptions {
	/** In ms since the epoch. */
	readonly now?: (() => number) | undefined;
	/** All guilds are this process's by default. */
	readonly owns?: OwnsGuild | undefined;
	/** Called each time a stored setting can't be read. */
	readonly onBadSetting?: ((bad: BadSetting) => void) | undefined;
}

/** @returns the store in a database of the newest version */
export const makeStore = (
	database: StoreDatabase,
	{ now = Date.now, owns = () => true, onBadSetting = () => {} }: StoreOptions,
): Store => ({
	settings: settingsIn(database, onBadSetting),
	presets: presetsIn(database),
	words: guildWordsIn(database),
	dictionary: dictionaryIn(database),
	reading: readingIn(database, onBadSetting),
	readingNotes: readingNotesIn(database),
	speechDays: speechDaysIn(database),
	speechMonths: speechMonthsIn(database, now),
	creditAccounts: creditAccountsIn(database),
	accountLinks: accountLinksIn(database),
	redemptions: redemptionsIn(database, owns),
	departures: departuresIn(database, owns),
	buttonMemory: buttonMemoryIn(database, owns),
	pendingAnswers: pendingAnswersIn(database, owns),
	books: booksIn(database, owns),
	voicePlaces: voicePlacesIn(database, owns),
	identifySlots: identifySlotsIn(database),
	shardLeases: shardLeasesIn(database),
	forgetMember: (who) => forgetMember(database, who),
	openSecret: () => database.openSecret(),
	checkWritable: () => database.checkWritable(),
	close: () => database.close(),
});
