/** The owner of the account: one that the server or the member has connected, or else the operator's. */
interface AccountOwner {
	readonly whose?: "server" | "member";
}

/**
 * Failures that aren't bugs. Every kind has one sentence for members in `src/texts`;
 * the `message` of a {@link Problem} is the operator's.
 */
export type ProblemDetail =
	/** The speech key is missing, wrong, expired or exhausted. */
	| ({ readonly kind: "unauthorized" } & AccountOwner)
	/** The speech service refuses this account, address, group or model. */
	| ({ readonly kind: "forbidden" } & AccountOwner)
	/** The key's own limit is used up. Codes credit the account, so no code helps. */
	| ({ readonly kind: "key_exhausted" } & AccountOwner)
	/** The account pays by a subscription, which is used up. Codes fill its balance, so they may not help. */
	| ({ readonly kind: "subscription_exhausted" } & AccountOwner)
	/** The account that pays for speech has no credit left. */
	| { readonly kind: "out_of_credit" }
	/** Too many requests. `retryAt` is in ms since the epoch; `daily` when it is a day's limit. */
	| { readonly kind: "rate_limited"; readonly retryAt: number; readonly daily: boolean }
	| { readonly kind: "model_unavailable" }
	| { readonly kind: "bad_request" }
	/** The service refused the words; `reason` is its own term, for the log. */
	| { readonly kind: "blocked"; readonly reason: string }
	/** An answer without sound, after every retry. */
	| { readonly kind: "no_audio"; readonly finishReason: string }
	| { readonly kind: "too_long" }
	/** The service itself, or one behind it, is failing. */
	| { readonly kind: "upstream" }
	| { readonly kind: "network" }
	| { readonly kind: "timeout" }
	/** Something answered that isn't a speech service. */
	| { readonly kind: "bad_response" }
	/** Sound that Herald can't play, or much more of it than the text takes. */
	| { readonly kind: "unplayable_sound" }
	/** A guild's quiet hours: nothing is spoken in voice channels before `until`, in ms. */
	| { readonly kind: "quiet_hours"; readonly until: number }
	/** A part of a command that is no longer there. */
	| { readonly kind: "stale"; readonly command: string }
	/** Nothing in the text can be spoken: no request was made. */
	| { readonly kind: "unspeakable" }
	/** A text file that can't be read, or isn't one. */
	| { readonly kind: "bad_file"; readonly why: "encoding" | "binary" | "gone" | "unreachable" }
	/** More to say in a file than is read of one; `max` in characters, as the operator has set it. */
	| { readonly kind: "file_too_long"; readonly max: number }
	/** Discord takes no file that large there. */
	| { readonly kind: "sound_too_large" }
	/** Herald can't post its own messages with files here, which a long file needs. */
	| { readonly kind: "may_not_post" }
	/** A member's long text is being spoken here, or as many as a server may have at once. */
	| { readonly kind: "book_under_way" }
	/** A long text is being read in the server's voice channel. */
	| { readonly kind: "book_in_channel" }
	/** Herald can't see the channel, so its message there couldn't tell how a long text goes. */
	| { readonly kind: "may_not_tell" }
	/** A long text isn't there to be spoken any more. */
	| { readonly kind: "book_over" }
	/** Another member's long text, and this member has no say in it. */
	| { readonly kind: "not_your_book" }
	/** No voice reads any script of the text; `spoken` are tags of the languages that are spoken, where they are few. */
	| { readonly kind: "unread_script"; readonly spoken: readonly string[] }
	/** The named language is none. */
	| {
			readonly kind: "unknown_language";
			readonly language: string;
			/** Tags of those with the nearest names. */
			readonly suggestions: readonly string[];
	  }
	/** No voice speaks the language that was asked for. */
	| { readonly kind: "language_unavailable"; readonly tag: string; readonly spoken: readonly string[] }
	| { readonly kind: "unknown_voice"; readonly voice: string; readonly suggestions: readonly string[] }
	/** Too many texts in a minute; `retryAt` in ms since the epoch. */
	| { readonly kind: "too_fast"; readonly retryAt: number }
	/** The day's seconds of speech are used up; `reopensAt` in ms since the epoch. */
	| {
			readonly kind: "over_budget";
			readonly whose: "member" | "guild" | "everyone" | "all" | "month";
			/** Whether only what is read has used up its share. */
			readonly onlyRead: boolean;
			readonly reopensAt: number;
	  }
	/** The text alone needs more seconds than a whole day allows. */
	| {
			readonly kind: "over_day";
			readonly whose: "member" | "guild" | "everyone" | "all";
			readonly seconds: number;
	  }
	| { readonly kind: "guild_not_allowed" }
	/** Something that works only in a server that Herald is in, too. */
	| { readonly kind: "server_only" }
	/** A file that is too long for one answer, where Herald can't post messages of its own; `max` in characters. */
	| { readonly kind: "file_too_long_elsewhere"; readonly max: number }
	/** A message with words of a member who doesn't want them spoken, or perhaps doesn't. */
	| { readonly kind: "not_spoken"; readonly why: "opted_out" | "forwarded_opted_out" | "forward_unknown" }
	/** Only Herald's commands were added to this server; `invite` is the address that adds Herald itself. */
	| { readonly kind: "bot_missing"; readonly invite: string }
	/** Only members with this role can use Herald here. */
	| { readonly kind: "role_required"; readonly role: string }
	/** The one that members needed was deleted. */
	| { readonly kind: "role_deleted" }
	/** Longer than the guild lets a text be, in characters. */
	| { readonly kind: "text_too_long"; readonly max: number }
	/** The text contains a word from the guild's word list. */
	| { readonly kind: "forbidden_word" }
	/** Nothing in a name can be spoken. */
	| { readonly kind: "unspeakable_name" }
	/** Another member of the guild is called so. */
	| { readonly kind: "name_taken" }
	/** The member or Herald lacks the permission for this in the channel. */
	| { readonly kind: "may_not_attach_files"; readonly who: "member" | "herald" }
	| { readonly kind: "may_not_send_voice_messages" }
	/** A change couldn't be saved; nothing was changed. */
	| { readonly kind: "not_stored" }
	/** The database was lost while it saved a change, and doesn't say whether it did. */
	| { readonly kind: "maybe_stored" }
	/** The database is away: something that is needed couldn't be read. */
	| { readonly kind: "not_read" }
	/** Herald is stopping and starts nothing new. */
	| { readonly kind: "shutting_down" }
	/** Trouble with a voice channel: joining it, speaking there, or who may decide. */
	| ({ readonly kind: "voice" } & VoiceTrouble);

/** Trouble with voice channels; `channelId` is the one that it is about. */
export type VoiceTrouble =
	/** `channels` are some that the member may join. */
	| { readonly reason: "member_not_in_channel"; readonly channels: readonly string[] }
	| { readonly reason: "nothing_to_skip" | "nothing_to_stop" | "not_in_channel" }
	/** The member skipped all of theirs while this text was prepared. */
	| { readonly reason: "skipped" }
	/** Herald lacks a permission in the channel. */
	| { readonly reason: "missing_view" | "missing_connect" | "missing_speak"; readonly channelId: string }
	| { readonly reason: "channel_full" | "channel_is_afk" | "channel_gone"; readonly channelId: string }
	/** Members who can't speak can't speak through Herald either. */
	| { readonly reason: "member_timed_out"; readonly until: number }
	| { readonly reason: "member_muted" | "member_may_not_speak" }
	| { readonly reason: "herald_timed_out"; readonly until: number }
	| { readonly reason: "herald_muted" | "herald_suppressed" | "asked_to_speak"; readonly channelId: string }
	/** The connection to Discord's voice server failed, or was lost for good. */
	| { readonly reason: "cannot_connect" | "connection_lost"; readonly channelId: string }
	/** Discord wants no more voice connections of Herald's for now. */
	| { readonly reason: "voice_rate_limited"; readonly channelId: string }
	/** Discord ended the call, or a moderator removed Herald from the channel. */
	| { readonly reason: "call_ended" | "removed"; readonly channelId: string }
	/** Others are listening, and the member can't decide for them; there are `votes` of `needed` votes. */
	| { readonly reason: "others_listen"; readonly votes: number; readonly needed: number }
	/** Others are listening, and this can't be voted on. */
	| { readonly reason: "others_decide" }
	/** Herald is in another channel with listeners. */
	| { readonly reason: "busy_elsewhere"; readonly channelId: string }
	/** `limit` is a number of texts, or seconds where the reason says long. */
	| {
			readonly reason: "queue_full" | "queue_too_long" | "too_many_of_yours" | "text_too_long";
			readonly limit: number;
	  };

export type ProblemKind = ProblemDetail["kind"];

const accountLevel: ReadonlySet<ProblemKind> = new Set([
	"unauthorized",
	"forbidden",
	"out_of_credit",
	"key_exhausted",
	"subscription_exhausted",
	"model_unavailable",
]);

/** Of the service as a whole, beside those of the account. */
const serviceLevel: ReadonlySet<ProblemKind> = new Set([
	"rate_limited",
	"upstream",
	"network",
	"timeout",
	"bad_response",
]);

/** Problems that come again with the same text. */
export const lasting: ReadonlySet<ProblemKind> = new Set([
	"unspeakable",
	"unread_script",
	"unknown_voice",
	"text_too_long",
	"too_long",
	"forbidden_word",
	"over_day",
	"blocked",
	"bad_request",
	"role_required",
	"role_deleted",
	"guild_not_allowed",
	"server_only",
]);

/** A member's text that was refused, as it is remembered. */
export type RefusedText =
	| {
			readonly id: string;
			/** Whether it was for a voice channel, and can be a file instead. */
			readonly asFile: boolean;
	  }
	/** Given back, since saying it again can't help. */
	| { readonly typed: string };

/** An expected failure. Throw it; the dispatcher turns it into one friendly sentence for the member. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly detail: ProblemDetail;
	/** The text that buttons say again. */
	readonly text: RefusedText | undefined;

	/** @param operatorMessage - one sentence for the log, without secrets or a member's words */
	constructor(
		detail: ProblemDetail,
		operatorMessage: string = detail.kind,
		options?: ErrorOptions & { readonly text?: RefusedText },
	) {
		super(operatorMessage, options);
		this.detail = detail;
		this.text = options?.text;
	}

	get kind(): ProblemKind {
		return this.detail.kind;
	}

	/** @returns the same of an account that was connected: its owner can solve it, and not the operator */
	ofAccountOf(whose: NonNullable<AccountOwner["whose"]>): Problem {
		const { kind } = this;
		return kind === "unauthorized" ||
			kind === "forbidden" ||
			kind === "key_exhausted" ||
			kind === "subscription_exhausted"
			? new Problem({ kind, whose }, this.message, { cause: this })
			: this;
	}

	/** Whether every other Line of the text would fail the same way, so that it stops at once. */
	get endsText(): boolean {
		return this.isOfAccount || this.kind === "over_budget";
	}

	/** Whether the service or the account is in the way, and not the text. */
	get isOfService(): boolean {
		return accountLevel.has(this.kind) || serviceLevel.has(this.kind);
	}

	/** Whether every Line of every text would fail the same way. */
	get isOfAccount(): boolean {
		return accountLevel.has(this.kind) || (this.detail.kind === "rate_limited" && this.detail.daily);
	}
}

/** @returns the Problem for trouble with a voice channel */
export const voiceProblem = (trouble: VoiceTrouble): Problem =>
	new Problem({ kind: "voice", ...trouble }, `voice: ${trouble.reason}`);
