import type { ReadingMode } from "../discord/message-events.ts";
import type { OthersWish } from "../say/rules/whose-words.ts";
import type { AppliedGuildSettings } from "../settings/settings.ts";
import type { Preset } from "../store/database.ts";
import type { GuildReading } from "../store/reading.ts";
import type { MemberFacts } from "../voice/channel-facts.ts";

/** A message's author. Webhooks and bots can't opt out, and are only read if a manager listed them. */
export type AuthorFacts =
	| { readonly kind: "herald" }
	| { readonly kind: "webhook"; readonly id: string }
	| { readonly kind: "bot"; readonly id: string; readonly roles: readonly string[] }
	| {
			readonly kind: "member";
			readonly id: string;
			readonly roles: readonly string[];
			/** Whether they manage the guild. The speaker role doesn't apply to managers, who set it. */
			readonly manages: boolean;
			readonly optedOut: boolean;
			/** Their voice state, with their permissions in Herald's channel. */
			readonly voice: MemberFacts;
	  };

/** The facts about a message that are known without asking Discord. */
export interface EarlyFacts extends Omit<GuildReading, "settings"> {
	/** Which messages reach Herald. */
	readonly mode: ReadingMode;
	readonly mentionsHerald: boolean;
	/** The voice channel in which it would be read: Herald's, or one that Herald would join for it. */
	readonly voiceChannelId: string | undefined;
	readonly paused: boolean;
	readonly channel: {
		/** The channel's ID; for a thread, its parent's. */
		readonly id: string;
		readonly isPrivateThread: boolean;
	};
	readonly author: AuthorFacts;
	/** Whether a user wrote it: it is a default message or a reply, and not ephemeral. */
	readonly isOrdinary: boolean;
	readonly isSilent: boolean;
	readonly content: string;
	/** The presets that the author can use. */
	readonly presets: readonly Preset[];
	readonly settings: AppliedGuildSettings;
	/** In ms since the epoch. */
	readonly now: number;
}

/** Facts that take requests to find out. */
export interface LateFacts {
	/** Whether anybody listens, and whether all listeners may view the message's channel. Unknown ones may not. */
	readonly listeners: "none" | "may_view" | "may_not_view";
	/** Why forwarded words aren't read, if their author doesn't want it or isn't known. */
	readonly forwarded: OthersWish | undefined;
	readonly forbidden: "text" | "name" | undefined;
	/** Whether anything is left to speak, apart from a name. */
	readonly speakable: "something" | "nothing" | "foreign";
	/** The limit that would be exceeded. */
	readonly load: "too_fast" | "repeated" | "member_over_share" | "guild_over_share" | undefined;
}

/** All facts that decide whether a message is read, as plain data. */
export type MessageFacts = EarlyFacts & LateFacts;

export interface MessageOrigin {
	/** The text channel of a message. */
	readonly channelId: string;
	readonly authorId: string;
}
