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

	"problem.voice.member_not_in_channel": "Join a voice channel first, or name one.",
	"problem.voice.not_in_channel": "Herald is in no voice channel here.",
	"problem.voice.nothing_to_skip": "There is nothing of that to skip.",
	"problem.voice.missing_view": "Herald can't see {channel}: it needs the permission **View Channel** there.",
	"problem.voice.missing_connect": "Herald can't enter {channel}: it needs the permission **Connect** there.",
	"problem.voice.missing_speak":
		"Herald can't be heard in {channel}: it needs the permission **Speak** there.",
	"problem.voice.channel_full":
		"{channel} is full: somebody has to leave, or its user limit has to be raised.",
	"problem.voice.channel_is_afk": "{channel} is the AFK channel: nobody is heard there. Choose another one.",
	"problem.voice.channel_gone": "That voice channel no longer exists.",
	"problem.voice.member_timed_out": "You are timed out and can speak again {when}.",
	"problem.voice.member_muted":
		"You are muted on this server, and Herald doesn't speak for you until you aren't.",
	"problem.voice.member_may_not_speak":
		"You may not speak in that channel, so Herald doesn't speak for you there.",
	"problem.voice.herald_timed_out": "Herald is timed out on this server and can speak again {when}.",
	"problem.voice.herald_muted":
		"Herald is muted on this server: it goes on in {channel} once a moderator unmutes it.",
	"problem.voice.herald_suppressed":
		"Herald is in the audience of {channel}: it goes on once a moderator makes it a speaker, or gives it **Mute Members**.",
	"problem.voice.asked_to_speak":
		"Herald has asked to speak in {channel}: it goes on once a moderator says yes.",
	"problem.voice.cannot_connect":
		"Discord's voice server for {channel} didn't answer. Try again in a minute.",
	"problem.voice.connection_lost":
		"The connection to {channel} was lost and didn't come back. Use `/join` again.",
	"problem.voice.call_ended": "Discord ended the call in {channel}. Use `/join` again.",
	"problem.voice.removed": "Herald was taken out of {channel}.",
	"problem.voice.others_listen":
		"Others are listening: {votes} of {needed} who have to agree. Whoever may move members can do it alone.",
	"problem.voice.busy_elsewhere":
		"Herald is with others in {channel}. Join them there, or ask whoever may move members.",
	"problem.voice.queue_full": "{limit} texts are waiting already. Try again when some have been spoken.",
	"problem.voice.queue_too_long":
		"More than {limit} seconds of speech would be waiting. Try again a little later.",
	"problem.voice.too_many_of_yours":
		"{limit} of your texts are waiting already. Let some of them be heard first.",
	"problem.voice.text_too_long":
		"In a voice channel a text may take {limit} seconds at most. Post it as a file instead.",
	or: "or",
} as const;
