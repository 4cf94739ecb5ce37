/** Every sentence that a member may read, in English. `{name}` is filled in; the other languages hold the same keys. */
export const en = {
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.progress": "Speaking… {done} of {total}",

	"say.without_style": "-# The speech service doesn't take a style: it was left out.",
	"say.voice_message_refused": "Discord refused the voice message here, so it came as a file.",
	"lost.own": "-# Your voice {voice} is no longer offered: choose another with `/voice me`.",
	"lost.server": "-# This server's voice {voice} is no longer offered: choose another with `/server voice`.",

	"button.another_voice": "Again in another voice",
	"button.as_voice_message": "As a voice message",
	"button.as_file": "As a file",
	"button.choose_voice": "In which voice?",
	"button.over": "This button works for 15 minutes only: use the command again.",
	"button.not_yours": "Only the member who asked for this can use its buttons.",
	"voices.female": "Female voices",
	"voices.male": "Male voices",
	"voices.other": "Other voices",

	"from.option": "chosen in the command",
	"from.own": "your own choice",
	"from.server": "this server's choice",
	"from.default": "the default",
	"delivery.auto": "automatically",
	"delivery.file": "as a file",
	"delivery.voice-message": "as a voice message",
	"delivery.channel": "in the voice channel",
	none: "none",

	"voice.show":
		"**Voice** {voice} ({voiceFrom})\n**Style** {style} ({styleFrom})\n**Delivery** {delivery} ({deliveryFrom})",
	"voice.changed": "From now on you sound like this here:",
	"voice.reset": "Your own choices in this server are gone. You now sound like this:",
	"voice.nothing": "Name what to change: `voice`, `style` or `delivery`, or `reset` to forget your choices.",
	"voice.list": "The voices, and what they are like. Choose one to hear it; that counts as speech.\n{voices}",
	"voice.sample": "Hello, this is {voice}. This is how I sound.",
	"voice.sample.answer": "**{voice}**",

	"server.show":
		"**Voice** {voice}\n**Style** {style}\n**Delivery** {delivery}\n**Speech a day** {seconds}\n**Longest text** {text}\n**Who may speak** {speakers}\n**Words not spoken** {words}",
	"server.changed": "This server is now set like this:",
	"server.nothing": "Name what to change, or `reset` to go back to the operator's settings.",
	"server.not_manager": "Only who may manage this server can do that.",
	"server.seconds_too_many": "The operator allows {max} seconds a day: choose at most that.",
	"server.default": "{value} (default)",
	"server.seconds": "{seconds} seconds",
	"server.unlimited": "no limit",
	"server.characters": "{max} characters",
	"server.everyone": "everyone",
	"server.words.added": "{count} added; {total} in the list.",
	"server.words.removed": "{count} removed; {total} in the list.",
	"server.words.imported": "The list now holds the {total} words of the file.",
	"server.words.exported": "The list, one word or phrase a line ({total}).",
	"server.words.empty": "The list is empty: every text is spoken.",
	"server.words.need_words": "Give the words in `words`, separated by commas.",
	"server.words.need_file": "Give a text file in `file`, with one word or phrase a line.",
	"server.words.bad_file":
		"That file can't be read: it has to be UTF-8 text of at most 64 KiB with one word or phrase a line.",
	"server.words.too_many":
		"The list takes at most {max} words of at most {length} characters each. Nothing was changed.",

	"speak.picture": "with a picture",
	"speak.pictures": "with {count} pictures",
	"speak.video": "with a video",
	"speak.sound": "with a sound",
	"speak.file": "with a file",
	"speak.files": "with {count} files",
	"speak.embed": "with an embed",
	"speak.sticker": "with a sticker",

	"forget.ask":
		"This erases what Herald keeps of you in this server: your voice, style and delivery, the texts behind your buttons, your earlier days' speech, and your name beside codes you redeemed. Today's seconds stay until midnight (UTC), so that limits hold.",
	"forget.yes": "Erase it",
	"forget.no": "Keep it",
	"forget.kept": "Nothing was erased.",
	"forget.done": "Erased: {what}.",
	"forget.nothing": "There was nothing of you to erase here.",
	"forget.preferences": "your voice preferences",
	"forget.texts": "the texts behind your buttons ({count})",
	"forget.days": "the speech of {count} earlier days",
	"forget.redemptions": "your name beside redeemed codes",

	"problem.role_required": "Only members with {role} may let Herald speak here.",
	"problem.text_too_long": "Texts in this server may have {max} characters at most: say a shorter one.",
	"problem.forbidden_word": "This server doesn't let that be spoken. Put it in other words.",
	"problem.may_not.member.attach_files":
		"You may not attach files in this channel, so Herald can't post this for you here. Try another channel.",
	"problem.may_not.member.voice_messages":
		"You may not send voice messages in this channel. Use `as: file`, or another channel.",
	"problem.may_not.herald.attach_files":
		"Herald may not attach files in this channel. Someone who manages it has to allow it.",
	"problem.may_not.herald.voice_messages":
		"Herald may not send voice messages in this channel. Someone who manages it has to allow it.",
	"problem.not_stored":
		"Herald couldn't write that down just now, so nothing was changed. Try again in a minute.",

	"button.redeem": "Redeem a code",
	"redeem.modal.title": "Redeem a code",
	"redeem.modal.code": "The code",
	"redeem.modal.whose": "It goes to the account that pays for this bot's speech, not to you.",
	"redeem.again": "Say it again",
	"redeem.redeemed": "The code was redeemed for the account that pays for this bot's speech. Thank you!",
	"redeem.redeemed.units":
		"{units} units added, about {usd}, to the account that pays for this bot's speech. Thank you!",
	"balance.units": "Balance: {units} units, about {usd}.",
	"balance.unlimited": "Balance: unlimited.",
	"balance.unknown": "The speech service doesn't tell its balance.",
	"redeem.refused.rejected":
		"The service refused this code: it may be mistyped, used already or expired. Check it and try once more.",
	"redeem.refused.used": "This code was used already. Nothing was added now.",
	"redeem.refused.unknown_code": "The service doesn't know this code. Check it for a slip and try once more.",
	"redeem.refused.expired": "This code has expired. Ask whoever gave it to you for another.",
	"redeem.unknown":
		"The service's answer was lost, so it isn't known whether the code was redeemed. Don't throw it away: someone who manages this server can look at `/credit show`, and whoever runs Herald can ask the service.",
	"redeem.still_unknown":
		"The service refuses this code now, but the answer to an earlier try with it was lost: that try may have redeemed it. Someone who manages this server can look at `/credit show`.",
	"redeem.unavailable.unreachable":
		"The service can't be reached, and the code was not sent. It is still good: try again in a minute.",
	"redeem.unavailable.not_served":
		"This speech service doesn't redeem codes here. The code is still good; whoever runs Herald has to look at the settings.",
	"redeem.busy": "Another redemption is being processed. The code is still good: try again in a few seconds.",
	"redeem.unauthorized":
		"The service doesn't let Herald redeem codes. The code is still good; whoever runs Herald has to check its token.",
	"redeem.rate_limited": "The service takes no more codes for now. The code is still good: try again {when}.",
	"redeem.too_fast.member": "That's a lot of codes: you can try the next one {when}.",
	"redeem.too_fast.refusals": "Three codes in a row were refused: you can try another {when}.",
	"redeem.too_fast.guild": "This server has tried many codes: the next one can be tried {when}.",
	"redeem.too_fast.service": "Many codes are being redeemed at the moment: try again {when}.",
	"redeem.mistyped": "A character of this code is mistyped: check it and try again. Nothing was sent.",
	"redeem.in_progress": "This code is being redeemed right now.",
	"credit.month":
		"**This month in this server:** {texts} texts, {seconds} s of speech made, {prompt} tokens in, {audio} tokens out; {cached} of {lines} lines came from the cache. At the embedded service's prices that is {units} units, about {usd}.",
	"credit.entry": "{when} · {who} · {outcome}{amount}",
	"credit.someone": "someone",
	"credit.nobody": "Nobody has redeemed a code in this server.",
	"credit.outcome.sent": "under way",
	"credit.outcome.redeemed": "redeemed",
	"credit.outcome.refused": "refused",
	"credit.outcome.busy": "busy",
	"credit.outcome.unauthorized": "not let in",
	"credit.outcome.rate_limited": "too many tries",
	"credit.outcome.unavailable": "not redeemed",
	"credit.outcome.unknown": "unknown",

	"channel.answer": "**{voice}** speaks in {channel} · {place}\n> {text}",
	"channel.now": "now",
	"channel.place": "{place}. in the queue, in about {seconds} s",
	"channel.line_failed": "A part was left out. {why}",
	"channel.moved": "Herald was moved to {channel} and goes on there.",
	"channel.failed": "None of it could be spoken.",
	"channel.left": "Herald left the channel before this was over.",
	"channel.skipped": "Skipped.",
	"channel.stopped": "Stopped.",
	"channel.skipped.count": "Skipped: {count}.",
	"channel.stopped.count": "Stopped: {count}.",
	"channel.joined": "Herald is in {channel}.",
	"channel.gone": "Herald has left {channel}.",
	"channel.queue.empty": "Herald is in {channel}, and nothing waits.",
	"channel.queue.total": "**{channel}** · texts: {count}, about {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"button.skip": "Skip",
	"button.stop": "Stop",
	"server.channel.show":
		"**Leaves when alone after** {alone}\n**Leaves when idle after** {idle}\n**Longest text in a channel** {text}",

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
	"problem.voice.others_decide":
		"Others are listening, so that is for whoever may move members or manage the server. `/skip` can be agreed on by more than half of the listeners.",
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
