import type { LocaleString } from "discord-api-types/v10";

/** English: what every other language says, too. Commands and options are called as their declarations call them. */
// Not en-US, which would put a comma before the "and" of a list.
export const locales = ["en-GB"] as const;

/**
 * What each command, subcommand and option does, as Discord lists it: at most 100 characters. A key is the names down to
 * it; options of several commands have keys of their own.
 */
export const commands = {
	say: "Turn a text into speech",
	"say.text": "What to say. Dialogue: Kore: Hello! Puck: Hi! Tags: [laughs] [whispers] [pause 2s]",
	"say.file": "A text file to say instead: .txt, .md, .srt or .vtt",
	"sound.voice": "Who speaks: a name, or what the voice sounds like",
	"sound.style": "How to say it, for example: whispering, amused",
	"sound.speed": "How fast, from 0.5 to 2: 1 is the voice's own pace",
	"sound.language": "The language, where the text alone doesn't tell it",
	"sound.as": "Where the speech goes",
	// In a message's menu, which shows the name alone.
	Speak: "Read a message aloud: right-click it or hold it, then choose Apps",
	"Read or not?":
		"Show whether a message is read aloud, and why: right-click it or hold it, then choose Apps",
	voice: "How you sound in this server",
	"voice.me": "Choose how you sound here, and whether you may be read aloud",
	"sound.delivery": "Where the speech goes",
	"voice.me.reading": "Whether your messages may be read aloud in this server",
	"voice.me.name": "How your name is said when you are read aloud",
	"voice.me.reset": "Reset your choices first",
	"voice.show": "Show how you sound here, and why",
	"voice.try": "Hear a voice, a style, a language or a speed; only you hear it",
	"voice.try.text": "What to say; without it, the voice introduces itself",
	"voice.list": "List all voices, with samples",
	"voice.preset": "Name ways to sound, for yourself: as a voice, and in dialogues",
	"preset.name": "What it is called",
	join: "Bring Herald into your voice channel",
	"join.channel": "A voice channel other than yours",
	leave: "Make Herald leave the voice channel",
	skip: "Skip what Herald is saying, or all of your texts",
	"skip.all": "Skip all of your texts, playing and waiting",
	stop: "Stop speaking and clear the queue",
	queue: "Show what Herald is saying and what is waiting",
	server: "How Herald speaks in this server",
	"list.action": "What to do with the list",
	redeem: "Redeem a code for the account that pays for this bot's speech, not for you",
	"redeem.code": "The code; nobody else can see it",
	credit: "What speech costs here, and who redeemed codes",
	"credit.show": "Show the balance, if known, and this server's usage this month",
	"credit.history": "Who redeemed a code, when, and for how much",
	help: "Show what Herald can do, and what you can use here",
	"help.command": "Show more about one command",
	"forget-me": "Erase what Herald stores about you in this server",
} as const;

/** Names of choices. */
export const choices = {
	"delivery.auto": "automatic",
	"delivery.channel": "voice channel",
	"delivery.file": "file",
	"delivery.voice-message": "voice message",
	"voice.me.reading.on": "yes",
	"voice.me.reading.off": "no, never",
	"action.add": "add",
	"action.remove": "remove",
	"action.list": "show",
} as const;

/**
 * Every sentence that a member may read. They are ICU messages: `{name}` is filled in, and
 * `{count, plural, one {# text} other {# texts}}` chooses by number. The other languages hold the same keys.
 */
export const sentences = {
	"list.separator": ", ",
	"say.answer": "**{voice}** · {length}\n> {text}",
	"say.asked_by": "-# For {who}",
	"say.one_of": "Give Herald something to say: either `text` or `file`, not both.",
	"book.offer": "This takes about {minutes, plural, one {# minute} other {# minutes}} to say.",
	"book.offer.share":
		"This takes about {minutes, plural, one {# minute} other {# minutes}} to say: {percent, number}% of this server's speaking time per day.",
	"book.over.member":
		"You have {left, plural, one {# minute} other {# minutes}} left today of your {limit, plural, one {# minute} other {# minutes}}. The operator can raise that (`MEMBER_SECONDS_PER_DAY`).",
	"book.over.guild":
		"This server has {left, plural, one {# minute} other {# minutes}} left today of its {limit, plural, one {# minute} other {# minutes}}. Members who manage it can raise that with `/server`, up to what the operator allows (`GUILD_SECONDS_PER_DAY`).",
	"book.fits": "The first {minutes, plural, one {# minute} other {# minutes}} can be spoken today.",
	"book.fits.nothing": "There is too little left to begin with it today.",
	"book.button.all": "Speak it",
	"book.button.fitting": "Speak what fits",
	"book.button.rest": "Speak the rest",
	"book.button.no": "Don't speak it",
	"book.button.cancel": "Cancel",
	"book.declined": "This isn't spoken.",
	"book.under_way": "**{voice}** · {percent, number}% spoken\n> {text}",
	"book.done": "**{voice}** · {length} in {parts, plural, one {# file} other {# files}}\n> {text}",
	"book.rest":
		"-# {percent, number}% of the text is spoken. The rest can be spoken later; it is erased {when}.",
	"book.cancelled": "**{voice}** · cancelled at {percent, number}%\n> {text}",
	"book.expired": "**{voice}** · not done within a day, ended at {percent, number}%\n> {text}",
	"book.failed": "**{voice}** · ended at {percent, number}%\n> {text}\n{why}",
	"book.left_out":
		"-# {count, plural, one {A passage} other {# passages}} couldn't be spoken and had to be left out.",
	"book.part": "**{voice}** · part {part, number} · {length} · for {who}\n> {text}",
	"book.cancelled.told": "Cancelled. What was posted stays.",
	"book.offer.channel": "Herald reads it in {channel}, and speaks other texts between two paragraphs.",
	"book.button.pause": "Pause",
	"book.button.resume": "Go on",
	"book.button.back": "Back a paragraph",
	"book.button.end": "End",
	"book.reading": "**{voice}** reads in {channel} · {percent, number}%\n> {text}",
	"book.paused": "**{voice}** in {channel} · paused at {percent, number}%\n> {text}",
	"book.paused.hint": "-# After half an hour, or when Herald leaves, it can't go on any more.",
	"book.read": "**{voice}** in {channel} · read to the end\n> {text}",
	"book.pause_over": "It was paused for half an hour.",
	"say.progress": "Speaking… {done} of {total}",

	"say.without_style": "-# The speech service doesn't support styles, so this was spoken without one.",
	"say.without_style.own": "-# This bot's own voice has no styles, so the style isn't heard.",
	"say.language_unspoken": "-# There is no voice for {language} here: the text was spoken in another one.",
	"say.words_left_out":
		"-# A whole text is spoken in one language, so words in another script may be left out.",
	"say.voice_message_refused": "Discord refused the voice message here, so it was sent as a file.",
	"lost.own": "-# Your voice {voice} is no longer available: choose another with `/voice me`.",
	"lost.preset.own":
		"-# The preset {preset} no longer exists, so you sound like {voice} now: choose another with `/voice me`.",
	"lost.preset.server":
		"-# This server's preset {preset} no longer exists, so {voice} speaks now: choose another with `/server`.",
	"lost.server": "-# This server's voice {voice} is no longer available: choose another with `/server`.",

	"button.another_voice": "Use another voice",
	"button.as_voice_message": "As a voice message",
	"button.as_file": "As a file",
	"button.choose_voice": "Which voice?",
	"button.use_voice": "Use this voice",
	"button.over": "This button only works for 14 minutes: use the command again.",
	"button.not_yours": "Only the member who used the command can use its buttons.",
	"voices.female": "Female voices",
	"voices.male": "Male voices",
	"voices.other": "Other voices",
	"voice.sex.female": "female",
	"voice.sex.male": "male",
	"voice.character.breathy": "breathy",
	"voice.character.breezy": "breezy",
	"voice.character.bright": "bright",
	"voice.character.casual": "casual",
	"voice.character.clear": "clear",
	"voice.character.easy-going": "easy-going",
	"voice.character.even": "even",
	"voice.character.excitable": "excitable",
	"voice.character.firm": "firm",
	"voice.character.forward": "forward",
	"voice.character.friendly": "friendly",
	"voice.character.gentle": "gentle",
	"voice.character.gravelly": "gravelly",
	"voice.character.informative": "informative",
	"voice.character.knowledgeable": "knowledgeable",
	"voice.character.lively": "lively",
	"voice.character.mature": "mature",
	"voice.character.smooth": "smooth",
	"voice.character.soft": "soft",
	"voice.character.upbeat": "upbeat",
	"voice.character.warm": "warm",
	"voice.character.youthful": "youthful",

	"style.cheerful": "cheerful and lively",
	"style.calm": "calm and slow, like a bedtime story",
	"style.whispering": "whispering, as if telling a secret",
	"style.solemn": "solemn, like a newsreader",
	"style.excited": "excited, like a sports commentator",

	"from.option": "from the command",
	"from.own": "your choice",
	"from.server": "this server's choice",
	"from.locale": "your Discord's language",
	"from.default": "the default",
	"delivery.auto": "automatic",
	"delivery.file": "file",
	"delivery.voice-message": "voice message",
	"delivery.channel": "voice channel",
	none: "none",

	"voice.show":
		"**Voice** {voice} ({voiceFrom})\n**Style** {style} ({styleFrom})\n**Speed** {speed, number}× ({speedFrom})\n**Delivery** {delivery} ({deliveryFrom})\n**Language** {language}",
	"language.from": "{language} ({from})",
	"language.unless": "{language}, unless a text is clearly in another language",
	"language.by_service": "as each text is written",
	"voice.read": "**Read aloud** yes, where this server has messages read",
	"voice.not_read": "**Read aloud** never: your messages aren't read in this server",
	"voice.name": "**Spoken name** {name}",
	"voice.presets": "**Your presets** {names}",
	"voice.changed": "Your choices for this server are saved:",
	"voice.reset": "Your choices for this server are reset. You now sound like this:",
	"voice.list":
		"All voices and what they sound like. Choose one to hear it, or try one with a sentence of your own (`/voice try`); samples count towards your speaking time.\n{voices}",
	"voice.sample.answer": "**{voice}**",

	"preset.needed": "Say what it is called in `name`, and who speaks in `voice`.",
	"preset.need_name": "Say which one in `name`.",
	"preset.bad_name":
		"A name has two to {max, number} letters, digits, spaces, hyphens and apostrophes, and begins with a letter. In Chinese, Japanese and Korean, a single character is enough.",
	"preset.is_voice": "{name} is a voice already: choose another name.",
	"preset.is_label": "“{name}:” stands in ordinary texts, too: choose another name.",
	"preset.full": "There can be {max, number} at most: remove one first.",
	"preset.added": "{preset}\nChoose it as `voice`, or write “{name}: …” in a text.",
	"preset.removed": "{what} is removed.",
	"preset.of_server": "this server's preset {preset}",
	"preset.none.own": "You have no presets here.",
	"preset.list.own": "Your presets here:",
	"server.not_manager": "Only members who can manage this server can do that.",
	"server.seconds_too_many":
		"The operator allows {max, plural, one {# second} other {# seconds}} a day at most: choose a smaller number.",
	"server.default": "{value} (default)",
	"server.speed": "{speed, number}×",
	"server.decibels": "{decibels, number, ::sign-except-zero} dB",
	"server.seconds": "{seconds, plural, one {# second} other {# seconds}}",
	"server.unlimited": "no limit",
	"server.characters": "{max, plural, one {# character} other {# characters}}",
	"server.everyone": "everyone",

	"list.more": "… and {count} more",
	"list.missing": "Not on the list: {what}. Nothing was changed.",

	"reading.voice_chat": "the chat of the voice channel it is in",
	"reading.channel.bound": "{channel} (in {voice} only)",
	"reading.there": "Messages in {channels} are read aloud.",
	"reading.there.listeners": "What members in this voice channel write in {channels} is read aloud.",
	"reading.there.mentions": "Only messages that mention Herald can be read.",
	"reading.access.off": "The operator has turned reading off (`READ_MESSAGES`): no messages are read aloud.",
	"reading.access.setting":
		"The operator has limited reading (`READ_MESSAGES`): only messages that mention Herald are read aloud.",
	"reading.access.not_granted":
		"Only messages that mention Herald can be read aloud, because Discord shows it no others. To change that, the operator turns on the Message Content Intent in Discord's developer portal, under **Bot**, and restarts Herald.",
	"reading.access.withdrawn":
		"Only messages that mention Herald can be read aloud: Discord no longer shows it the others. To change that, the operator turns the Message Content Intent on again in Discord's developer portal, under **Bot**, and restarts Herald.",
	"reading.prefix": "messages that begin with “{prefix}”",
	"reading.webhook": "the webhook {id}",
	"reading.name_reset": "Herald no longer says {who}'s chosen name.",
	"reading.no_name": "{who} hasn't chosen a name.",
	"read-channels.guard": "-# A message is only read while everyone who listens can see its channel.",
	"ignore.default_prefix":
		"“{prefix}” is the default while no other prefix is set. To replace it, add the prefix you want.",
	"read-bots.no_bot": "{who} isn't a bot. Members don't need to be listed to be read.",
	"read-bots.herald": "Herald doesn't read its own messages.",
	"read-bots.no_webhook":
		"That isn't a webhook's id: it has 17 to 20 digits. You find it in the webhook's address, after webhooks/.",

	"dictionary.no_word": "That word can't be found in a text: it needs a letter, a digit or a sign.",
	"dictionary.too_long":
		"A word, and how it is said, can have {max, plural, one {# character} other {# characters}} each at most.",
	"dictionary.blocked": "This server blocks a word in that, so it can't be said.",
	"dictionary.entry": "{word} → {say}",
	"dictionary.nothing": "nothing",
	"dictionary.tried": "Herald would say:\n> {text}",
	"dictionary.imported":
		"The dictionary now has the file's {total, plural, one {# word} other {# words}} and nothing else.",
	"dictionary.not_imported": "None of the file's lines can be used. Nothing was changed.",
	"dictionary.refused": "{count, plural, one {One line was} other {# lines were}} left out:",
	"dictionary.refused.line": "Line {line}: {why}",
	"dictionary.refused.no_tab": "no tab between the word and how it is said",
	"dictionary.refused.no_word": "no word before the tab",
	"dictionary.refused.too_long": "too long",
	"dictionary.refused.duplicate": "the word is in an earlier line",
	"dictionary.refused.too_many": "the dictionary is full",
	"dictionary.refused.blocked": "a word that this server blocks",

	"speak.pictures": "{count, plural, one {with a picture} other {with # pictures}}",
	"speak.videos": "{count, plural, one {with a video} other {with # videos}}",
	"speak.sounds": "{count, plural, one {with a sound} other {with # sounds}}",
	"speak.files": "{count, plural, one {with a file} other {with # files}}",
	"speak.embed": "with an embed",
	"speak.sticker": "with the sticker {name}",
	"speak.forward": "Forwarded",
	"speak.reply": "In reply",
	"speak.reply.to": "In reply to {who}",
	"speak.poll": "A poll: {poll}",

	"reading.notice":
		"-# {readThere} A speech service turns it into sound. If you don't want your messages read, turn off `reading` in `/voice me`.",
	"reading.notice.joined_for": "Herald joined for {who}.",
	"reading.declined":
		"Your messages are no longer read aloud in this server. To have them read again, turn on `reading` in `/voice me`.",
	"reading.notice.paused": "-# {who} has paused reading aloud here.",
	"reading.limited":
		"-# The speech service takes few requests at the moment, so messages are read a little later, several at a time.",
	"reading.interrupted":
		"-# Herald is restarting: {count, plural, one {# message was} other {# messages were}} not read to the end.",
	"reading.cut_off": "-# Herald was restarted before all messages here had been read.",
	"reading.share_used": "-# What may be read aloud in this server today is used up. Reading goes on {when}.",
	"reading.failed": "That message couldn't be read.",
	"reading.left_out": "{count, plural, one {# message was} other {# messages were}} left out.",
	"reading.joined": "{who} {count, plural, one {has joined.} other {have joined.}}",
	"reading.left": "{who} {count, plural, one {has left.} other {have left.}}",
	"reading.someone": "someone",
	"reading.people": "{count, plural, one {# person} other {# people}}",
	"reading.others": "{count, plural, one {# other} other {# others}}",
	"button.pause_reading": "Pause reading",
	"button.resume_reading": "Go on reading",
	"button.dont_read_me": "Don't read me",
	"read.reply": "{who} to {whom}",
	"read.forward": "{who} forwards",
	"read.pictures": "{count, plural, one {a picture} other {# pictures}}",
	"read.videos": "{count, plural, one {a video} other {# videos}}",
	"read.sounds": "{count, plural, one {a sound} other {# sounds}}",
	"read.files": "{count, plural, one {a file} other {# files}}",
	"read.voice": "a voice message of {seconds, plural, one {# second} other {# seconds}}",
	"read.sticker": "a sticker: {name}",
	"read.embed": "an embed",
	"read.poll": "a poll: {question}",
	"read.answers": "{count, plural, one {# answer} other {# answers}}",
	"read.more": "and more",

	"verdict.read": "**Read aloud** in {channel}.",
	"verdict.skipped": "**Not read aloud.** {why}",
	"verdict.words": "As spoken: {words}",
	"verdict.cost": "-# About {seconds, plural, one {# second} other {# seconds}} of speech.",
	"verdict.cost.left":
		"-# About {seconds, plural, one {# second} other {# seconds}} of speech. Today, {left, plural, one {# more second} other {# more seconds}} of its author's messages can be read.",
	"skip.reading_off": "Herald's operator has turned off reading aloud.",
	"skip.not_in_voice": "Herald isn't in a voice channel right now.",
	"skip.paused": "Reading is paused right now.",
	"skip.private_thread": "Private threads are never read.",
	"skip.channel_not_read":
		"Herald doesn't read this channel. Members who can manage this server can change that with `/server`.",
	"skip.spoken_elsewhere": "This channel is read in another voice channel than the one Herald is in.",
	"skip.own_message": "Herald doesn't read its own messages.",
	"skip.bot_not_read":
		"A bot's messages are only read if members who can manage this server add it with `/server`.",
	"skip.webhook_not_read":
		"A webhook's messages are only read if members who can manage this server add it with `/server`.",
	"skip.not_ordinary":
		"Herald only reads what members write, not Discord's own notices or answers to commands.",
	"skip.mentions_only": "Discord only shows Herald messages that mention it, and this one doesn't.",
	"skip.silent": "It was sent silently.",
	"skip.opted_out": "Its author doesn't want to be read aloud.",
	"skip.forwarded_opted_out": "The author of the message that it forwards doesn't want to be read aloud.",
	"skip.forward_unknown":
		"Herald can't see the message that it forwards, so it can't tell whether its author wants to be read aloud.",
	"skip.ignored_member": "This server doesn't have its author read aloud.",
	"skip.ignored_role": "Its author has a role that this server doesn't have read aloud.",
	"skip.ignored_prefix": "It begins with a prefix that this server doesn't have read aloud.",
	"skip.role_required": "Only members with {role} are read in this server.",
	"skip.not_listening": "Only members in Herald's voice channel are read, and its author isn't there.",
	"skip.author_timed_out": "Its author is timed out.",
	"skip.author_muted": "A moderator has muted its author in voice channels.",
	"skip.author_may_not_speak": "Its author can't speak in Herald's voice channel.",
	"skip.nobody_listens": "Nobody is listening in Herald's voice channel.",
	"skip.listener_may_not_view":
		"Someone in Herald's voice channel can't see this channel, so nothing from here is read there.",
	"skip.forbidden_word": "It contains a word that this server blocks.",
	"skip.forbidden_name": "The name spoken before it contains a word that this server blocks.",
	"skip.unspeakable": "There is nothing to speak in it.",
	"skip.unread_script": "No voice here can read its script.",
	"skip.too_fast": "Its author wrote too many messages in a minute.",
	"skip.repeated": "Its author wrote the same thing just before.",
	"skip.left_behind": "So much was written that it would have been read too late.",
	"skip.member_over_share": "Too little of its author's speaking time for today is left for reading.",
	"skip.guild_over_share": "Too little of this server's speaking time for today is left for reading.",

	"forget.ask":
		"This erases what Herald stores about you in this server: your voice, style, speed, delivery, language, presets and spoken name, the texts behind your buttons, a long text that is being spoken for you, which ends, your speaking time on earlier days, and your name next to codes you redeemed. Today's seconds are kept until midnight (UTC), so that limits still apply. If you turned off being read aloud, that stays, too: otherwise erasing would turn it on again.",
	"forget.yes": "Erase",
	"forget.no": "Keep",
	"forget.kept": "Nothing was erased.",
	"forget.done": "Erased: {what}.",
	"forget.unread": "You still aren't read aloud in this server.",
	"forget.nothing": "Herald had nothing stored about you here.",
	"forget.preferences": "your voice preferences",
	"forget.presets": "{count, plural, one {your preset} other {# presets of yours}}",
	"forget.texts": "{count, plural, one {the text behind your buttons} other {# texts behind your buttons}}",
	"forget.book": "the long text that was being spoken for you",
	"forget.days": "your speaking time on {count, plural, one {one earlier day} other {# earlier days}}",
	"forget.redemptions": "your name next to redeemed codes",

	"problem.role_required": "Only members with {role} can use Herald to speak here.",
	"problem.text_too_long":
		"In this server, texts can have {max, plural, one {# character} other {# characters}} at most. Try a shorter one.",
	"problem.forbidden_word": "This server blocks a word in that text. Try other words.",
	"problem.unspeakable_name": "Herald can't say that name: it needs a letter or a digit.",
	"problem.name_taken":
		"Somebody in this server is called that, or a voice or role is, or it sounds or looks the same. Choose another name.",
	"problem.may_not_attach_files.member":
		"You can't attach files in this channel, so Herald can't post this for you. Try another channel.",
	"problem.may_not_send_voice_messages":
		"You can't send voice messages in this channel. Use `as: file`, or try another channel.",
	"problem.may_not_attach_files.herald":
		"Herald can't attach files in this channel. Someone who manages the channel needs to allow it.",
	"problem.not_read": "Herald can't look up what it needs for that right now. Try again in a minute.",
	"problem.not_stored": "Herald couldn't save that, so nothing was changed. Try again in a minute.",
	"problem.maybe_stored":
		"Herald lost its database just as it saved that, so it may or may not be saved. Take a look in a minute, and try again if it isn't.",

	"button.redeem": "Redeem a code",
	"button.again": "Say it again",
	"redeem.modal.title": "Redeem a code",
	"redeem.modal.code": "Code",
	"redeem.modal.whose": "It tops up the account that pays for this bot's speech, not yours.",
	"redeem.again": "Speak it now",
	"redeem.redeemed": "Code redeemed for the account that pays for this bot's speech. Thank you!",
	"redeem.redeemed.units":
		"Added {units} units (about {usd}) to the account that pays for this bot's speech. Thank you!",
	"balance.units": "Balance: {units} units (about {usd}).",
	"balance.unlimited": "Balance: unlimited.",
	"balance.unknown": "The speech service doesn't show its balance.",
	"redeem.refused.rejected":
		"The service refused this code. It may be mistyped, already used or expired: check it and try again.",
	"redeem.refused.used": "This code has already been used. Nothing was added.",
	"redeem.refused.unknown_code": "The service doesn't know this code. Check it for typos and try again.",
	"redeem.refused.expired": "This code has expired. Ask whoever gave it to you for a new one.",
	"redeem.unknown":
		"The service's answer was lost, so the code may or may not have been redeemed. Don't throw it away: someone who manages this server can check `/credit show`, and Herald's operator can ask the service.",
	"redeem.still_unknown":
		"The service refuses this code now, but its answer to an earlier try was lost, so that try may have redeemed it. Someone who manages this server can check `/credit show`.",
	"redeem.code.good": "Your code is still good.",
	"redeem.code.unknown":
		"The answer to an earlier try with this code was lost, so it may already have been redeemed: someone who manages this server can check `/credit show`.",
	"redeem.unavailable.unreachable":
		"Herald can't reach the service, so the code wasn't sent. {code} Try again in a minute.",
	"redeem.unavailable.not_served":
		"This speech service doesn't redeem codes here. {code} Herald's operator needs to check the settings.",
	"redeem.busy": "Another code is being redeemed. {code} Try again in a few seconds.",
	"redeem.unauthorized":
		"The service doesn't let Herald redeem codes. {code} Herald's operator needs to check the token.",
	"redeem.rate_limited": "The service isn't accepting codes at the moment. {code} Try again {when}.",
	"redeem.too_fast.member": "That's a lot of codes. You can try the next one {when}.",
	"redeem.too_fast.refusals": "Three codes in a row were refused. You can try another {when}.",
	"redeem.too_fast.guild": "This server has tried a lot of codes. You can try the next one {when}.",
	"redeem.too_fast.service": "A lot of codes are being redeemed at the moment. Try again {when}.",
	"redeem.mistyped": "This code has a typo: check it and try again. Nothing was sent.",
	"redeem.earlier": "Your last code's answer didn't reach you. Here it is: {outcome}",
	"redeem.in_progress": "This code is already being redeemed.",
	"credit.month":
		"**This server this month:** {texts, plural, one {# text} other {# texts}}, {seconds, plural, one {# second} other {# seconds}} of speech generated, {prompt, plural, one {# token} other {# tokens}} in, {audio, plural, one {# token} other {# tokens}} out; {cached, number} of {lines, plural, one {# line} other {# lines}} came from the cache. That is about {usd}.",
	"credit.entry": "{when} · {who} · {outcome}{amount}",
	"credit.someone": "someone",
	"credit.nobody": "Nobody has redeemed a code in this server yet.",
	"credit.outcome.sent": "in progress",
	"credit.outcome.redeemed": "redeemed",
	"credit.outcome.refused": "refused",
	"credit.outcome.busy": "service busy",
	"credit.outcome.unauthorized": "not allowed",
	"credit.outcome.rate_limited": "too many tries",
	"credit.outcome.unavailable": "not redeemed",
	"credit.outcome.unknown": "unknown",

	"channel.answer": "**{voice}** speaks in {channel} · {place}\n> {text}",
	"channel.now": "now",
	"channel.place":
		"{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in the queue, in about {seconds} s",
	"channel.line_failed": "Part of it was left out. {why}",
	"channel.ended": "**{voice}** in {channel} · {place}\n> {text}",
	"channel.spoken": "spoken",
	"channel.skipped_by_owner": "skipped",
	"channel.skipped_by": "skipped by {who}",
	"channel.skipped_by_vote": "skipped by vote",
	"channel.stopped_by_owner": "stopped",
	"channel.stopped_by": "stopped by {who}",
	"channel.unfinished": "not finished",
	"channel.unspoken": "not spoken",
	"vote.open": "{by} wants to skip {who}'s text: {votes} of {needed} votes.",
	"vote.skipped": "{who}'s text was skipped, as {by} suggested.",
	"vote.over": "{who}'s text is over, and so is {by}'s vote to skip it.",
	"channel.failed": "None of it could be spoken.",
	"channel.left": "Herald left the channel before this was finished.",
	"channel.skipped": "Skipped.",
	"channel.stopped": "Stopped.",
	"channel.skipped.count": "Skipped {count, plural, one {# text} other {# texts}}.",
	"channel.skipped.page": "Skipped a paragraph. The buttons under the text pause it, or end it.",
	"channel.stopped.count": "Stopped {count, plural, one {# text} other {# texts}}.",
	"channel.stopped.page": "The long text is paused: a button under it has it go on.",
	"channel.joined": "Herald is in {channel}.",
	"channel.gone": "Herald has left {channel}.",
	"channel.queue.empty": "Herald is in {channel}. The queue is empty.",
	"channel.queue.total": "**{channel}** · {count, plural, one {# text} other {# texts}}, about {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"channel.queue.read": "{place} {who}, read aloud · {voice} · {seconds} s",
	"channel.queue.page": "{place} {who}, a long text · {voice}",
	"button.skip": "Skip",
	"button.stop": "Stop",

	"help.about":
		"Herald turns text into speech: as a file, as a voice message, or live in a voice channel. {help} tells you more about a command.",
	"help.in_channel": "Herald is in {channel} right now.",
	"help.managers": "**For members who can manage this server**",
	"help.unknown": "That command doesn't exist, or you can't use it here. You can use these:",
	"help.menu": "**Apps → {name}**",
	"help.option": "`{name}` {description}",
	"help.option.required": "`{name}` (required) {description}",
	"help.all": "All commands",

	bug: "Something went wrong. If it happens again, give Herald's operator this number: `{id}`.",
	"interrupted.text": "Herald was restarted before this was finished: use the command again.",
	"interrupted.code": "Herald was restarted before it got to this code: redeem it again.",
	stale: "This no longer works: use the command again.",

	"problem.unauthorized":
		"The speech service doesn't accept Herald's key. Herald's operator needs to check it.",
	"problem.forbidden":
		"The speech service refuses Herald's account. Herald's operator needs to look into it.",
	"problem.key_exhausted":
		"The key that Herald speaks with has reached its own limit. Herald's operator needs to raise it; codes don't change it.",
	"problem.own_account":
		"The speech service refuses this server's own account. Members who manage the server can see why with `/account`.",
	"problem.out_of_credit":
		"The account that pays for speech is empty. Redeem a code with `/redeem`, then try again.",
	"problem.rate_limited": "The speech service is busy: try again {when}.",
	"problem.daily_limit": "The speech service's limit for today is reached: try again {when}.",
	"problem.model_unavailable":
		"The speech service offers none of Herald's models. Herald's operator needs to check `SPEECH_MODELS`.",
	"problem.bad_request":
		"The speech service didn't understand the request. Try another voice or a simpler text.",
	"problem.blocked": "The speech service won't speak this text. Try other words.",
	"problem.no_audio": "The speech service returned no sound for this text. Try other words or another voice.",
	"problem.too_long": "This text is too long for the speech service. Split it into shorter ones.",
	"problem.upstream": "The speech service is having problems. Try again in a minute.",
	"problem.network": "Herald can't reach the speech service. Try again in a minute.",
	"problem.timeout": "The speech service took too long. Try again, perhaps with a shorter text.",
	"problem.bad_response":
		"Something answered, but it isn't a speech service. Herald's operator needs to check `SPEECH_BASE_URL`.",
	"problem.unspeakable": "There is nothing to speak in this text: it needs a letter or a digit.",
	"problem.bad_file.empty": "There is nothing to say in that file.",
	"problem.bad_file.encoding":
		"Herald can't read that file's characters. Save it as UTF-8 and attach it again.",
	"problem.bad_file.binary":
		"That isn't a text file. Herald reads plain text (.txt), Markdown (.md) and subtitles (.srt, .vtt).",
	"problem.bad_file.gone": "Discord no longer has that file. Attach it again.",
	"problem.bad_file.unreachable": "Herald couldn't get that file from Discord. Try again in a minute.",
	"problem.file_too_long":
		"That file is too long: {max, plural, one {# character} other {# characters}} are the most that Herald reads of one. The operator can change that (`TEXT_FILE_MAX_CHARACTERS`).",
	"problem.may_not_post":
		"A file this long is posted in parts. For that, Herald needs the permissions **View Channel**, **Send Messages** and **Attach Files** in this channel.",
	"problem.book_under_way":
		"Herald is already speaking a long text of yours here, or several of this server's. Wait until one is done, or cancel it.",
	"problem.book_in_channel":
		"Herald is already reading a long text in a voice channel here. Wait until it is over, or end it.",
	"problem.may_not_tell":
		"Herald tells in its message how a long text goes. For that, it needs the permission **View Channel** in this channel.",
	"problem.book_over": "That text isn't there to be spoken any more. Use `/say` again.",
	"problem.not_your_book": "Only who asked for this text can decide that, and members who can move others.",
	"problem.unread_script":
		"No voice here can read the script of this text. The voices here speak {spoken}; Herald's operator can add others (docs/voices.md).",
	"problem.unread_script.unlisted":
		"No voice here can read this text. Herald's operator can add voices (docs/voices.md).",
	"problem.unknown_language": "“{language}” isn't a language that Herald knows. Choose one from the list.",
	"problem.language_unavailable.unlisted":
		"No voice here speaks {language}. Choose another language from the list; Herald's operator can add voices (docs/voices.md).",
	"problem.language_unavailable":
		"No voice here speaks {language}. The voices here speak {spoken}; Herald's operator can add others (docs/voices.md).",
	"problem.unknown_language.near": "There is no language called “{language}”. Did you mean {suggestions}?",
	"problem.unknown_voice": "There is no voice called “{voice}”. Did you mean {suggestions}?",
	"problem.too_fast": "That's a lot of texts in one minute. Herald can speak your next one at {time}.",
	"problem.over_budget.member": "Your speaking time for today is used up. You can continue {when}.",
	"problem.over_budget.guild": "This server's speaking time for today is used up. You can continue {when}.",
	"problem.over_day.member":
		"This text takes longer than the {seconds, plural, one {# second} other {# seconds}} of speaking time a member has per day. Try a shorter one.",
	"problem.over_day.guild":
		"This text takes longer than the {seconds, plural, one {# second} other {# seconds}} of speaking time this server has per day. Try a shorter one.",
	"problem.guild_not_allowed": "Herald isn't enabled for this server. Herald's operator can enable it.",
	"problem.bot_missing":
		"This server has Herald's commands, but not Herald itself. Whoever manages the server can [add Herald](<{invite}>).",
	"problem.shutting_down": "Herald is restarting: try again in a minute.",

	"problem.voice.member_not_in_channel": "Join a voice channel first, or choose one.",
	"problem.voice.not_in_channel": "Herald isn't in a voice channel here.",
	"problem.voice.skipped": "This text was skipped before it began.",
	"problem.voice.nothing_to_skip": "Nothing to skip.",
	"problem.voice.nothing_to_stop": "Nothing to stop.",
	"problem.voice.missing_view": "Herald can't see {channel}: it needs the **View Channel** permission there.",
	"problem.voice.missing_connect": "Herald can't join {channel}: it needs the **Connect** permission there.",
	"problem.voice.missing_speak":
		"Nobody can hear Herald in {channel}: it needs the **Speak** permission there.",
	"problem.voice.channel_full":
		"{channel} is full: someone has to leave, or its user limit has to be raised.",
	"problem.voice.channel_is_afk":
		"{channel} is the AFK channel, where nobody can be heard. Choose another one.",
	"problem.voice.channel_gone": "That voice channel no longer exists.",
	"problem.voice.member_timed_out": "You are timed out and can speak again {when}.",
	"problem.voice.member_muted":
		"You are muted in this server. Until you are unmuted, Herald doesn't speak for you.",
	"problem.voice.member_may_not_speak":
		"You can't speak in that channel, so Herald doesn't speak for you there.",
	"problem.voice.herald_timed_out": "Herald is timed out in this server and can speak again {when}.",
	"problem.voice.herald_muted":
		"Herald is muted in this server. It continues in {channel} once a moderator unmutes it.",
	"problem.voice.herald_suppressed":
		"Herald is in the audience of {channel}. It continues once a moderator makes it a speaker or gives it the **Mute Members** permission.",
	"problem.voice.asked_to_speak":
		"Herald has asked to speak in {channel}. It continues once a moderator accepts.",
	"problem.voice.cannot_connect":
		"Discord's voice server for {channel} didn't answer. Try again in a minute.",
	"problem.voice.connection_lost":
		"Herald lost its connection to {channel} and couldn't get it back. Use `/join` again.",
	"problem.voice.call_ended": "Discord ended the call in {channel}. Use `/join` again.",
	"problem.voice.voice_rate_limited":
		"Discord closed Herald's connection to {channel}: too many in a short time. Wait a few minutes, then use `/join` again.",
	"problem.voice.removed": "Herald was removed from {channel}.",
	"problem.voice.others_listen":
		"Others are listening: {votes} of {needed} votes to skip. Members with **Move Members** can skip without a vote.",
	"problem.voice.others_decide":
		"Others are listening, so only members with **Move Members** or **Manage Server** can do that. With `/skip`, more than half of the listeners can vote to skip.",
	"problem.voice.busy_elsewhere":
		"Herald is with others in {channel}. Join them there, or ask someone with **Move Members** to bring it over.",
	"problem.voice.queue_full":
		"{limit, plural, one {# text is} other {# texts are}} already waiting. Try again when some have been spoken.",
	"problem.voice.queue_too_long": "The queue would be longer than {limit} seconds. Try again a little later.",
	"problem.voice.too_many_of_yours":
		"{limit, plural, one {# of your texts is} other {# of your texts are}} already waiting. Wait until some have been spoken.",
	"problem.voice.text_too_long":
		"In a voice channel, a text can take {limit, plural, one {# second} other {# seconds}} at most. Post it as a file instead.",

	"page.voice": "Voice",
	"page.reading": "Reading aloud",
	"page.who": "Who",
	"page.limits": "Limits",
	"page.words": "Words & dictionary",
	"page.presets": "Presets",
	"setting.voice": "Voice",
	"setting.style": "Style",
	"setting.speed": "Speed",
	"setting.language": "Language",
	"setting.delivery": "Where speech goes",
	"setting.volumeDb": "Volume in voice channels",
	"setting.messageTags": "Delivery tags in messages",
	"setting.voiceChat": "Read the voice channel's chat",
	"setting.names": "Say who wrote",
	"setting.announce": "Announce",
	"setting.autoJoin": "Join by itself",
	"setting.maxSeconds": "Longest part of a message to read",
	"setting.dialogue": "Dialogues in several voices",
	"setting.holdMs": "Wait before reading",
	"setting.speakerRole": "Who can use Herald",
	"setting.listenersOnly": "Only read members in Herald's channel",
	"setting.secondsPerDay": "Speaking time per day",
	"setting.sharePercent": "Reading's share of the speaking time",
	"setting.textMax": "Longest text",
	"setting.textSeconds": "Longest text in a voice channel",
	"setting.aloneSeconds": "Leave an empty channel after",
	"setting.idleSeconds": "Leave a quiet channel after",
	"setting.readRole": "Who is read",
	"setting.readRole.hint":
		"Only members with this role are read aloud; managers of the server always are. Bots are listed above.",
	"setting.readRole.default": "as for using Herald",
	"setting.quietHours": "Quiet hours",
	"setting.quietHours.hint":
		"Nothing is read, announced or spoken in voice channels then, and Herald doesn't join by itself.",
	"setting.quietHours.format": "From – to",
	"setting.timeZone": "Time zone",
	"setting.timeZone.hint": "For quiet hours.",
	"setting.timeZone.search": "A city or region: Berlin, New York, Asia",
	"panel.bad_hours": "Nothing was changed: give two times, such as 22:00–07:00.",
	"problem.quiet_hours": "This server has quiet hours: Herald speaks in voice channels again {when}.",
	"skip.quiet_hours": "It is this server's quiet hours.",
	"setting.firstRole": "Who goes first",
	"setting.firstRole.hint":
		"For members who can't speak: their texts and messages come before others' that wait, at most every second one, and interrupt nobody.",
	"setting.firstRole.default": "no one",
	"setting.memberVoices": "Members who haven't chosen a voice",
	"setting.memberVoices.hint":
		"With a voice for each, the same person always has the same; the voice above is then for what Herald itself says. A preset with the name of a bot or webhook is its voice.",
	"memberVoices.one": "one voice for all",
	"memberVoices.each": "a voice for each of them",
	"setting.reading": "Read my messages aloud",
	"setting.reading.hint": "Where this server has messages read.",
	"setting.spokenName": "How my name is said",
	"me.title": "**How you sound in this server**",
	"me.reset": "Reset how I sound",
	"me.is_reset": "Your choices are back to the server's.",
	"setting.voice.hint": "For members who haven't chosen a voice.",
	"setting.messageTags.hint":
		"Messages that are read may use [laughs], [whispers] and [pause 2s], as /say does.",
	"setting.dialogue.hint": "A line that starts with a voice's name (Kore: Hello!) is in that voice.",
	"setting.holdMs.hint": "Gives moderation bots time to delete a message.",
	"setting.speakerRole.hint": "Managers of the server always can.",
	"setting.secondsPerDay.hint": "For the whole server, up to the operator's limit.",
	"setting.voice.search": "A name, or what the voice sounds like",
	"setting.language.search": "A language's name: German, Deutsch, de",
	"names.off": "never",
	"names.changed": "when the speaker changes",
	"names.always": "before every message",
	"announce.off": "nothing",
	"announce.joins": "who joins",
	"announce.both": "who joins and who leaves",
	"autoJoin.off": "never",
	"autoJoin.on-message": "when there is a message to read",
	"autoJoin.on-entry": "when someone enters a voice channel",
	"list.channels": "Channels that are read",
	"list.channels.hint": "Public threads are read along with their channel.",
	"list.ignores": "Not read",
	"list.ignores.hint": "Members, roles, and how messages start that are skipped.",
	"list.sources": "Bots and webhooks that are read",
	"list.sources.hint": "No others are read.",
	"list.words": "Blocked words",
	"list.words.hint": "Herald says no text that has one of them.",
	"list.dictionary": "Dictionary",
	"list.dictionary.hint": "How Herald says words when it reads aloud.",
	"list.presets": "Presets",
	"list.presets.hint":
		"Save voice presets for this server: they can be chosen as a voice, and speak in dialogues.",
	"list.none": "none",
	"list.count": "{count, plural, one {# entry} other {# entries}}",
	"list.page": "Page {page, number} of {count, number}",
	"list.add": "Add…",
	"list.try": "Try it out…",
	"list.import": "Import…",
	"list.export": "Export",
	"list.previous": "Previous",
	"list.next": "Next",
	"list.remove": "Choose what to remove",
	"list.added": "Added: {what}.",
	"list.removed": "Removed: {what}.",
	"list.gone": "That is no longer on the list.",
	"list.nothing_given": "Nothing was given, so nothing was changed.",
	"list.full": "The list holds {max, plural, one {# entry} other {# entries}} at most. Nothing was changed.",
	"list.file": "Text file",
	"unit.seconds": "Seconds, or 1:30",
	"unit.milliseconds": "Seconds",
	"unit.characters": "Characters",
	"unit.decibels": "Decibels",
	"unit.percent": "Percent",
	"unit.times": "Times as fast",
	"limits.texts": "Texts per member and minute: {texts}. Herald's operator sets this.",
	"panel.setting": "**{name}:** {value}",
	"panel.saved": "Saved. {setting}",
	"panel.default": "Default: {value}",
	"panel.on": "on",
	"panel.off": "off",
	"panel.turn_on": "Turn on",
	"panel.turn_off": "Turn off",
	"panel.change": "Change…",
	"panel.edit": "Edit…",
	"panel.back": "Back",
	"panel.percent": "{percent, number}%",
	"panel.bounds": "From {min, number} to {max, number}. Empty: the default, {fallback}.",
	"panel.empty_is_default": "Empty: the default, {fallback}.",
	"panel.out_of_bounds": "Nothing was changed: it takes a number from {min, number} to {max, number}.",
	"panel.search": "Search",
	"panel.search_again": "Search again…",
	"panel.none_found": "Nothing fits that. Try another name.",
	"panel.reset_page": "Reset this page",
	"panel.page_reset": "This page's settings are back to default.",
	"panel.reset_all": "Reset everything…",
	"panel.reset_all.ask":
		"Reset all settings of this server to the default? Lists stay as they are: channels, blocked words, the dictionary, presets.",
	"panel.reset_all.yes": "Reset everything",
	"panel.all_reset": "All settings are back to default.",
	"stale.command": "That part of Herald has changed. Use {command} instead.",
	"guide.reads": "**Read aloud:** {channels}.",
	"guide.nothing": "Nothing is read aloud yet: no channel is chosen, and the voice channel's chat is off.",
	"guide.not_in_voice": "Herald isn't in a voice channel.",
	"guide.join": "Join now",
	"guide.choose": "Choose channels…",
	"read-channels.spoken_in": "Only in this voice channel",
	"read-channels.anywhere": "Empty: wherever Herald is.",
	"ignore.who": "Members or roles",
	"ignore.prefix": "Skip messages that start with this",
	"ignore.everyone":
		"That would leave nobody to be read. To read nothing, turn off the voice channel's chat and remove the channels.",
	"sources.bots": "Bots",
	"sources.webhook": "A webhook's address or id",
	"words.too_long":
		"A word can have {max, plural, one {# character} other {# characters}} at most. Nothing was changed.",
	"dictionary.word": "Word or phrase",
	"dictionary.say": "Said as",
	"dictionary.silent": "Empty: the word is left out.",
	"dictionary.try": "A sentence to try",
	"preset.name": "Name",
	"preset.speed": "From {min, number} to {max, number}; 1 is the voice's own pace",
	"who.take_name": "**Take back a spoken name:** choose the member whose chosen name is no longer said.",
	"sources.webhook.hint": "A webhook's id, from its address or from a message of it",
	"words.separated": "Words or phrases, separated by commas",
	"words.file": "A text file with one word or phrase per line",
	"dictionary.file": "A text file: in each line a word, a tab, and how it is said",
	"list.bad_file": "Herald can't read that file. It must be UTF-8 text of at most 64 KiB.",
	"words.imported": "The list now has the file's {total, plural, one {# word} other {# words}}.",
} as const;

/** A command, subcommand or option. */
export type DescriptionKey = keyof typeof commands;
export type ChoiceKey = keyof typeof choices;
export type SentenceKey = keyof typeof sentences;

/** What a file of this folder holds, beside English's, where commands have no other names. */
export interface Language {
	/** Discord's locales that it is for: all of one language. */
	readonly locales: readonly [LocaleString, ...LocaleString[]];
	/** Name and description, as Discord allows them. */
	readonly commands: Readonly<Record<DescriptionKey, readonly [name: string, description: string]>>;
	/** Names of choices. */
	readonly choices: Readonly<Record<ChoiceKey, string>>;
	/** Every sentence that a member may read: an ICU message with the English one's placeholders. */
	readonly sentences: Readonly<Record<SentenceKey, string>>;
}
