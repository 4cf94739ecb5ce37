import type { OthersWish } from "../say/whose-words.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { IgnoreRule, ReadChannel, ReadSource } from "../store/database.ts";
import type { MemberFacts } from "../voice/check-channel.ts";

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

/** What is known of a message without asking Discord for anything. */
export interface EarlyFacts {
	/** Which messages reach Herald: all, those that mention it, or none. */
	readonly mode: "all" | "mentions" | "off";
	readonly mentionsHerald: boolean;
	/** The voice channel in which it would be heard: where Herald is, or would join for it. */
	readonly voiceChannelId: string | undefined;
	readonly paused: boolean;
	readonly channel: {
		/** Of a thread, its parent's. */
		readonly id: string;
		readonly isPrivateThread: boolean;
	};
	readonly author: AuthorFacts;
	/** Whether a user wrote it: of the types default and reply, and not ephemeral. */
	readonly isOrdinary: boolean;
	readonly isSilent: boolean;
	readonly content: string;
	readonly settings: AppliedGuildSettings;
	readonly channels: readonly ReadChannel[];
	readonly ignores: readonly IgnoreRule[];
	readonly sources: readonly ReadSource[];
	/** ms since the epoch. */
	readonly now: number;
}

/** Facts that take requests. */
export interface LateFacts {
	/** Whether anybody listens in the voice channel, and all of them may view the message's: those who aren't known may not. */
	readonly listeners: "none" | "may_view" | "may_not_view";
	/** What keeps words that it forwards from being read. */
	readonly forwarded: OthersWish | undefined;
	readonly forbidden: "text" | "name" | undefined;
	/** What is left to speak, besides a name. */
	readonly speakable: "something" | "nothing" | "foreign";
	/** What keeps Herald from speaking even more. */
	readonly load: "too_fast" | "repeated" | "member_over_share" | "guild_over_share" | undefined;
}

/** All that decides whether a message is read: plain data. */
export type MessageFacts = EarlyFacts & LateFacts;

/** Why a message isn't read aloud. Each has its sentence in `src/texts`. */
export type SkipReason =
	/** The operator has reading turned off. */
	| "reading_off"
	/** Herald isn't in voice there, and wouldn't join. */
	| "not_in_voice"
	/** A member paused reading in this session. */
	| "paused"
	| "quiet_hours"
	| "private_thread"
	| "channel_not_read"
	/** The channel is bound to another voice channel than Herald's. */
	| "spoken_elsewhere"
	| "own_message"
	| "bot_not_read"
	| "webhook_not_read"
	/** Discord's own news (a pin, a boost), or an answer to a command. */
	| "not_ordinary"
	/** Only messages that mention Herald reach it. */
	| "mentions_only"
	/** `@silent`. */
	| "silent"
	| "opted_out"
	/** It forwards words of a user who opted out. */
	| "forwarded_opted_out"
	/** It forwards a message that Herald can't see, so that its author may have opted out. */
	| "forward_unknown"
	| "ignored_member"
	| "ignored_role"
	| "ignored_prefix"
	| "role_required"
	/** Only those who sit in Herald's channel are read, and the author doesn't. */
	| "not_listening"
	| "author_timed_out"
	| "author_muted"
	| "author_may_not_speak"
	| "nobody_listens"
	/** The leak guard: a listener may not view the text channel, or isn't known. */
	| "listener_may_not_view"
	| "forbidden_word"
	/** The author's name, or that of the one who is answered, has a forbidden word. */
	| "forbidden_name"
	| "unspeakable"
	/** Herald's own voices can't read any of it. */
	| "unread_script"
	| "too_fast"
	/** The same author wrote the same just before. */
	| "repeated"
	/** It waited so long that it would be heard too late. */
	| "left_behind"
	/** The author's, or the guild's, share of today's speech is used up. */
	| "member_over_share"
	| "guild_over_share";

export type Verdict = { readonly read: true } | { readonly read: false; readonly reason: SkipReason };
