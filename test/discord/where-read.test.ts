import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import type { SentenceKey } from "../../src/texts/en.ts";
import * as en from "../../src/texts/en.ts";
import { languages } from "../../src/texts/languages.ts";

/** Sentences that are read only in servers with Herald, by where they are read. */
const inServersOnly: Readonly<Record<string, RegExp>> = {
	"answers to commands of servers": /^(?:credit\.|queue\.|server\.not_manager|voice\.read_or_not)/,
	"answers in voice channels":
		/^(?:channel\.|vote\.|button\.(?:skip|stop|in_channel)$|problem\.voice\.|problem\.quiet_hours$)/,
	"long texts, which elsewhere are refused":
		/^(?:book\.(?!part$)|problem\.(?:book_|may_not_post|may_not_tell|not_your_book))/,
	"reading aloud, and Read or not?":
		/^(?:reading\.|read\.|read-channels\.|read-bots\.|ignore\.|verdict\.|names\.|announce\.|autoJoin\.|button\.(?:pause_reading|resume_reading|dont_read_me)$)/,
	"reasons of Read or not?": /^skip\.(?!opted_out$|forwarded_opted_out$|forward_unknown$)/,
	"the panel of /server":
		/^(?:page\.|guide\.|list\.(?!separator$|more$|missing$)|dictionary\.|words\.|sources\.|who\.|limits\.|memberVoices\.|emoji\.|panel\.(?:reset|all_reset|bad_hours)|preset\.(?:prefix|choose_prefix))/,
	"settings of servers":
		/^(?:setting\.(?!(?:voice|style|speed|language|delivery|reading|spokenName)(?:$|\.(?!hint))|reading\.hint)|server\.(?:unlimited|seconds_too_many))/,
	"a server's choices": /^(?:from\.server|lost\.(?:preset\.)?server|preset\.of_server)$/,
	"a server's limits and names":
		/^problem\.(?:role_required|role_deleted|text_too_long|name_taken|unspeakable_name)$/,
	"a server's account":
		/^(?:account\.(?:pays|effect)\.server|redeem\.ask\.server|redeem\.too_fast\.guild|forget\.ask\.account\.server|problem\.own_account\.server)$/,
	"tasks of servers in /help":
		/^help\.(?:managers|(?:task|also)\.(?:join|leave|skip|silence|queue|my_name|why|read|how|who|sound|limits|words|presets|usage|redeemed|account))$/,
};
/** Sentences that are read only in servers without Herald, about these servers' channels and managers. */
const inServersWithout: readonly SentenceKey[] = [
	"problem.bot_missing",
	"problem.may_not_attach_files.member",
	"problem.may_not_attach_files.herald",
	"problem.may_not_send_voice_messages",
];
/** The name of a choice that only matters in servers, though members can make it elsewhere, too. */
const aboutServers: readonly SentenceKey[] = ["delivery.channel"];

const isRead = (key: SentenceKey): boolean =>
	!Object.values(inServersOnly).some((keys) => keys.test(key)) &&
	!inServersWithout.includes(key) &&
	!aboutServers.includes(key);

/** Words for things that don't exist in direct messages and groups, in each language. */
const ofServers: Readonly<Record<string, RegExp>> = {
	"en-GB": /\b(?:this|the) server|voice channel|manag(?:e|es|ers?)\b|moderator|\bqueue\b/i,
	de: /diese[mnr]? Server|\b(?:de[mnr]|des) Servers?\b|Sprachkan|verwalte|Moderator|Warteschlange/i,
	fr: /\b(?:ce|le|du) serveur|salons? voca|modérat|file d'attente/i,
	"es-ES": /\b(?:este|el|del) servidor|canal(?:es)? de voz|moderador|\bcola\b/i,
	"pt-BR": /\b(?:n?este|[nd]?o) servidor|cana(?:l|is) de voz|gerenci|moderador|\bfila\b/i,
	ja: /このサーバー|ボイスチャンネル|サーバー管理|モデレーター|キュー/,
};
/**
 * Matches placeholders for channels. `{voice}` stands for a voice channel before `only` or `write`, and elsewhere for a
 * voice that speaks.
 */
const named = /\{channels?\}|\{voice\} (?:only|write)/;

const everywhere = new Set(commands.flatMap(({ data, everywhere }) => (everywhere ? [data.name] : [])));
/** The commands that aren't offered outside of servers, as a language names them. */
const commandsOfServers = (locale: string): RegExp => {
	const names = commands.flatMap(({ data }) => {
		const { name, name_localizations: names = {} } = data as {
			readonly name: string;
			readonly name_localizations?: Readonly<Record<string, string>>;
		};
		return everywhere.has(name) ? [] : [names[locale] ?? name];
	});
	return new RegExp(`\`/(?:${names.join("|")})(?: [^\`]*)?\``);
};

/** Matches the branch for servers in a sentence that has another branch for other places. */
const ofGuilds = /\b(?:guild|server) \{(?:[^{}]|\{[^{}]*\})*\}/g;

const all = [en, ...languages];
const keys = Object.keys(en.sentences) as SentenceKey[];
const thereOf = (key: SentenceKey): SentenceKey =>
	`${key}.elsewhere` in en.sentences ? (`${key}.elsewhere` as SentenceKey) : key;
const isOther = (key: SentenceKey): boolean => key.endsWith(".elsewhere");

describe.each(all)("outside of servers, the texts in $locales.0", (language) => {
	const [locale] = language.locales;
	const sentences: Readonly<Record<SentenceKey, string>> = language.sentences;
	const speaksOfServers = (text: string): boolean => {
		const said = text.replace(ofGuilds, "");
		return [ofServers[locale] as RegExp, named, commandsOfServers(locale)].some((words) => words.test(said));
	};

	test("speak only of what exists there", () => {
		const wrong = keys.filter(
			(key) => isRead(key) && !isOther(key) && speaksOfServers(sentences[thereOf(key)]),
		);
		expect(wrong).toEqual([]);
	});

	test("differ from those in servers only if those speak of servers", () => {
		const others = keys.filter(isOther).map((key) => key.slice(0, -".elsewhere".length) as SentenceKey);
		expect(others.filter((key) => !isRead(key))).toEqual([]);
		expect(others.filter((key) => !speaksOfServers(sentences[key]))).toEqual([]);
	});

	test("that describe commands speak only of what exists there, too", () => {
		const described = Object.entries(language.descriptions).flatMap(([key, text]) =>
			everywhere.has(key.split(".")[0] ?? "") || key.startsWith("sound.") ? [text] : [],
		);
		expect(described.filter(speaksOfServers)).toEqual([]);
	});
});

test("the lists of sentences read in servers alone contain no key that is gone", () => {
	const dead = Object.entries(inServersOnly).filter(([, found]) => !keys.some((key) => found.test(key)));
	expect(dead).toEqual([]);
	expect([...inServersWithout, ...aboutServers].filter((key) => !keys.includes(key))).toEqual([]);
});
