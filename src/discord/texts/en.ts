/** Every sentence that a member may read, in English. `{name}` is filled in; the other languages hold the same keys. */
export const en = {
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.progress": "Speaking… {done} of {total}",
	"say.progress.start": "Speaking…",

	bug: "Something went wrong on Herald's side. If it happens again, tell whoever runs it this number: `{id}`.",
	stale: "This no longer works: use the command again.",

	"problem.unauthorized":
		"The speech service doesn't accept Herald's key. Whoever runs Herald has to check it.",
	"problem.forbidden":
		"The speech service refuses Herald's account. Whoever runs Herald has to look into it.",
	"problem.out_of_credit":
		"The account that pays for speech is empty. Redeem a code with `/redeem` and say it again.",
	"problem.rate_limited": "The speech service is busy: try again {when}.",
	"problem.daily_limit": "The speech service's limit for today is reached: it opens again {when}.",
	"problem.model_unavailable":
		"The speech service doesn't offer any of Herald's models. Whoever runs Herald has to check `SPEECH_MODELS`.",
	"problem.bad_request":
		"The speech service didn't understand the request. Another voice or a simpler text may work.",
	"problem.blocked": "The speech service won't speak this text. Put it in other words.",
	"problem.no_audio": "The speech service made no sound of this text. Try another wording, or another voice.",
	"problem.too_long": "That is too long for the speech service. Say it in shorter pieces.",
	"problem.upstream": "The speech service has trouble of its own. Try again in a minute.",
	"problem.network": "The speech service can't be reached. Try again in a minute.",
	"problem.timeout": "The speech service took too long. Try again, perhaps with a shorter text.",
	"problem.bad_response":
		"What answers as the speech service isn't one. Whoever runs Herald has to check `SPEECH_BASE_URL`.",
	"problem.unspeakable": "There is nothing in this text that can be spoken: it needs a letter or a digit.",
	"problem.unknown_voice": "There is no voice called “{voice}”. Did you mean {suggestions}?",
	"problem.too_fast": "That's a lot of texts in a minute: you can go on {when}.",
	"problem.over_budget.member": "Your speech for today is used up: it opens again {when}.",
	"problem.over_budget.guild": "This server's speech for today is used up: it opens again {when}.",
	"problem.over_day.member":
		"This text is longer than the {seconds} seconds of speech that a member has in a day. Say a shorter one.",
	"problem.over_day.guild":
		"This text is longer than the {seconds} seconds of speech that this server has in a day. Say a shorter one.",
	"problem.guild_not_allowed": "Herald doesn't serve this server. Whoever runs it can allow it.",
	"problem.shutting_down": "Herald is restarting: try again in a minute.",
	or: "or",
} as const;
