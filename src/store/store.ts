import type { AccountLinks } from "./account-links.ts";
import type { KeptBooks } from "./books.ts";
import type { ButtonMemory } from "./button-memory.ts";
import type { CreditAccounts } from "./credit-accounts.ts";
import type { Departures } from "./departures.ts";
import type { Dictionary } from "./dictionary.ts";
import type { GuildWords } from "./guild-words.ts";
import type { IdentifySlots } from "./identify-slots.ts";
import type { PendingAnswers } from "./pending-answers.ts";
import type { Presets } from "./presets.ts";
import type { ReadingNotes } from "./reading-notes.ts";
import type { Reading } from "./reading-settings.ts";
import type { Redemptions } from "./redemptions.ts";
import type { KeptSettings } from "./settings.ts";
import type { ShardLeases } from "./shard-leases.ts";
import type { SpeechDays } from "./speech-days.ts";
import type { SpeechMonths } from "./speech-months.ts";
import type { VoicePlaces } from "./voice-places.ts";

/** The member of a guild to forget; `today` (days since the epoch, UTC) is kept. */
export interface Forgettable {
	readonly guildId: string;
	readonly userId: string;
	readonly today: number;
}

/** What was forgotten. */
export interface Forgotten {
	readonly settings: boolean;
	readonly presets: number;
	/** Whether it was they who had connected the guild's account, which stays. */
	readonly connected: boolean;
	readonly redemptions: boolean;
	/** Days of speech. */
	readonly days: number;
	/** Whether the member isn't to be read: the only thing that is kept, or erasing would undo it. */
	readonly staysUnread: boolean;
}

/**
 * Everything Herald stores, in whichever database. Every call is one transaction, so whatever must be atomic is one
 * call. Writes reject with a Problem `not_stored` if the database can't be written at the moment; nothing was changed
 * then. One that is lost while it commits rejects with `maybe_stored`, unless the database says what came of it.
 */
export interface Store {
	readonly settings: KeptSettings;
	readonly presets: Presets;
	readonly words: GuildWords;
	readonly dictionary: Dictionary;
	readonly reading: Reading;
	readonly readingNotes: ReadingNotes;
	readonly speechDays: SpeechDays;
	readonly speechMonths: SpeechMonths;
	readonly creditAccounts: CreditAccounts;
	readonly accountLinks: AccountLinks;
	readonly redemptions: Redemptions;
	readonly departures: Departures;
	readonly voicePlaces: VoicePlaces;
	readonly buttonMemory: ButtonMemory;
	readonly pendingAnswers: PendingAnswers;
	readonly identifySlots: IdentifySlots;
	readonly shardLeases: ShardLeases;
	readonly books: KeptBooks;
	/**
	 * @returns the bot's own secret, which keeps members and codes unreadable in the journal: the same one for all who
	 * work with this database
	 * @throws StoreError when it can't be read or made, or isn't the one of the data folder
	 */
	openSecret(): Promise<Buffer>;
	/** Forgets a member of a guild, completely or not at all, save that they aren't to be read. */
	forgetMember(who: Forgettable): Promise<Forgotten>;
	/** Writes, and changes nothing. @throws a Problem `not_stored` if the database can't be written at the moment */
	checkWritable(): Promise<void>;
	close(): Promise<void>;
}
