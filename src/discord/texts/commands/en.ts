/**
 * What each command, subcommand and option does, as Discord lists it: at most 100 characters. A key is the names down to
 * it; options of several commands have keys of their own.
 */
export const descriptions = {
	say: "Turn a text into speech",
	"say.text": "What to say",
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
	join: "Bring Herald into your voice channel",
	"join.channel": "A voice channel other than yours",
	leave: "Make Herald leave the voice channel",
	skip: "Skip what Herald is saying, or all of your texts",
	"skip.all": "Skip all of your texts, playing and waiting",
	stop: "Stop speaking and clear the queue",
	queue: "Show what Herald is saying and what is waiting",
	server: "How Herald speaks in this server",
	"server.show": "Show this server's settings",
	"server.voice": "How Herald sounds here for members who haven't chosen",
	"server.reset": "Reset to the operator's settings first",
	"server.limits": "How much Herald speaks here, and for whom",
	"server.limits.seconds": "Seconds of speech per day for the whole server, up to the operator's limit",
	"server.limits.text": "Longest text, in characters",
	"server.limits.speakers": "The role that can use Herald; @everyone for all",
	"server.voice-channel": "When Herald leaves a voice channel, how long texts can be there, and how loud",
	"server.voice-channel.alone": "Seconds before it leaves an empty channel",
	"server.voice-channel.idle": "Seconds before it leaves a channel where nothing is said",
	"server.voice-channel.text": "Longest text there, in seconds",
	"server.voice-channel.volume": "How much louder Herald is there, in decibels, from -12 to 6",
	"server.action": "What to do with the list",
	"server.words": "Words that Herald doesn't speak here",
	"server.words.words": "Words or phrases, separated by commas",
	"server.words.file": "A text file with one word or phrase per line",
	"server.reading": "What Herald reads aloud here, and how",
	"server.reading.voice-chat": "Whether it reads the chat of the voice channel that it is in",
	"server.reading.names": "When it says who wrote",
	"server.reading.listeners-only": "Whether it reads only members who are in its voice channel",
	"server.reading.max-seconds": "The most that it reads of a message, in seconds",
	"server.reading.announce": "Whether it says who joins its voice channel, and who leaves",
	"server.reading.auto-join": "Whether it comes into a voice channel by itself",
	"server.reading.share": "The most of the speaking time per day that reading takes, in percent",
	"server.reading.hold": "Seconds to wait first, so that moderation bots can delete a message",
	"server.reading.reset-name": "A member whose chosen spoken name is taken back",
	"server.read-channels": "Text channels that Herald reads aloud",
	"server.read-channels.channel": "A text channel; its public threads come with it",
	"server.read-channels.spoken-in": "The only voice channel it is read in; otherwise wherever Herald is",
	"server.ignore": "What Herald doesn't read aloud here",
	"server.ignore.who": "A member or role",
	"server.ignore.prefix": "How messages begin that aren't read; // if you set none",
	"server.read-bots": "Bots and webhooks that Herald reads aloud; it reads no others",
	"server.read-bots.who": "A bot",
	"server.read-bots.webhook-id": "A webhook's id, from its address or from a message of it",
	"server.dictionary": "How Herald says words when it reads aloud",
	"server.dictionary.word": "The word or phrase; to try it out, a whole sentence",
	"server.dictionary.say": "How it is said; - to leave it out",
	"server.dictionary.file": "A text file: in each line a word, a tab, and how it is said",
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
	"action.try": "try out",
	"action.import": "import a file",
	"action.export": "export as a file",
	"server.reading.names.off": "never",
	"server.reading.names.changed": "when it's someone else than before",
	"server.reading.names.always": "before every message",
	"server.reading.announce.off": "no",
	"server.reading.announce.joins": "who joins",
	"server.reading.announce.both": "who joins and who leaves",
	"server.reading.auto-join.off": "no",
	"server.reading.auto-join.on-message": "when there is a message to read",
	"server.reading.auto-join.on-entry": "when someone enters a voice channel",
} as const;

export type DescriptionKey = keyof typeof descriptions;
export type ChoiceKey = keyof typeof choices;

/** How another language calls commands, options and choices. */
export interface CommandTexts {
	/** Name and description. */
	readonly commands: Readonly<Record<DescriptionKey, readonly [name: string, description: string]>>;
	/** Names of choices. */
	readonly choices: Readonly<Record<ChoiceKey, string>>;
}
