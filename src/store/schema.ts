import type { Generated } from "kysely";
import type { ButtonRow } from "./button-memory.ts";
import type { JournalOutcome } from "./redemptions.ts";

/** 0 or 1: neither database's booleans are the other's. */
type Bit = 0 | 1;

interface Owned {
	guild_id: string;
	user_id: string;
}

/** The newest version of the tables of `migrations/bot`, the same in both databases. Times are in ms since the epoch. */
export interface Schema {
	speech_days: Owned & { day: number; made_ms: number; read_ms: number };
	speech_months: {
		month: string;
		guild_id: string;
		texts: number;
		made_ms: number;
		prompt_tokens: number;
		audio_tokens: number;
		lines: number;
		cached_lines: number;
	};
	/** `value` is JSON. */
	guild_settings: { guild_id: string; key: string; value: string };
	member_settings: Owned & { key: string; value: string };
	/** Without a member, they are the guild's. */
	presets: Owned & {
		name: string;
		voice: string;
		style: string | null;
		language: string | null;
		speed: number | null;
	};
	guild_words: { guild_id: string; word: string };
	dictionary: { guild_id: string; word: string; say: string };
	read_channels: { guild_id: string; channel_id: string; spoken_in: string | null };
	read_ignores: { guild_id: string; kind: "user" | "role" | "prefix"; value: string };
	read_sources: { guild_id: string; kind: "bot" | "webhook"; id: string };
	voice_places: {
		guild_id: string;
		channel_id: string;
		seen_at: number;
		present: Bit;
		waiting: Generated<Bit>;
	};
	voice_unclean_ends: { found_at: number; guild_id: string };
	balance_requests: { id: Generated<number>; sent_at: number };
	credit_accounts: { account: string; closed_until: number; asked_at: number; balance: string | null };
	secrets: { name: string; value: Uint8Array };
	guild_departures: { guild_id: string; left_at: number };
	button_memory: Owned & { id: string; kind: ButtonRow["kind"]; until: number; sealed: Uint8Array };
	answers_under_way: Owned & { interaction_id: string; until: number; sealed: Uint8Array };
	identify_slots: { bucket: number; free_at: number };
	shard_leases: { shard: number; shard_count: number; holder: string; until: number };
	books: Owned & { id: string; until: number; sealed: Uint8Array; progress: string };
	redemptions: {
		id: Generated<number>;
		guild_id: string;
		user_id: string | null;
		member: string | null;
		code: string;
		secret: string | null;
		sent_at: number;
		outcome: Generated<JournalOutcome>;
		reason: string | null;
		units: number | null;
		settled_at: number | null;
		told: Generated<Bit>;
		/** By the database's clock. */
		lost_at: number | null;
	};
}
