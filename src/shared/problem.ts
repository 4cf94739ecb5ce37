/**
 * The problems with an account's key, rights or subscription, which only the account's owner can solve. `unauthorized`:
 * the speech key is missing, wrong, expired or exhausted. `forbidden`: the speech service refuses the account, address,
 * group or model. `key_exhausted`: the key's own limit is used up; codes credit the account, so no code helps.
 * `subscription_exhausted`: the account's subscription is used up; codes add to the balance instead, so they might not
 * help.
 */
const ownerKinds = ["unauthorized", "forbidden", "key_exhausted", "subscription_exhausted"] as const;

/** The problems that an account's owner can solve. */
export const accountTroubles = [...ownerKinds, "out_of_credit"] as const;

/**
 * Expected failures. Each kind has a sentence for members in `src/texts`. A {@link Problem}'s `message` is for the
 * operator's log.
 */
export type ProblemDetail =
	/** `whose` tells whose connected account is meant; missing for the operator's. */
	| { readonly kind: (typeof ownerKinds)[number]; readonly whose?: "server" | "member" }
	| { readonly kind: "out_of_credit" }
	/** `retryAt` is in ms since the epoch; `daily` tells whether a limit per day was reached. */
	| { readonly kind: "rate_limited"; readonly retryAt: number; readonly daily: boolean }
	| { readonly kind: "model_unavailable" }
	| { readonly kind: "bad_request" }
	/** The service refused the words. `reason` is the service's own term, for the log. */
	| { readonly kind: "blocked"; readonly reason: string }
	/** Every try was answered without sound. `finishReason` is for the log. */
	| { readonly kind: "no_audio"; readonly finishReason: string }
	| { readonly kind: "too_long" }
	/** The speech service, or a service that it depends on, is failing. */
	| { readonly kind: "upstream" }
	| { readonly kind: "network" }
	| { readonly kind: "timeout" }
	/** The answer isn't a speech service's. */
	| { readonly kind: "bad_response" }
	/** The sound can't be decoded, or is much longer than the text takes. */
	| { readonly kind: "unplayable_sound" }
	/** In a guild's quiet hours, nothing is spoken in voice channels. `until` is in ms since the epoch. */
	| { readonly kind: "quiet_hours"; readonly until: number }
	/** The call, button, menu or form is of an earlier version of the command. */
	| { readonly kind: "stale"; readonly command: string }
	/** Nothing in the text can be spoken, so no request was made. */
	| { readonly kind: "unspeakable" }
	/**
	 * The file's characters can't be decoded (`encoding`), it isn't text (`binary`), it has expired (`gone`), or it
	 * couldn't be fetched (`unreachable`).
	 */
	| { readonly kind: "bad_file"; readonly why: "encoding" | "binary" | "gone" | "unreachable" }
	/** The file's text is too long. `max`, in characters, is set by the operator. */
	| { readonly kind: "file_too_long"; readonly max: number }
	/** The sound needs a larger file, or more files, than Discord allows in the answer. */
	| { readonly kind: "sound_too_large" }
	/** A long file needs messages of Herald's own, and Herald can't post them in the channel. */
	| { readonly kind: "may_not_post" }
	/**
	 * A book of the member is being spoken or about to be spoken in this server, or the server has as many books as it
	 * may have at once.
	 */
	| { readonly kind: "book_under_way" }
	/** A book is already being read in the server's voice channel. */
	| { readonly kind: "book_in_channel" }
	/** Herald can't view the channel, so it couldn't post how a book proceeds. */
	| { readonly kind: "may_not_tell" }
	/** The book has ended or was forgotten. */
	| { readonly kind: "book_over" }
	/** The book is another member's, and this member isn't allowed to control it. */
	| { readonly kind: "not_your_book" }
	/**
	 * No voice can read the text's script. `spoken` has the tags of the languages that voices speak; empty if they are
	 * many or unknown.
	 */
	| { readonly kind: "unread_script"; readonly spoken: readonly string[] }
	| {
			readonly kind: "unknown_language";
			readonly language: string;
			/** Tags of the languages with the nearest names. */
			readonly suggestions: readonly string[];
	  }
	/** No voice speaks the language `tag`. `spoken` is as for `unread_script`. */
	| { readonly kind: "language_unavailable"; readonly tag: string; readonly spoken: readonly string[] }
	| { readonly kind: "unknown_voice"; readonly voice: string; readonly suggestions: readonly string[] }
	/**
	 * The member sent too many texts in a minute, or too many long texts are waiting. `retryAt` is in ms since the
	 * epoch.
	 */
	| { readonly kind: "too_fast"; readonly retryAt: number }
	/**
	 * A limit of speech is used up. Per day: that of a member, of a guild, of all members outside of guilds (`everyone`),
	 * or of the operator's account (`all`). Per month: that of the operator's account (`month`). `reopensAt` is in ms
	 * since the epoch.
	 */
	| {
			readonly kind: "over_budget";
			readonly whose: "member" | "guild" | "everyone" | "all" | "month";
			/** Whether only the limit for reading is used up. */
			readonly onlyRead: boolean;
			readonly reopensAt: number;
	  }
	/** The text alone is longer than the day's limit, `seconds`. */
	| {
			readonly kind: "over_day";
			readonly whose: "member" | "guild" | "everyone" | "all";
			readonly seconds: number;
	  }
	| { readonly kind: "guild_not_allowed" }
	/** The command, or the option that was chosen, only works in a server that has Herald. */
	| { readonly kind: "server_only" }
	/**
	 * The file is too long for one answer, and Herald can't post messages of its own outside of its guilds. `max` is in
	 * characters.
	 */
	| { readonly kind: "file_too_long_elsewhere"; readonly max: number }
	/** The message has words of a member who doesn't want them spoken, or whose wish is unknown. */
	| { readonly kind: "not_spoken"; readonly why: "opted_out" | "forwarded_opted_out" | "forward_unknown" }
	/** Herald's commands are installed in the server, but Herald isn't in it. `invite` is the URL that adds Herald. */
	| { readonly kind: "bot_missing"; readonly invite: string }
	/** Only members with the role of this id can use Herald in the server. */
	| { readonly kind: "role_required"; readonly role: string }
	| { readonly kind: "role_deleted" }
	/** The text is longer than the guild allows. `max` is in characters. */
	| { readonly kind: "text_too_long"; readonly max: number }
	/** The text contains a forbidden word, from the server's list or the operator's. */
	| { readonly kind: "forbidden_word" }
	| { readonly kind: "unspeakable_name" }
	/** The name sounds or looks like that of a voice, a role or another member. */
	| { readonly kind: "name_taken" }
	/** The member or Herald lacks the permission to attach files in the channel. */
	| { readonly kind: "may_not_attach_files"; readonly who: "member" | "herald" }
	| { readonly kind: "may_not_send_voice_messages" }
	| { readonly kind: "not_stored" }
	/** The database connection failed during a change, so whether the change was saved isn't known. */
	| { readonly kind: "maybe_stored" }
	/** The database is away, so required data couldn't be read. */
	| { readonly kind: "not_read" }
	/** Herald is stopping, or the guild's data hasn't arrived from Discord yet. */
	| { readonly kind: "shutting_down" }
	| ({ readonly kind: "voice" } & VoiceTrouble);

/** Why joining or using a voice channel failed. `channelId` is that channel, unless the reason says otherwise. */
export type VoiceTrouble =
	/** `channels` are some that the member may join. */
	| { readonly reason: "member_not_in_channel"; readonly channels: readonly string[] }
	| { readonly reason: "nothing_to_skip" | "nothing_to_stop" | "not_in_channel" }
	/** The member skipped all their texts while this text was prepared. */
	| { readonly reason: "skipped" }
	| { readonly reason: "missing_view" | "missing_connect" | "missing_speak"; readonly channelId: string }
	| { readonly reason: "channel_full" | "channel_is_afk" | "channel_gone"; readonly channelId: string }
	/** Discord doesn't let the member speak, so Herald doesn't speak for them. `until` is in ms since the epoch. */
	| { readonly reason: "member_timed_out"; readonly until: number }
	| { readonly reason: "member_muted" | "member_may_not_speak" }
	| { readonly reason: "herald_timed_out"; readonly until: number }
	| { readonly reason: "herald_muted" | "herald_suppressed" | "asked_to_speak"; readonly channelId: string }
	/** The connection to Discord's voice server failed, or was lost for good. */
	| { readonly reason: "cannot_connect" | "connection_lost"; readonly channelId: string }
	/** Discord currently refuses Herald further voice connections. */
	| { readonly reason: "voice_rate_limited"; readonly channelId: string }
	/** Discord ended the call, or a moderator removed Herald from the channel. */
	| { readonly reason: "call_ended" | "removed"; readonly channelId: string }
	/** Others are listening, so the members vote: `votes` of `needed` have been cast. */
	| { readonly reason: "others_listen"; readonly votes: number; readonly needed: number }
	/** Others are listening, and members can't vote about this act. */
	| { readonly reason: "others_decide" }
	/** Herald is in another channel with listeners: `channelId`. */
	| { readonly reason: "busy_elsewhere"; readonly channelId: string }
	/**
	 * `limit` is in s for `queue_too_long` and `text_too_long`, and a number of texts for `queue_full` and
	 * `too_many_of_yours`.
	 */
	| {
			readonly reason: "queue_full" | "queue_too_long" | "too_many_of_yours" | "text_too_long";
			readonly limit: number;
	  };

export type ProblemKind = ProblemDetail["kind"];

const accountLevel: ReadonlySet<ProblemKind> = new Set([...accountTroubles, "model_unavailable"]);

/** Problems of the service as a whole. Problems of one account are in `accountLevel`. */
const serviceLevel: ReadonlySet<ProblemKind> = new Set([
	"rate_limited",
	"upstream",
	"network",
	"timeout",
	"bad_response",
]);

/** Problems that every retry of the same text would meet again. */
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

/** The text of a refused command, for the answer to the command: remembered under an `id`, or as typed. */
export type RefusedText =
	| {
			readonly id: string;
			/** Whether the text was meant for a voice channel, and can be made a file instead. */
			readonly asFile: boolean;
	  }
	/** The text is shown to the member, because a retry can't help. */
	| { readonly typed: string };

/** An expected failure. The dispatcher turns it into one sentence for the member. */
export class Problem extends Error {
	override readonly name = "Problem";
	readonly detail: ProblemDetail;
	readonly text: RefusedText | undefined;

	/** @param operatorMessage - a sentence for the log, without secrets or members' words */
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

	/**
	 * @returns a copy with `whose` if the problem is with an account's key, rights or subscription, because then the
	 * account's owner can solve the problem, and the operator can't; otherwise this problem
	 */
	ofAccountOf(whose: "server" | "member"): Problem {
		const kind = ownerKinds.find((each) => each === this.kind);
		return kind ? new Problem({ kind, whose }, this.message, { cause: this }) : this;
	}

	/** Whether every other Line of the same text would fail too, so that the text ends at once. */
	get endsText(): boolean {
		return this.isOfAccount || this.kind === "over_budget";
	}

	/** Whether the cause is the service or the account, not the text. */
	get isOfService(): boolean {
		return accountLevel.has(this.kind) || serviceLevel.has(this.kind);
	}

	/** Whether every Line of every text would fail too. */
	get isOfAccount(): boolean {
		return accountLevel.has(this.kind) || (this.detail.kind === "rate_limited" && this.detail.daily);
	}
}

export const voiceProblem = (trouble: VoiceTrouble): Problem =>
	new Problem({ kind: "voice", ...trouble }, `voice: ${trouble.reason}`);
