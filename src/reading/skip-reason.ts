/** Why a message isn't read aloud. Each has its sentence in `src/texts`. */
export type SkipReason =
	/** The operator has reading turned off. */
	| "reading_off"
	/** Herald isn't in voice there, and wouldn't come. */
	| "not_in_voice"
	/** Somebody paused reading in this session. */
	| "paused"
	| "private_thread"
	| "channel_not_read"
	/** The channel is bound to another voice channel than Herald's. */
	| "spoken_elsewhere"
	/** It is Herald's own. */
	| "own_message"
	| "bot_not_read"
	| "webhook_not_read"
	/** Discord's own news (a pin, a boost), or an answer to a command. */
	| "not_ordinary"
	/** Discord tells Herald only of messages that mention it. */
	| "mentions_only"
	/** `@silent`. */
	| "silent"
	| "opted_out"
	/** It forwards words of somebody who opted out. */
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
	/** The leak guard: somebody listens who may not view the text channel, or who isn't known. */
	| "listener_may_not_view"
	| "forbidden_word"
	/** The name of the author, or of whom they answer, has a forbidden word. */
	| "forbidden_name"
	| "unspeakable"
	/** Herald's own voices can't read any of it. */
	| "unread_script"
	| "too_fast"
	/** The same author wrote the same just before. */
	| "repeated"
	/** So many messages waited that this one would have come too late. */
	| "left_behind"
	/** The author's, or the guild's, share of today's speech is used up. */
	| "member_over_share"
	| "guild_over_share";

/** Whether a message is read aloud. */
export type Verdict = { readonly read: true } | { readonly read: false; readonly reason: SkipReason };
