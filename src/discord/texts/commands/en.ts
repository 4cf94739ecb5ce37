/**
 * What each command, subcommand and option does, as Discord lists it: at most 100 characters. A key is the names down to
 * it; options of several commands have keys of their own.
 */
export const descriptions = {
	say: "Turn a text into speech",
	"say.text": "What to say",
	"sound.voice": "Who speaks: a name, or what the voice sounds like",
	"sound.style": "How to say it, for example: whispering, amused",
	"sound.as": "Where the speech goes",
	// In a message's menu, which shows the name alone.
	Speak: "Read a message aloud: right-click it or hold it, then choose Apps",
	voice: "How you sound in this server",
	"voice.me": "Choose how you sound here",
	"sound.delivery": "Where the speech goes",
	"voice.me.reset": "Reset your choices first",
	"voice.show": "Show how you sound here, and why",
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
	"server.voice-channel": "When Herald leaves a voice channel, and how long texts can be there",
	"server.voice-channel.alone": "Seconds before it leaves an empty channel",
	"server.voice-channel.idle": "Seconds before it leaves a channel where nothing is said",
	"server.voice-channel.text": "Longest text there, in seconds",
	"server.words": "Words that Herald doesn't speak here",
	"server.words.action": "What to do with the list",
	"server.words.words": "Words or phrases, separated by commas",
	"server.words.file": "A text file with one word or phrase per line",
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
	"server.words.action.add": "add",
	"server.words.action.remove": "remove",
	"server.words.action.import": "import a file",
	"server.words.action.export": "export as a file",
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
