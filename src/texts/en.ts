/**
 * English: what every other language says, too. Commands and options are called as their declarations call them, and what
 * is Discord's as its client calls it: server, channel, DM, stage, audience, server muted, timed out, webhook URL, ID.
 *
 * One word for one thing, and what isn't said for it:
 * - read (aloud): what Herald does with messages, files and channels; members aren't read, texts aren't spoken
 * - say: what `/say` does, and Herald with words; "have a text spoken"
 * - speak: what Herald and voices do, without an object; voices also speak languages
 * - speech: what is heard and paid for; speaking time: how much of it a day has; reading time: reading's share of that
 * - voice: one of those to choose; preset: a voice with its style, speed and language under a name; "saved voice"
 * - pronunciation: how a name or word is said; "spoken name", "said as"
 * - message: what members write in channels, and what waits in the queue; text: what `/say` is given, or is in a file
 * - prefix: "beginning of a message"; writing system: "script"; maximum: "longest"
 * - skip: leave out of the queue what plays or waits; stop: all of it; go first, move ahead: not "skip ahead"
 * - code: redeemed for credit; credit: what an account has (left); balance: how much that is; "is empty"
 * - account: at the speech service; connect, disconnect
 * - whoever hosts this bot: "operator"; members with **Manage Server**: "managers", "who can manage"
 * - save: "keep"; erase: "forget", "delete"; "Nothing was changed", "Nothing was saved", "No matches", "Leave empty …"
 */
// Not en-US, which would put a comma before the "and" of a list.
export const locales = ["en-GB"] as const;

/**
 * What each command, subcommand and option does, as Discord lists it: at most 100 characters. A key is the names down to
 * it; options of several commands have keys of their own.
 */
export const descriptions = {
	say: "Turn text into speech",
	"say.text": "What to say. Dialogue: Kore: Hello! Puck: Hi! Tags: [laughs] [whispers] [pause 2s]",
	"say.file": "A text file to read aloud instead: .txt, .md, .srt or .vtt",
	"sound.voice": "The voice: its name, or what it sounds like",
	"sound.style": "How to say it, for example: whispering, amused",
	"sound.speed": "Speed, from 0.5 to 2 (1 = normal)",
	"sound.language": "The language, if it isn't clear from the text",
	"sound.as": "Where the speech goes",
	// In a message's menu, which shows the name alone.
	Speak: "Read a message aloud: right-click it or hold it, then choose Apps",
	"Read or not?":
		"Show whether a message is read aloud, and why: right-click it or hold it, then choose Apps",
	voice: "How you sound",
	"voice.me": "Choose how you sound here, and whether your messages may be read aloud",
	"sound.delivery": "Where the speech goes",
	"voice.me.reading": "Whether your messages may be read aloud",
	"voice.me.name": "How your name is pronounced when your messages are read aloud",
	"voice.me.reset": "Reset your choices first",
	"voice.show": "Show how you sound here, and why",
	"voice.try": "Hear a voice, a style, a language or a speed; only you hear it",
	"voice.try.text": "What to say; without it, the voice introduces itself",
	"voice.list": "List all voices, with samples",
	"voice.preset": "Save voice presets of your own, also for dialogues",
	"preset.name": "The preset's name",
	"preset.prefix": "Messages with this prefix are read in this voice, for example: !w",
	join: "Bring Herald into your voice channel",
	"join.channel": "A voice channel other than yours",
	leave: "Make Herald leave the voice channel",
	skip: "Skip what Herald is saying, or everything of yours",
	"skip.all": "Skip everything of yours, playing and waiting",
	stop: "Stop speaking and clear the queue",
	queue: "Show what Herald is saying and what is waiting",
	server: "Change Herald's settings for this server",
	"list.action": "What to do with the list",
	redeem: "Redeem a code for the account that pays for this bot's speech, not for you",
	"redeem.code": "The code; nobody else can see it",
	account: "Who pays for speech in this server",
	"my-account": "Who pays for your speech in DMs, groups and servers without Herald, and the balance",
	credit: "What speech costs here, and who redeemed codes",
	"credit.show": "Show the balance, if known, and this server's usage this month",
	"credit.history": "Who redeemed a code, when, and for how much",
	help: "Show what Herald can do, and what you can use here",
	"help.topic": "What you want to do, or a command",
	"forget-me": "Erase what Herald stores about you",
} as const;

/**
 * Every sentence that a member may read. They are ICU messages: `{name}` is filled in, and
 * `{count, plural, one {# text} other {# texts}}` chooses by number. The other languages hold the same keys.
 */
export const sentences = {
	"list.separator": ", ",
	"voice.me.reading.on": "yes",
	"voice.me.reading.off": "no, never",
	"action.add": "add",
	"action.remove": "remove",
	"action.list": "show",
	"say.asked_by": "-# For {who}",
	"say.one_of": "Give Herald something to say: either `text` or `file`, not both.",
	"book.offer": "This takes about {minutes, plural, one {# minute} other {# minutes}} to read aloud.",
	"book.offer.share":
		"This takes about {minutes, plural, one {# minute} other {# minutes}} to read aloud: {percent, number}% of this server's speaking time per day.",
	"book.over.member":
		"You have {left, plural, one {# minute} other {# minutes}} left today of your {limit, plural, one {# minute} other {# minutes}}. Whoever hosts this bot can raise that (`MEMBER_SECONDS_PER_DAY`).",
	"book.over.guild":
		"This server has {left, plural, one {# minute} other {# minutes}} left today of its {limit, plural, one {# minute} other {# minutes}}. Members with **Manage Server** can raise that with `/server`, up to what whoever hosts this bot allows (`GUILD_SECONDS_PER_DAY`).",
	"book.fits": "The first {minutes, plural, one {# minute} other {# minutes}} can be read today.",
	"book.fits.nothing": "Too little time is left today to start it.",
	"book.button.all": "Read it aloud",
	"book.button.fitting": "Read what fits",
	"book.button.rest": "Read the rest",
	"book.button.no": "Don't read it",
	"book.button.cancel": "Cancel",
	"book.declined": "All right, Herald won't read this text.",
	"book.under_way": "**{voice}** · {percent, number}% read\n> {text}",
	"book.done": "**{voice}** · {length} in {parts, plural, one {# file} other {# files}}\n> {text}",
	"book.rest":
		"-# {percent, number}% of the text has been read. The rest can be read later; it is erased {when}.",
	"book.cancelled": "**{voice}** · cancelled at {percent, number}%\n> {text}",
	"book.expired": "**{voice}** · not finished within a day, ended at {percent, number}%\n> {text}",
	"book.failed": "**{voice}** · ended at {percent, number}%\n> {text}\n{why}",
	"book.left_out":
		"-# {count, plural, one {One passage} other {# passages}} couldn't be read and had to be left out.",
	"book.part": "**{voice}** · part {part, number} · {length} · for {who}\n> {text}",
	"book.cancelled.told": "Cancelled. What was posted stays.",
	"book.offer.channel": "Herald reads it in {channel}, and other messages between two paragraphs.",
	"book.button.pause": "Pause",
	"book.button.resume": "Resume",
	"book.button.back": "Back a paragraph",
	"book.button.end": "End",
	"book.reading": "**{voice}** reads in {channel} · {percent, number}%\n> {text}",
	"book.paused": "**{voice}** in {channel} · paused at {percent, number}%\n> {text}",
	"book.paused.hint": "-# You can resume within half an hour, as long as Herald stays in the channel.",
	"book.read": "**{voice}** in {channel} · read to the end\n> {text}",
	"book.pause_over": "It was paused for half an hour.",
	"say.waiting": "Waiting for the speech service…",
	"say.progress": "Speaking… {done} of {total}",

	"say.without_style": "-# The speech service doesn't support styles, so the style was left out.",
	"say.without_language":
		"-# The speech service doesn't let you choose a language, so it detected one from the text.",
	"say.cut_short": "-# The speech service stopped before the end of this text.",
	"say.own_voice": "-# The speech service isn't available right now, so one of Herald's own voices speaks.",
	"say.own_voice_no_credit":
		"-# The account that pays for speech has no credit left, so one of Herald's own voices speaks. `/redeem` adds credit.",
	"say.other_voice": "-# The speech service doesn't have this voice, so another one was used.",
	"say.without_style.own": "-# This bot's own voice doesn't support styles, so the style was left out.",
	"say.language_unspoken": "-# No voice here speaks {language}, so one for another language was used.",
	"say.words_left_out":
		"-# A text is read in one language throughout, so words in another writing system may be left out.",
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
	"button.in_channel": "Say it in the voice channel",
	"button.choose_voice": "Which voice?",
	"button.use_voice": "Use this voice",
	"button.over": "This button only worked for 14 minutes: use the command again.",
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
	"voice.heard.like": "like {voice}",
	"voice.heard.lower": "{percent, number}% lower",
	"voice.heard.higher": "{percent, number}% higher",
	"voice.heard.slower": "{percent, number}% slower",
	"voice.heard.faster": "{percent, number}% faster",

	"style.cheerful": "cheerful and lively",
	"style.calm": "calm and slow, like a bedtime story",
	"style.whispering": "whispering, as if telling a secret",
	"style.solemn": "solemn, like a newsreader",
	"style.excited": "excited, like a sports commentator",

	"from.option": "from the command",
	"from.own": "your choice",
	"from.everywhere": "your choice everywhere",
	"from.server": "this server's choice",
	"from.locale": "your Discord language",
	"from.default": "the default",
	"delivery.auto": "automatic",
	"delivery.file": "file",
	"delivery.voice-message": "voice message",
	"delivery.channel": "voice channel",
	none: "none",

	"voice.show":
		"**Voice** {voice} ({voiceFrom})\n**Style** {style} ({styleFrom})\n**Speed** {speed, number}× ({speedFrom})\n**Where speech goes** {delivery} ({deliveryFrom})\n**Language** {language}",
	"language.from": "{language} ({from})",
	"language.unless": "{language}, unless a text is clearly in another language",
	"language.by_service": "the language each text is written in",
	"voice.read": "**Read my messages aloud** yes, in channels that are read",
	"voice.not_read": "**Read my messages aloud** no, never",
	"voice.name": "**Pronunciation of your name** {name}",
	"voice.presets": "**Your presets** {names}",
	"voice.changed": "Your choices are saved:",
	"voice.reset": "Your choices are reset. You now sound like this:",
	"voice.list":
		"All voices and what they sound like. Choose one to hear it, or try one with a sentence of your own (`/voice try`); samples count towards your speaking time.\n{voices}",
	"voice.more":
		"…and {count, number} more: search for them by name or description wherever you choose a voice.",

	"preset.needed": "Enter a name in `name`, and choose a voice in `voice`.",
	"preset.need_name": "Choose which one in `name`.",
	"preset.bad_name":
		"A name has two to {max, number} letters, digits, spaces, hyphens and apostrophes, and begins with a letter. In Chinese, Japanese and Korean, a single character is enough.",
	"preset.is_voice": "{name} is already a voice: choose another name.",
	"preset.is_label": "“{name}:” also appears in ordinary texts: choose another name.",
	"preset.full": "There can be {max, number} at most: remove one first.",
	"preset.added": "{preset}\nChoose it as `voice`, or write “{name}: …” in a text.",
	"preset.removed": "{what} was removed.",
	"preset.with_prefix": "prefix “{prefix}”",
	"preset.of_server": "this server's preset {preset}",
	"preset.none.own": "You have no presets here.",
	"preset.list.own": "Your presets here:",
	"server.not_manager": "Only members with **Manage Server** can do that.",
	"server.seconds_too_many":
		"Whoever hosts this bot allows at most {max, plural, one {# second} other {# seconds}} a day: choose a smaller number.",
	"server.default": "{value} (default)",
	"server.speed": "{speed, number}×",
	"server.decibels": "{decibels, number, ::sign-except-zero} dB",
	"server.seconds": "{seconds, plural, one {# second} other {# seconds}}",
	"server.unlimited": "no limit",
	"server.characters": "{max, plural, one {# character} other {# characters}}",

	"list.more": "… and {count} more",
	"list.missing": "Not on the list: {what}. Nothing was changed.",

	"reading.voice_chat": "the chat of the voice channel that Herald is in",
	"reading.channel.bound": "{channel} (in {voice} only)",
	"reading.there": "Messages in {channels} are read aloud.",
	"reading.there.listeners": "What members in this voice channel write in {channels} is read aloud.",
	"reading.there.mentions": "Only messages that mention Herald can be read.",
	"reading.there.prefix": "Only messages with the prefix “{prefix}” are read.",
	"reading.here": "Messages here are read aloud in {voice}.",
	"reading.here.listeners": "What members in {voice} write here is read aloud there.",
	"reading.here.anywhere": "Messages here are read aloud in the voice channel that Herald is in.",
	"reading.here.anywhere.listeners": "What members in Herald's voice channel write here is read aloud there.",
	"reading.access.off":
		"Whoever hosts this bot has turned reading off (`READ_MESSAGES`): no messages are read aloud.",
	"reading.access.setting":
		"Whoever hosts this bot has limited reading (`READ_MESSAGES`): only messages that mention Herald are read aloud.",
	"reading.access.not_granted":
		"Only messages that mention Herald can be read aloud, because Discord doesn't show it any others. To change that, whoever hosts this bot needs to turn on the Message Content Intent in Discord's developer portal, under **Bot**, and restart Herald.",
	"reading.prefix": "messages with the prefix “{prefix}”",
	"reading.webhook": "the webhook {id}",
	"reading.name_reset": "The pronunciation was removed: Herald says {who}'s display name again.",
	"reading.no_name": "{who} hasn't chosen a pronunciation.",
	"read-channels.unseen": "Channel that Herald can't see ({id})",
	"read-channels.guard": "-# A message is only read while everyone listening can see its channel.",
	"ignore.default_prefix":
		"“{prefix}” is the default while no other prefix is set. To replace it, add the prefix you want.",
	"read-bots.no_bot": "{who} isn't a bot. Members don't need to be listed for their messages to be read.",
	"read-bots.no_webhook":
		"That isn't a webhook ID: it has 17 to 20 digits. You find it in the webhook URL, after webhooks/.",

	"dictionary.no_word": "That word can't be found in a text: it needs a letter, a digit or a symbol.",
	"dictionary.too_long":
		"A word and its pronunciation can have at most {max, plural, one {# character} other {# characters}} each.",
	"dictionary.nothing": "nothing",
	"dictionary.tried": "Herald would say:\n> {text}",
	"dictionary.imported":
		"The dictionary now has the file's {total, plural, one {# word} other {# words}} and nothing else.",
	"dictionary.not_imported": "None of the file's lines can be used. Nothing was changed.",
	"dictionary.refused": "{count, plural, one {One line was} other {# lines were}} left out:",
	"dictionary.refused.line": "Line {line}: {why}",
	"dictionary.refused.no_separator": "nothing between the word and its pronunciation, such as = or a comma",
	"dictionary.refused.no_word": "no word before the pronunciation",
	"dictionary.refused.too_long": "too long",
	"dictionary.refused.duplicate": "the word is on an earlier line",
	"dictionary.refused.too_many": "the dictionary is full",
	"dictionary.refused.blocked": "contains a word blocked in this server",

	"speak.forward": "Forwarded",
	"speak.reply": "In reply",
	"speak.reply.to": "In reply to {who}",
	"speak.poll": "A poll: {poll}",

	"reading.notice":
		"-# {readThere} A speech service turns the text into audio. If you don't want your messages read, turn off **Read my messages aloud** in `/voice me`.",
	"reading.notice.joined_for": "Herald joined for {who}.",
	"reading.declined":
		"Your messages are no longer read aloud in this server. To have them read again, turn on **Read my messages aloud** in `/voice me`.",
	"reading.notice.paused": "-# {who} has paused reading aloud here.",
	"reading.limited":
		"-# The speech service is accepting few requests at the moment, so messages are read a little later, several at a time.",
	"reading.interrupted":
		"-# Herald is restarting: {count, plural, one {# message was} other {# messages were}} not read to the end.",
	"reading.cut_off": "-# Herald was restarted before all messages here had been read.",
	"reading.share_used": "-# This server's reading time for today is used up. Reading resumes {when}.",
	"reading.failed": "That message couldn't be read.",
	"reading.left_out": "{count, plural, one {# message was} other {# messages were}} left out.",
	"reading.joined": "{who} {count, plural, one {has joined.} other {have joined.}}",
	"reading.left": "{who} {count, plural, one {has left.} other {have left.}}",
	"reading.someone": "someone",
	"reading.people": "{count, plural, one {# person} other {# people}}",
	"reading.others": "{count, plural, one {# other} other {# others}}",
	"button.pause_reading": "Pause reading",
	"button.resume_reading": "Resume reading",
	"button.dont_read_me": "Don't read my messages",
	"read.reply": "{who} to {whom}",
	"read.forward": "{who} forwarded",
	"read.pictures": "{count, plural, one {an image} other {# images}}",
	"read.videos": "{count, plural, one {a video} other {# videos}}",
	"read.sounds": "{count, plural, one {an audio file} other {# audio files}}",
	"read.files": "{count, plural, one {a file} other {# files}}",
	"read.voice": "a voice message of {seconds, plural, one {# second} other {# seconds}}",
	"read.sticker": "a sticker: {name}",
	"read.embed": "an embed",
	"read.poll": "a poll: {question}",
	"read.answers": "{count, plural, one {# answer} other {# answers}}",
	"read.more": "and more",

	"verdict.read": "**Read aloud** in {channel}.",
	"verdict.skipped": "**Not read aloud.** {why}",
	"verdict.words": "Read as: {words}",
	"verdict.cost": "-# About {seconds, plural, one {# second} other {# seconds}} of speech.",
	"verdict.cost.left":
		"-# About {seconds, plural, one {# second} other {# seconds}} of speech. Today, {left, plural, one {# more second} other {# more seconds}} of its author's messages can be read.",
	"skip.reading_off": "Whoever hosts this bot has turned off reading aloud.",
	"skip.paused": "Reading is paused right now.",
	"skip.private_thread": "Private threads are never read.",
	"skip.channel_not_read":
		"Herald doesn't read this channel. Members with **Manage Server** can change that with `/server`.",
	"skip.media_channel":
		"Media channels can't be read aloud: Discord doesn't offer them in Herald's list of channels.",
	"skip.spoken_elsewhere": "This channel is read in a different voice channel from the one Herald is in.",
	"skip.own_message": "Herald doesn't read its own messages.",
	"skip.bot_not_read":
		"Messages of a bot or webhook are only read once members with **Manage Server** add it with `/server`.",
	"skip.not_ordinary": "Herald only reads what members write, not system messages or answers to commands.",
	"skip.mentions_only": "Discord only shows Herald messages that mention it, and this one doesn't.",
	"skip.silent": "It was sent as a silent message.",
	"skip.opted_out": "Its author doesn't want their messages read aloud.",
	"skip.forwarded_opted_out": "The author of the original message doesn't want their messages read aloud.",
	"skip.forward_unknown":
		"Herald can't see the original message, so it can't check whether its author wants their messages read aloud.",
	"skip.ignored_member": "Its author's messages aren't read in this server.",
	"skip.ignored_role": "Its author has a role whose messages aren't read in this server.",
	"skip.ignored_prefix": "It has a prefix that is ignored in this server.",
	"skip.role_required": "Only messages of members with {role} are read in this server.",
	"skip.not_listening":
		"Only messages of members in Herald's voice channel are read, and its author isn't there.",
	"skip.author_timed_out": "Its author is timed out.",
	"skip.author_muted": "Its author is server muted.",
	"skip.author_may_not_speak": "Its author can't speak in Herald's voice channel.",
	"skip.nobody_listens": "Nobody is listening in Herald's voice channel.",
	"skip.listener_may_not_view":
		"Someone in Herald's voice channel can't see this channel, so nothing from here is read there.",
	"skip.forbidden_word": "It contains a word blocked in this server.",
	"skip.forbidden_name":
		"Its author's name, which Herald says first, contains a word blocked in this server.",
	"skip.unspeakable": "There is nothing in it to read aloud.",
	"skip.unread_script": "No voice here can read its writing system.",
	"skip.too_fast": "Its author wrote too many messages in a minute.",
	"skip.repeated": "Its author wrote the same thing just before.",
	"skip.left_behind": "There were so many messages that it would have been read too late.",
	"skip.member_over_share": "Its author's reading time for today is nearly used up.",
	"skip.guild_over_share": "This server's reading time for today is nearly used up.",

	"forget.ask":
		"This erases what Herald stores about you in this server:\n- your voice, style, speed, language, presets, the pronunciation of your name, and where your speech goes\n- the texts that the buttons under your answers repeat\n- a long text being read for you (it stops)\n- your speaking time on earlier days\n- your name next to codes you redeemed\nToday's speaking time is kept until midnight (UTC), so that limits still apply. If your messages aren't read aloud because you turned that off, it stays off.",
	"forget.ask.account.member": "The account you connected for yourself is disconnected, and its key erased.",
	"forget.ask.account.server":
		"You connected this server's account: your name there is erased, and the account goes on paying until someone disconnects it.",
	"forget.ask.elsewhere":
		"This erases what Herald stores about you everywhere, in all servers and DMs:\n- your voices, styles, speeds, languages, presets, the pronunciations of your name, and where your speech goes\n- the texts that the buttons under your answers repeat\n- long texts being read for you (they stop)\n- your speaking time on earlier days\n- your name next to codes you redeemed\nToday's speaking time is kept until midnight (UTC), so that limits still apply. Where your messages aren't read aloud because you turned that off, it stays off.",
	"forget.yes": "Erase",
	"forget.no": "Keep",
	"forget.kept": "Nothing was erased.",
	"forget.done": "Erased: {what}.",
	"forget.unread": "Where you turned off reading your messages aloud, it stays off.",
	"forget.nothing": "Herald had nothing stored about you here.",
	"forget.preferences": "your voice preferences",
	"forget.presets": "{count, plural, one {your preset} other {# presets of yours}}",
	"forget.texts":
		"{count, plural, one {the text behind the buttons of an answer} other {# texts behind the buttons of your answers}}",
	"forget.book": "the long text that was being read for you",
	"forget.days": "your speaking time on {count, plural, one {one earlier day} other {# earlier days}}",
	"forget.connected": "your name at a server's account",
	"forget.account": "the account you connected for yourself",
	"forget.redemptions": "your name next to redeemed codes",

	"problem.role_required": "Only members with {role} can use Herald here.",
	"problem.role_deleted":
		"The role for this was deleted. Members with **Manage Server** can choose another with `/server`.",
	"problem.text_too_long":
		"In this server, a text can have at most {max, plural, one {# character} other {# characters}}. Try a shorter one.",
	"problem.forbidden_word": "That text contains a blocked word. Try other words.",
	"problem.unspeakable_name": "Herald can't say that name: it needs a letter or a digit.",
	"problem.name_taken":
		"This server has a voice, role or member with that name, or with one that sounds or looks the same. Choose another name.",
	"problem.may_not_attach_files.member":
		"You can't attach files in this channel, so Herald can't post this for you. Try another channel.",
	"problem.may_not_send_voice_messages":
		"You can't send voice messages in this channel. Use `as: file`, or try another channel.",
	"problem.may_not_attach_files.herald":
		"Herald can't attach files in this channel. Someone who can edit the channel's permissions needs to allow it.",
	"problem.not_read": "Herald can't look that up in its database right now. Try again in a minute.",
	"problem.not_stored": "Herald couldn't save that, so nothing was changed. Try again in a minute.",
	"problem.maybe_stored":
		"Herald lost the connection to its database just as it saved that, so it may or may not be saved. Check in a minute, and try again if it wasn't.",

	"button.redeem": "Redeem a code",
	"button.again": "Say it again",
	"redeem.modal.code": "Code (up to {max} characters)",
	"redeem.modal.whose": "It tops up the account that pays for this bot's speech, not yours.",
	"redeem.again": "Say it now",
	"redeem.redeemed":
		"Code redeemed for the {whose, select, own {connected account} other {account that pays for this bot's speech}}. Thank you!",
	"redeem.redeemed.units":
		"Added {units} units (about {usd}) to the {whose, select, own {connected account} other {account that pays for this bot's speech}}. Thank you!",
	"balance.units": "Balance: {units} units (about {usd}).",
	"balance.unlimited": "Balance: unlimited.",
	"balance.unknown": "The speech service doesn't show its balance.",
	"redeem.refused.rejected":
		"The service refused this code. It may be mistyped, already used or expired, or the service couldn't redeem it just now: check it and try again.",
	"redeem.refused.used": "This code has already been used. Nothing was added this time.",
	"redeem.refused.unknown_code": "The service doesn't know this code. Check it for typos and try again.",
	"redeem.refused.expired": "This code has expired. Ask whoever gave it to you for a new one.",
	"redeem.unknown.lost":
		"The service's answer was lost, so the code may or may not have been redeemed. Don't throw it away: someone with **Manage Server** can check `/credit show`, and whoever hosts this bot can ask the service.",
	"redeem.unknown.lost.elsewhere":
		"The service's answer was lost, so the code may or may not have been redeemed. Don't throw it away: whoever hosts this bot can ask the service.",
	"redeem.unknown.unclear":
		"The service answered in a way that Herald doesn't know, so the code may or may not have been redeemed. Don't throw it away: someone with **Manage Server** can check `/credit show`, and whoever hosts this bot can ask the service.",
	"redeem.unknown.unclear.elsewhere":
		"The service answered in a way that Herald doesn't know, so the code may or may not have been redeemed. Don't throw it away: whoever hosts this bot can ask the service.",
	"redeem.unknown.lost_before":
		"The service refuses this code now, but its answer to an earlier try was lost, so that try may have redeemed it. Someone with **Manage Server** can check `/credit show`.",
	"redeem.unknown.lost_before.elsewhere":
		"The service refuses this code now, but its answer to an earlier try was lost, so that try may have redeemed it. Whoever hosts this bot can ask the service.",
	"redeem.code.good": "Your code is still good.",
	"redeem.code.unknown":
		"Herald doesn't know what came of an earlier try with this code, which may have redeemed it: someone with **Manage Server** can check `/credit show`.",
	"redeem.code.unknown.elsewhere":
		"Herald doesn't know what came of an earlier try with this code, which may have redeemed it: whoever hosts this bot can ask the service.",
	"redeem.unavailable.unreachable":
		"Herald can't reach the service, so the code wasn't sent. {code} Try again in a minute.",
	"redeem.unavailable.not_served":
		"This speech service doesn't redeem codes here. {code} Whoever hosts this bot needs to check the settings.",
	"redeem.unavailable.closed":
		"Codes can't be redeemed at this speech service for now. {code} Whoever hosts this bot can allow it there.",
	"redeem.unavailable.fault":
		"The service has a problem of its own, so nothing was redeemed. {code} Try again in a minute.",
	"redeem.busy": "Another code is being redeemed. {code} Try again in a few seconds.",
	"redeem.unauthorized":
		"The service doesn't let Herald redeem codes. {code} Whoever hosts this bot needs to check the token.",
	"redeem.rate_limited": "The service isn't accepting codes at the moment. {code} Try again {when}.",
	"redeem.too_fast.member": "That's a lot of codes. You can try the next one {when}.",
	"redeem.too_fast.refusals": "Three codes in a row were refused. You can try another {when}.",
	"redeem.too_fast.guild": "This server has tried a lot of codes. You can try the next one {when}.",
	"redeem.too_fast.service": "A lot of codes are being redeemed at the moment. Try again {when}.",
	"redeem.mistyped": "This code has a typo: check it and try again. Nothing was sent.",
	"redeem.earlier": "You never got the result of your last code. Here it is: {outcome}",
	"redeem.in_progress": "This code is already being redeemed.",
	"account.pays.server":
		"Speech in this server is paid for by {payer, select, own {the server's own account} other {whoever hosts this bot}}.",
	"account.pays.member":
		"Speech you request in DMs, groups and servers without Herald is paid for by {payer, select, own {your own account} other {whoever hosts this bot}}.",
	"account.connected_by": "{who} connected it {when}.",
	"account.effect.server":
		"With an account of its own at the speech service, the server pays for its speech, previews and long texts, and codes redeemed here go to that account. The key is stored encrypted and never shown.",
	"account.effect.member":
		"With an account of your own at the speech service, you pay for the speech you request in DMs, groups and servers without Herald, and codes you redeem there go to that account. The key is stored encrypted and never shown.",
	"account.costs_word":
		"The service has no way to check a key, so Herald tries it with one word of speech, which the account pays for.",
	"account.trouble.unauthorized":
		"⚠️ The service doesn't accept its key any more. Connect it again with a new one.",
	"account.trouble.forbidden": "⚠️ The service refuses the account. Ask whoever runs the service.",
	"account.trouble.key_exhausted":
		"⚠️ The key has reached its own limit. Raise it at the service; codes don't change it.",
	"account.trouble.subscription_exhausted": "⚠️ Its subscription is used up. Renew it at the service.",
	"account.trouble.out_of_credit":
		"⚠️ The account has no credit left. Redeem a code with `/redeem`, or add credit at the service.",
	"account.trouble.other_service":
		"⚠️ It belongs to a service that Herald doesn't use any more. Connect another one.",
	"account.trouble.unreadable": "⚠️ Herald can't decrypt its key any more. Connect it again.",
	"account.connect": "Connect an account",
	"account.reconnect": "Connect another",
	"account.disconnect": "Disconnect",
	"account.key": "Speech key",
	"account.key.hint": "Tried once, then stored encrypted. Five tries a day.",
	"account.token": "Access token",
	"account.token.hint": "The account's own token: Herald redeems codes with it.",
	"account.user": "User ID",
	"account.user.hint": "The account's number at the service",
	"account.connected": "Connected. From now on, this account pays.",
	"account.connected_empty":
		"Connected. From now on, this account pays. It has no credit left: unless a subscription pays or speech is free there, add credit or redeem a code.",
	"account.wrong": "The service doesn't accept this key. Nothing was saved.",
	"account.wrong_token": "The service doesn't accept this access token or user ID. Nothing was saved.",
	"account.forbidden": "The service refuses this account. Nothing was saved.",
	"account.no_credit": "This account has no credit left. Nothing was saved.",
	"account.limited":
		"The service doesn't take requests from this account right now. Nothing was saved. Try again later.",
	"account.unreachable": "Herald couldn't check the key at the service. Nothing was saved. Try again later.",
	"account.too_many.owner": "Five keys have been tried here today. You can try the next one {when}.",
	"account.too_many.member": "You have tried twenty keys today. You can try the next one {when}.",
	"account.disconnect.ask":
		"Herald erases the key at once. Whoever hosts this bot then pays again, within limits of their own.",
	"account.disconnected": "Disconnected. The key is erased.",
	"account.none": "No account is connected.",
	"redeem.ask.server": "This code would top up this server's own account, not this bot's or yours.",
	"redeem.ask.member": "This code would top up the account you connected for yourself, not this bot's.",
	"redeem.ask.yes": "Redeem it",
	"redeem.ask.no": "Don't redeem it",
	"redeem.declined": "Nothing was sent. Your code is still good.",
	"redeem.ask.over": "This question has expired, and nothing was sent. Redeem the code again.",
	"redeem.unauthorized.own":
		"The service doesn't let the connected account redeem codes. {code} Connect it again, with a token that is allowed to.",
	"credit.month":
		"**This server this month:** {texts, plural, one {# message} other {# messages}}, {seconds, plural, one {# second} other {# seconds}} of speech, about {usd}.",
	"credit.nobody": "Nobody has redeemed a code in this server yet.",
	"credit.outcome.sent": "in progress",
	"credit.outcome.redeemed": "redeemed",
	"credit.outcome.refused": "refused",
	"credit.outcome.busy": "service busy",
	"credit.outcome.unauthorized": "not allowed",
	"credit.outcome.rate_limited": "too many tries",
	"credit.outcome.unavailable": "not redeemed",
	"credit.outcome.unknown": "unknown",

	"channel.answer":
		"**{voice}** {voices, plural, one {speaks in} other {speak in}} {channel} · {place}\n> {text}",
	"channel.now": "now",
	"channel.place":
		"{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} in the queue, in about {seconds} s",
	"channel.left_out": "Part of it was left out.",
	"channel.ended": "**{voice}** in {channel} · {place}\n> {text}",
	"channel.spoken": "finished",
	"channel.skipped_by_owner": "skipped",
	"channel.skipped_by": "skipped by {who}",
	"channel.skipped_by_vote": "skipped by vote",
	"channel.stopped_by_owner": "stopped",
	"channel.stopped_by": "stopped by {who}",
	"channel.unfinished": "not finished",
	"channel.unspoken": "not played",
	"vote.open": "{by} wants to skip {who}'s text: {votes} of {needed} votes.",
	"vote.skipped": "{who}'s text was skipped, as {by} suggested.",
	"vote.over": "{who}'s text has finished, and so has {by}'s vote to skip it.",
	"channel.failed": "None of it could be read.",
	"channel.left": "Herald left the channel before this was finished.",
	"channel.skipped": "Skipped.",
	"channel.stopped": "Stopped.",
	"channel.skipped.count": "Skipped {count, plural, one {# message} other {# messages}}.",
	"channel.skipped.page": "Skipped a paragraph. Use the buttons under the text to pause or end it.",
	"channel.stopped.count": "Stopped {count, plural, one {# message} other {# messages}}.",
	"channel.stopped.page": "The long text is paused. Resume it with the button under it: {link}",
	"channel.joined": "Herald is in {channel}.",
	"channel.gone": "Herald has left {channel}.",
	"channel.queue.empty": "Herald is in {channel}. The queue is empty.",
	"channel.queue.total":
		"**{channel}** · {count, plural, one {# message} other {# messages}}, about {seconds} s",
	"channel.queue.line": "{place} {who} · {voice} · {seconds} s",
	"channel.queue.read": "{place} {who}, read aloud · {voice} · {seconds} s",
	"channel.queue.page": "{place} {who}, a long text · {voice}",
	"channel.queue.paused": "⏸ {who}, a long text · {speaker} · paused at {percent, number}% · {link}",
	"button.skip": "Skip",
	"button.stop": "Stop",

	"help.about":
		"Herald turns text into speech: as a file, as a voice message, or live in a voice channel. {help} tells you more about a command.",
	"help.about.elsewhere":
		"Herald turns text into speech: as a file or as a voice message. {help} tells you more about a command.",
	"help.managers": "**For members with Manage Server**",
	"help.unknown": "No matches. This is what you can do here:",
	"help.menu": "**Apps → {name}**",
	"help.option.required": "`{name}` (required) {description}",
	"help.all": "Everything",
	"help.task.say": "Have Herald say something",
	"help.task.tags":
		"Make Herald laugh, whisper or pause: `[laughs]` `[giggles]` `[chuckles]` `[cries]` `[sobs]` `[sighs]` `[groans]` `[gasps]` `[yawns]` `[sneezes]` `[coughs]` `[clears throat]` `[whispers]` `[shouts]` `[excited]` `[sad]` `[pause 2s]`",
	"help.task.message": "Hear a message",
	"help.task.join": "Bring Herald into my voice channel",
	"help.task.leave": "Send Herald away",
	"help.task.skip": "Skip what Herald is saying",
	"help.task.silence": "Silence Herald",
	"help.task.queue": "See what comes next",
	"help.task.my_voice": "Change my voice",
	"help.task.not_me": "Stop Herald from reading my messages",
	"help.task.my_name": "Change how my name is pronounced",
	"help.task.how_i_sound": "See how I sound, and why",
	"help.task.try": "Try out a voice",
	"help.task.voices": "Listen to all voices",
	"help.task.my_presets": "Save voice presets of my own",
	"help.task.why": "Find out why a message isn't read aloud",
	"help.task.credit": "Add credit",
	"help.task.erase": "Erase what Herald stores about me",
	"help.task.help": "See what Herald can do",
	"help.task.read": "Have a channel read aloud",
	"help.task.filter": "Choose which messages are read",
	"help.task.how": "Change how messages are read",
	"help.task.channel": "Have Herald join automatically, or announce members",
	"help.task.who": "Choose who can use Herald, and whose messages are read",
	"help.task.bots": "Have bots' messages read, or post a note in channels",
	"help.task.sound": "Choose the server's voice",
	"help.task.texts": "Choose how long texts can be, and where speech goes",
	"help.task.limits": "Limit speaking time, or set quiet hours",
	"help.task.words": "Block words, or change how they are pronounced",
	"help.task.presets": "Save voice presets for everyone",
	"help.task.usage": "See the balance and this month's usage",
	"help.task.redeemed": "See who added credit",
	"help.task.account": "Connect this server's own account",
	"help.task.my_account": "Connect an account of my own",
	"help.also.say": "tts speech talk read file",
	"help.also.tags": "tags emotion",
	"help.also.message": "tts read",
	"help.also.leave": "disconnect kick",
	"help.also.silence": "mute quiet pause",
	"help.also.my_voice": "language speed style",
	"help.also.not_me": "not mute quiet private",
	"help.also.credit": "code pay money",
	"help.also.erase": "delete data privacy",
	"help.also.read": "tts chat messages automatically announce",
	"help.also.who": "role permission mute",
	"help.also.limits": "night time length budget",
	"help.also.usage": "money cost",

	bug: "Something went wrong. If it happens again, give whoever hosts this bot this number: `{id}`.",
	"interrupted.text": "Herald was restarted before this was finished: use the command again.",
	"interrupted.code": "Herald was restarted before it got to this code: redeem it again.",
	stale: "This no longer works: use the command again.",

	"problem.unauthorized":
		"The speech service refuses Herald's key. Whoever hosts this bot needs to check it.",
	"problem.forbidden":
		"The speech service refuses Herald's account. Whoever hosts this bot needs to look into it.",
	"problem.key_exhausted":
		"Herald's key at the speech service has reached its own limit. Whoever hosts this bot needs to raise it; codes don't change it.",
	"problem.subscription_exhausted":
		"The subscription that pays for speech is used up. Whoever hosts this bot needs to renew it.",
	"problem.own_account.server":
		"The speech service refuses this server's own account. Members with **Manage Server** can see why with `/account`.",
	"problem.own_account.member": "The speech service refuses your own account. `/my-account` shows why.",
	"problem.out_of_credit":
		"The account that pays for speech has no credit left. Redeem a code with `/redeem`, then try again.",
	"problem.rate_limited": "The speech service is busy: try again {when}.",
	"problem.daily_limit": "The speech service's limit for today is reached: try again {when}.",
	"problem.model_unavailable":
		"The speech service offers none of Herald's models. Whoever hosts this bot needs to check `SPEECH_MODELS`.",
	"problem.bad_request":
		"The speech service didn't understand the request. Try another voice or a simpler text.",
	"problem.blocked": "The speech service won't read this text. Try other words.",
	"problem.no_audio": "The speech service returned no sound for this text. Try other words or another voice.",
	"problem.too_long": "This text is too long for the speech service. Split it into shorter ones.",
	"problem.upstream": "The speech service is having problems. Try again in a minute.",
	"problem.network": "Herald can't reach the speech service. Try again in a minute.",
	"problem.timeout": "The speech service took too long. Try again, perhaps with a shorter text.",
	"problem.bad_response":
		"Something answered, but it isn't a speech service. Whoever hosts this bot needs to check `SPEECH_BASE_URL`.",
	"problem.unplayable_sound":
		"The speech service sent a kind of sound that Herald can't play. Please tell whoever hosts this bot.",
	"problem.unspeakable": "There is nothing in this text to read aloud: it needs a letter or a digit.",
	"problem.bad_file.encoding": "Herald can't read that file's characters. Save it as UTF-8 and try again.",
	"problem.bad_file.binary":
		"That isn't a text file. Herald reads plain text (.txt), Markdown (.md) and subtitles (.srt, .vtt).",
	"problem.bad_file.gone": "Discord no longer has that file. Attach it again.",
	"problem.bad_file.unreachable": "Herald couldn't get that file from Discord. Try again in a minute.",
	"problem.file_too_long":
		"That file is too long: Herald reads at most {max, plural, one {# character} other {# characters}}. Whoever hosts this bot can change that (`TEXT_FILE_MAX_CHARACTERS`).",
	"problem.file_too_long_elsewhere":
		"Here, Herald can read files of up to {max, number} characters. In a server that it is in, it reads longer ones, too.",
	"problem.sound_too_large":
		"Discord doesn't take a file this large here. Have it read in a voice channel, or split the text.",
	"problem.sound_too_large.elsewhere": "Discord doesn't take a file this large here. Split the text.",
	"problem.may_not_post":
		"A file this long is posted in parts. For that, Herald needs the **View Channel**, **Send Messages** and **Attach Files** permissions in this channel.",
	"problem.book_under_way":
		"Herald is already reading a long text of yours here, or several of this server's. Wait until one is done, or cancel it.",
	"problem.book_in_channel":
		"Herald is already reading a long text in a voice channel here. Wait until it has finished, or end it.",
	"problem.may_not_tell":
		"Herald's message shows how far a long text has got. For that, Herald needs the **View Channel** permission in this channel.",
	"problem.book_over": "That text is no longer available. Use `/say` again.",
	"problem.not_your_book":
		"Only the member who started this text, or someone with **Move Members**, can do that.",
	"problem.unread_script":
		"No voice here can read the writing system of this text. The voices here speak {spoken}; whoever hosts this bot can add others (docs/voices.md).",
	"problem.unread_script.unlisted":
		"No voice here can read this text. Whoever hosts this bot can add voices (docs/voices.md).",
	"problem.unknown_language": "“{language}” isn't a language that Herald knows. Choose one from the list.",
	"problem.language_unavailable.unlisted":
		"No voice here speaks {language}. Choose another language from the list; whoever hosts this bot can add voices (docs/voices.md).",
	"problem.language_unavailable":
		"No voice here speaks {language}. The voices here speak {spoken}; whoever hosts this bot can add others (docs/voices.md).",
	"problem.unknown_language.near": "There is no language called “{language}”. Did you mean {suggestions}?",
	"problem.unknown_voice": "There is no voice called “{voice}”. Did you mean {suggestions}?",
	"problem.too_fast": "That's a lot in one minute. You can have Herald say something again at {time}.",
	"problem.over_budget":
		"{whose, select, member {Your speaking time for today} guild {This server's speaking time for today} all {Herald's speaking time for today, shared by everyone who uses it,} month {Herald's speaking time for this month, shared by everyone who uses it,} other {Today's speaking time, shared by everyone outside Herald's servers,}} is used up. You can continue {when}.",
	"problem.over_day":
		"This text is longer than today's limit of {seconds, plural, one {# second} other {# seconds}} {whose, select, member {per member} guild {for this server} all {shared by everyone who uses Herald} other {shared by everyone outside Herald's servers}}. Try a shorter one.",
	"problem.guild_not_allowed": "Herald isn't enabled here. Whoever hosts this bot can enable it.",
	"problem.server_only": "That only works in a server that Herald is in.",
	"problem.bot_missing":
		"This server has Herald's commands, but not Herald itself. Someone with **Manage Server** can [add Herald](<{invite}>).",
	"problem.shutting_down": "Herald is restarting: try again in a minute.",

	"problem.voice.member_not_in_channel": "Join a voice channel first, or choose one.",
	"problem.voice.not_in_channel": "Herald isn't in a voice channel here.",
	"problem.voice.skipped": "This text was skipped before it began.",
	"problem.voice.nothing_to_skip": "Nothing to skip.",
	"problem.voice.nothing_to_stop": "Nothing to stop.",
	"problem.voice.missing_view": "Herald can't see {channel}: it needs the **View Channel** permission there.",
	"problem.voice.missing_connect": "Herald can't join {channel}: it needs the **Connect** permission there.",
	"problem.voice.missing_speak": "Nobody hears Herald in {channel}: it needs the **Speak** permission there.",
	"problem.voice.channel_full": "{channel} is full: someone has to leave, or its user limit must be raised.",
	"problem.voice.channel_is_afk": "{channel} is the AFK channel, where nobody can be heard. Choose another.",
	"problem.voice.channel_gone": "That voice channel no longer exists.",
	"problem.voice.member_timed_out": "You are timed out and can speak again {when}.",
	"problem.voice.member_muted": "You are server muted. Until you are unmuted, Herald doesn't speak for you.",
	"problem.voice.member_may_not_speak":
		"You can't speak in that channel, so Herald doesn't speak for you there.",
	"problem.voice.herald_timed_out": "Herald is timed out in this server and can speak again {when}.",
	"problem.voice.herald_muted":
		"Herald is server muted. It continues in {channel} once a moderator unmutes it.",
	"problem.voice.herald_suppressed":
		"Herald is in the audience of {channel}. It continues once a moderator invites it to speak or gives it the **Mute Members** permission.",
	"problem.voice.asked_to_speak":
		"Herald has requested to speak in {channel}. It continues once a moderator accepts.",
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
		"Herald is in use in {channel}. Join it there, or ask someone with **Move Members** to move it.",
	"problem.voice.queue_full":
		"{limit, plural, one {# message is} other {# messages are}} already waiting. Try again when some have been read.",
	"problem.voice.queue_too_long": "The queue would be longer than {limit} seconds. Try again a little later.",
	"problem.voice.too_many_of_yours":
		"{limit, plural, one {# message of yours is} other {# messages of yours are}} already waiting. Wait until some have been read.",
	"problem.voice.text_too_long":
		"In a voice channel, a text can take at most {limit, plural, one {# second} other {# seconds}}. Post it as a file instead.",

	"page.voice": "Voice",
	"page.texts": "Texts",
	"page.reading": "Reading aloud",
	"page.filter": "Which messages are read",
	"page.messages": "How messages are read",
	"page.channel": "Voice channels",
	"page.who": "Members & roles",
	"page.bots": "Bots & notes",
	"page.limits": "Speaking time & quiet hours",
	"page.words": "Words & dictionary",
	"page.presets": "Presets",
	"setting.voice": "Voice",
	"setting.style": "Style",
	"setting.speed": "Speed",
	"setting.language": "Language",
	"setting.delivery": "Where speech goes",
	"setting.volumeDb": "Volume in voice channels",
	"setting.messageTags": "Tags in messages",
	"setting.voiceChat": "Read the voice channel's chat",
	"setting.readPrefix": "Only read messages with this prefix",
	"setting.readPrefix.hint":
		"With “;”, Herald reads “;hello” as “hello”, and nothing without it. Presets can have prefixes of their own.",
	"setting.names": "Say the author's name",
	"setting.announce": "Announce members in voice",
	"setting.notes": "Post a note in the channels that are read",
	"setting.notes.hint":
		"One message that says what is read, with **Pause reading** and **Don't read my messages**.",
	"setting.autoJoin": "Join automatically",
	"setting.maxSeconds": "Maximum reading time per message",
	"setting.dialogue": "Dialogues in several voices",
	"setting.holdMs": "Wait before reading",
	"setting.speakerRole": "Who can use Herald",
	"setting.speakerRole.default": "everyone",
	"setting.listenersOnly": "Only read what listeners write",
	"setting.secondsPerDay": "Speaking time per day",
	"setting.sharePercent": "Share of speaking time for reading",
	"setting.textMax": "Maximum text length",
	"setting.textSeconds": "Maximum length in a voice channel",
	"setting.aloneSeconds": "Leave an empty channel after",
	"setting.idleSeconds": "Leave a quiet channel after",
	"setting.readRole": "Whose messages are read",
	"setting.readRole.hint": "Only messages of members with this role, or with Manage Server, are read.",
	"setting.readRole.default": "those who can use Herald",
	"setting.quietHours": "Quiet hours",
	"setting.quietHours.hint": "Herald stays silent in voice channels then, and doesn't join automatically.",
	"setting.quietHours.format": "From – to",
	"setting.timeZone": "Time zone",
	"setting.timeZone.hint": "For quiet hours, and for times that are read aloud.",
	"setting.timeZone.search": "A city or country: Berlin, New York, India",
	"panel.bad_hours": "Nothing was changed: enter two times, such as 22:00–07:00.",
	"problem.quiet_hours": "This server has quiet hours: Herald speaks in voice channels again {when}.",
	"skip.quiet_hours": "This server has quiet hours right now.",
	"setting.firstRole": "Whose messages go first",
	"setting.firstRole.hint":
		"This role's messages move ahead in the queue. Meant for members who can't speak.",
	"setting.firstRole.default": "no one",
	"setting.memberVoices": "Members who haven't chosen a voice",
	"setting.memberVoices.hint":
		"“A voice of their own” stays the same for each member, and the voice above is only for Herald's own words. To give a bot or webhook a voice, save a preset under its name.",
	"memberVoices.one": "one voice for all",
	"memberVoices.each": "a voice of their own",
	"setting.emoji": "Emoji among words",
	"setting.emoji.hint": "In a message of emoji alone, their names are always said.",
	"emoji.service": "as the speech service does",
	"emoji.names": "say their names",
	"emoji.leave-out": "leave them out",
	"setting.reading": "Read my messages aloud",
	"setting.reading.hint": "Wherever messages are read aloud.",
	"setting.spokenName": "How my name is pronounced",
	"me.title": "**How you sound in this server**",
	"me.title.elsewhere": "**How you sound everywhere**",
	"me.reset": "Reset how I sound",
	"me.reset.ask": "Reset how you sound to the default? Whether your messages are read aloud stays as it is.",
	"setting.voice.hint": "For members who haven't chosen a voice.",
	"setting.messageTags.hint":
		"Messages that are read can use [laughs], [whispers] and [pause 2s], as /say can.",
	"setting.dialogue.hint": "A line that starts with a voice's name (Kore: Hello!) is in that voice.",
	"setting.holdMs.hint": "Gives moderation bots time to delete a message.",
	"setting.speakerRole.hint": "Members with Manage Server always can.",
	"setting.secondsPerDay.hint": "For the whole server, up to what whoever hosts this bot allows.",
	"setting.voice.search": "A name, or what the voice sounds like",
	"setting.language.search": "A language's name: German, Deutsch, de",
	"names.off": "never",
	"names.changed": "when the author changes",
	"names.always": "before every message",
	"announce.off": "never",
	"announce.joins": "when they join",
	"announce.both": "when they join or leave",
	"autoJoin.off": "never",
	"autoJoin.on-message": "when there is a message to read",
	"autoJoin.on-entry": "when someone enters a voice channel",
	"list.channels": "Channels that are read",
	"list.channels.hint": "Public threads are read along with their channel.",
	"list.ignores": "Never read aloud",
	"list.ignores.hint": "Messages of these members and roles, and messages with these prefixes.",
	"list.sources": "Bots and webhooks whose messages are read",
	"list.sources.hint": "Messages of other bots and webhooks aren't read.",
	"list.words": "Blocked words",
	"list.words.hint": "Herald says nothing that contains one of these.",
	"list.dictionary": "Dictionary",
	"list.dictionary.hint": "How Herald pronounces words when it reads aloud.",
	"list.presets": "Presets",
	"list.presets.hint":
		"Voice presets for everyone here: choose one as a voice, or use its name in a dialogue.",
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
	"list.nothing_given": "Nothing was entered, so nothing was changed.",
	"list.full": "The list holds at most {max, plural, one {# entry} other {# entries}}. Nothing was changed.",
	"list.file": "Text file",
	"list.how": "Add or replace",
	"list.how.add": "Add to the list",
	"list.how.replace": "Replace the list",
	"list.how.lost": "{count, plural, one {# entry} other {# entries}} will be removed",
	"list.imported": "{total, plural, one {# entry was} other {# entries were}} added from the file.",
	"list.not_replaced": "Nothing was changed: the list is replaced only if all lines can be used.",
	"list.empty_file": "That file has nothing for the list. Nothing was changed.",
	"list.undo": "Undo",
	"list.undone": "The last change was undone.",
	"list.undo_over": "That can no longer be undone.",
	"unit.seconds": "Seconds, or minutes and seconds: 1:30",
	"unit.milliseconds": "Seconds",
	"unit.characters": "Characters",
	"unit.decibels": "Decibels",
	"unit.percent": "Percent",
	"unit.times": "Speed (1 = normal)",
	"limits.texts": "Texts per member and minute: {texts}. Set by whoever hosts this bot.",
	"panel.setting": "**{name}:** {value}",
	"panel.saved": "Saved. {setting}",
	"panel.default": "Default: {value}",
	"panel.on": "on",
	"panel.off": "off",
	"panel.turn_on": "Turn on",
	"panel.turn_off": "Turn off",
	"panel.change": "Change…",
	"panel.edit": "Edit…",
	"panel.hear": "Hear it",
	"panel.use_default": "Use the default",
	"panel.back": "Back",
	"panel.percent": "{percent, number}%",
	"panel.bounds": "From {min, number} to {max, number}. Leave empty for the default ({fallback}).",
	"panel.empty_is_default": "Leave empty for the default ({fallback}).",
	"panel.out_of_bounds": "Nothing was changed: enter a number from {min, number} to {max, number}.",
	"panel.search": "Search",
	"panel.search_again": "Search…",
	"panel.none_found": "No matches. Try another name.",
	"panel.all_speak":
		"Each of these voices speaks every language. The language itself is chosen under **Language**.",
	"panel.reset_page": "Reset this page",
	"panel.page_reset": "This page's settings were reset.",
	"panel.reset_all": "Reset everything",
	"panel.reset": "Reset…",
	"panel.reset.ask":
		"Reset this page to the default, or all settings of this server? Lists stay as they are: channels, blocked words, the dictionary, presets.",
	"panel.all_reset": "All settings were reset.",
	"stale.command": "That part of Herald has changed. Use {command} instead.",
	"guide.nothing": "Nothing is read aloud yet: no channel is chosen, and the voice channel's chat is off.",
	"guide.not_listening": "You aren't in Herald's voice channel, so your own messages aren't read.",
	"guide.join": "Bring Herald in",
	"guide.choose": "Choose channels…",
	"read-channels.spoken_in": "Only in this voice channel",
	"read-channels.anywhere": "Leave empty to read it wherever Herald is.",
	"ignore.who": "Members or roles",
	"ignore.prefix": "Prefix of messages",
	"ignore.everyone":
		"Then no one's messages would be read. To stop all reading, turn off the voice channel's chat and remove the channels.",
	"sources.bots": "Bots",
	"sources.webhook": "Webhook URL or ID",
	"words.too_long":
		"A word can have at most {max, plural, one {# character} other {# characters}}. Nothing was changed.",
	"dictionary.word": "Word or phrase",
	"dictionary.say": "Pronunciation",
	"dictionary.silent": "Leave empty to leave the word out.",
	"dictionary.try": "A sentence to try",
	"preset.name": "Name",
	"preset.speed": "From {min, number} to {max, number} (1 = normal)",
	"preset.prefix": "Prefix",
	"preset.prefix.hint": "Messages with this prefix are read in this voice. Leave empty for none.",
	"preset.choose_prefix": "Choose a preset to give it a prefix",
	"who.take_name": "**Remove a pronunciation:** choose a member, and Herald says their display name again.",
	"sources.webhook.hint": "The URL from Server Settings → Integrations, or the ID from one of its messages",
	"words.separated": "Words or phrases, separated by commas",
	"words.file": "A text file with one word or phrase per line",
	"dictionary.file": "On each line a word and its pronunciation, with a tab, =, → or a comma between them",
	"list.bad_file": "Herald can't read that file. It must be UTF-8 text of at most 64 KiB.",
	"words.imported": "The list now has the file's {total, plural, one {# word} other {# words}}.",
} as const;

/** A command, subcommand or option. */
export type DescriptionKey = keyof typeof descriptions;
export type SentenceKey = keyof typeof sentences;
