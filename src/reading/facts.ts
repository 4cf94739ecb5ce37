import type { ReadingMode } from "../discord/message-events.ts";
import type { OthersWish } from "../say/rules/whose-words.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { Preset } from "../store/database.ts";
import type { GuildReading } from "../store/reading.ts";
import type { MemberFacts } from "../voice/channel-facts.ts";

/** A message's author. Webhooks and bots have no opt-out; they are read only where a manager listed them. */
export type AuthorFacts =
	| { readonly kind: "herald" }
	| { readonly kind: "webhook"; readonly id: string }
	| { readonly kind: "bot"; readonly id: string; readonly roles: readonly string[] }
	| {
			readonly kind: "member";
			readonly id: string;
			readonly roles: readonly string[];
			/** Whether they manage the guild: the speaker role doesn't apply to managers, who set it. */
			readonly manages: boolean;
			readonly optedOut: boolean;
			/** Where and how they sit in voice, with their permissions in Herald's channel. */
			readonly voice: MemberFacts;
	  };

/** The facts about a message that are known without asking Discord. */
export interface EarlyFacts extends Omit<GuildReading, "settings"> {
	/** Which messages reach Herald. */
	readonly mode: ReadingMode;
	readonly mentionsHerald: boolean;
	/** The voice channel in which it would be heard: where Herald is, or would join for it. */
	readonly voiceChannelId: string | undefined;
	readonly paused: boolean;
	readonly channel: {
		/** The id of the channel; for a thread, its parent's. */
		readonly id: string;
		readonly isPrivateThread: boolean;
	};
	readonly author: AuthorFacts;
	/** Whether a user wrote it: of the types default and reply, and not ephemeral. */
	readonly isOrdinary: boolean;
	readonly isSilent: boolean;
	readonly content: string;
	/** That the author can use. */
	readonly presets: readonly Preset[];
	readonly settings: AppliedGuildSettings;
	/** In ms since the epoch. */
	readonly now: number;
}

/** Facts that take requests. */
export interface LateFacts {
	/** Whether anybody listens, and all listeners may view the message's channel: those who aren't known may not. */
	readonly listeners: "none" | "may_view" | "may_not_view";
	/** The wish of others that keeps forwarded words from being read. */
	readonly forwarded: OthersWish | undefined;
	readonly forbidden: "text" | "name" | undefined;
	/** Whether anything is left to speak, besides a name. */
	readonly speakable: "something" | "nothing" | "foreign";
	/** The limit that keeps Herald from speaking even more. */
	readonly load: "too_fast" | "repeated" | "member_over_share" | "guild_over_share" | undefined;
}

/** All that decides whether a message is read: plain data. */
export type MessageFacts = EarlyFacts & LateFacts;

export interface MessageOrigin {
	/** The text channel that a message is in. */
	readonly channelId: string;
	readonly authorId: string;
}
