import type { OthersWish } from "../say/whose-words.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { IgnoreRule, ReadChannel, ReadSource } from "../store/reading-settings.ts";
import type { MemberFacts } from "../voice/check-channel.ts";

/** Who wrote a message. Webhooks and bots have no opt-out; they are read only where a manager listed them. */
export type AuthorFacts =
	| { readonly kind: "herald" }
	| { readonly kind: "webhook"; readonly id: string }
	| { readonly kind: "bot"; readonly id: string; readonly roles: readonly string[] }
	| {
			readonly kind: "member";
			readonly id: string;
			/** The ids of their roles. */
			readonly roles: readonly string[];
			/** Whether they manage the guild: the speaker role doesn't apply to managers, who set it. */
			readonly manages: boolean;
			/** They don't want to be read. */
			readonly optedOut: boolean;
			/** Where and how they sit in voice, with their permissions in Herald's channel. */
			readonly voice: MemberFacts;
	  };

/** What is known of a message without asking Discord for anything. */
export interface EarlyFacts {
	/** What Discord tells Herald of: every message, those that mention it, or none. */
	readonly mode: "all" | "mentions" | "off";
	readonly mentionsHerald: boolean;
	/** The voice channel in which it would be heard: where Herald is or, for this message, would come. */
	readonly voiceChannelId: string | undefined;
	readonly paused: boolean;
	readonly channel: {
		/** Of a thread, its parent's. */
		readonly id: string;
		readonly isPrivateThread: boolean;
	};
	readonly author: AuthorFacts;
	/** Whether somebody wrote it: of the types default and reply, and seen by everyone there. */
	readonly isOrdinary: boolean;
	readonly isSilent: boolean;
	/** As written. */
	readonly content: string;
	readonly settings: AppliedGuildSettings;
	readonly channels: readonly ReadChannel[];
	readonly ignores: readonly IgnoreRule[];
	readonly sources: readonly ReadSource[];
	/** The id of the role that can use Herald; null is everyone. */
	readonly speakerRole: string | null;
	/** ms since the epoch. */
	readonly now: number;
}

/** What has to be found out. */
export interface LateFacts {
	/** Everybody who listens in the voice channel. Whoever isn't known may not view. */
	readonly listeners: readonly { readonly id: string; readonly mayViewChannel: boolean }[];
	/** What keeps words that it forwards from being read. */
	readonly forwarded: OthersWish | undefined;
	/** Where a forbidden word is. */
	readonly forbidden: "text" | "name" | undefined;
	/** What is left to speak, besides a name. */
	readonly speakable: "something" | "nothing" | "foreign";
	/** What keeps Herald from speaking even more. */
	readonly load: "too_fast" | "repeated" | "member_over_share" | "guild_over_share" | undefined;
}

/** All that decides whether a message is read: plain data. */
export type MessageFacts = EarlyFacts & LateFacts;
