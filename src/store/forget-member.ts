import type { Database } from "better-sqlite3";
import type { Preferences } from "./preferences.ts";
import type { Redemptions } from "./redemptions.ts";
import type { SpeechDays } from "./speech-days.ts";
import { write } from "./write.ts";

/** The tables that know members. */
export interface MemberTables {
	readonly preferences: Preferences;
	readonly redemptions: Redemptions;
	readonly speechDays: SpeechDays;
}

/** What there was to forget. */
export interface Forgotten {
	readonly preferences: boolean;
	readonly redemptions: boolean;
	/** Days of speech. */
	readonly days: number;
}

/**
 * Forgets a member of a guild, in every table or in none. `today` (days since the epoch, UTC) still counts.
 *
 * @throws Problem `not_stored` when the file can't be written at the moment
 */
export const forgetMember = (
	database: Database,
	{ preferences, redemptions, speechDays }: MemberTables,
	{ guildId, userId, today }: { readonly guildId: string; readonly userId: string; readonly today: number },
): Forgotten =>
	write(database, () => ({
		preferences: preferences.forgetMember(guildId, userId),
		redemptions: redemptions.forgetMember(guildId, userId),
		days: speechDays.forgetMember(guildId, userId, today),
	}));
