import type { GuildWords } from "./guild-words.ts";
import type { Preferences } from "./preferences.ts";
import type { Redemptions } from "./redemptions.ts";
import type { SpeechDays } from "./speech-days.ts";
import type { SpeechMonths } from "./speech-months.ts";
import type { VoicePlaces } from "./voice-places.ts";
import type { GuildVoice } from "./voice-settings.ts";

/** Which member of a guild is forgotten; `today` (days since the epoch, UTC) still counts. */
export interface Forgettable {
	readonly guildId: string;
	readonly userId: string;
	readonly today: number;
}

/** What there was to forget. */
export interface Forgotten {
	readonly preferences: boolean;
	readonly redemptions: boolean;
	/** Days of speech. */
	readonly days: number;
}

/**
 * What Herald keeps, in whichever database. Every call is one transaction: whatever must not be divided is one call,
 * because between two of them anything may happen. What writes rejects with a Problem `not_stored` when the database
 * can't be written at the moment; nothing was changed then.
 */
export interface Store {
	readonly preferences: Preferences;
	readonly words: GuildWords;
	readonly guildVoice: GuildVoice;
	readonly speechDays: SpeechDays;
	readonly speechMonths: SpeechMonths;
	readonly redemptions: Redemptions;
	readonly voicePlaces: VoicePlaces;
	/** Forgets a member of a guild, everywhere or nowhere. */
	forgetMember(who: Forgettable): Promise<Forgotten>;
	close(): Promise<void>;
}
