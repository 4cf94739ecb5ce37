import { ApplicationCommandOptionType, ApplicationCommandType } from "discord-api-types/v10";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import type { WrittenOption } from "../../src/discord/declaration.ts";
import { settleTags } from "../../src/speech/text/delivery-tags.ts";
import type { DescriptionKey, SentenceKey } from "../../src/texts/en.ts";
import * as en from "../../src/texts/en.ts";
import { textsFor } from "../../src/texts/index.ts";
import { type Language, languages } from "../../src/texts/languages.ts";
import { alike } from "./alike.ts";

/** The parser's number for text between placeholders. */
const literal = 0;
type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

const parse = (sentence: string): Element[] =>
	new IntlMessageFormat(sentence, "en", undefined, { ignoreTag: true }).getAst();

/** The names of a sentence's placeholders, including those in plural branches. */
const namesIn = (elements: readonly Element[]): string[] =>
	elements.flatMap((element) => {
		if (!("value" in element) || element.type === literal) return [];
		const branches = "options" in element ? Object.values(element.options) : [];
		return [element.value, ...branches.flatMap(({ value }) => namesIn(value))];
	});

const placeholders = (sentence: string): string[] => [...new Set(namesIn(parse(sentence)))].sort();

const keys = Object.keys(en.sentences) as SentenceKey[];

/**
 * The plural forms that a language uses for numbers below 10,000. Some languages use another form for a million, but
 * Herald's numbers are smaller.
 */
const formsOf = (locale: string, type: Intl.PluralRuleType): string[] => {
	const rules = new Intl.PluralRules(locale, { type });
	return [...new Set(Array.from({ length: 10_000 }, (_, number) => rules.select(number)))];
};

/** @returns the keys of sentences that lack a plural form, each with that form */
const missingForms = (locale: string, sentences: Readonly<Record<SentenceKey, string>>): string[] => {
	const forms = { cardinal: formsOf(locale, "cardinal"), ordinal: formsOf(locale, "ordinal") };
	return keys.flatMap((key) =>
		parse(sentences[key]).flatMap((element) =>
			"pluralType" in element
				? forms[element.pluralType ?? "cardinal"]
						.filter((form) => !(form in element.options))
						.map((form) => `${key}: ${form}`)
				: [],
		),
	);
};

/** A command, subcommand, option or choice, with its children. */
interface Node {
	readonly name: string;
	readonly type?: number;
	readonly name_localizations?: Readonly<Record<string, string>>;
	readonly description?: string;
	readonly description_localizations?: Readonly<Record<string, string>>;
	readonly options?: readonly WrittenOption[];
	readonly choices?: readonly Node[];
}
const tree: readonly Node[] = commands.map(({ data }) => data);
const nodes = (inside: readonly Node[]): Node[] =>
	inside.flatMap((node) => [node, ...nodes(node.options ?? []), ...nodes(node.choices ?? [])]);
const nameIn = ({ name, name_localizations: names }: Node, locale: string): string => names?.[locale] ?? name;

/** The names that Discord shows to members, in English and in another language. */
const shownIn = (locale: string): readonly (readonly [string, string])[] => {
	const walk = (node: Node, english: string, other: string): (readonly [string, string])[] => [
		[english, other],
		...(node.options ?? []).flatMap((option) =>
			option.type === ApplicationCommandOptionType.Subcommand
				? walk(option, `${english} ${option.name}`, `${other} ${nameIn(option, locale)}`)
				: walk(option, option.name, nameIn(option, locale)),
		),
		...(node.choices ?? []).map(
			(choice) => [`${english}: ${choice.name}`, `${other}: ${nameIn(choice, locale)}`] as const,
		),
	];
	return tree.flatMap((command) => walk(command, `/${command.name}`, `/${nameIn(command, locale)}`));
};

/** @returns the names in backticks. Herald's own tags, which are in brackets, are left out */
const quoted = (sentence: string): string[] =>
	(sentence.match(/`[^`]+`/g) ?? []).map((it) => it.slice(1, -1)).filter((it) => !it.startsWith("["));
/** Settings and placeholders are the same in every language. */
const isUniversal = (name: string): boolean => /^(?:[A-Z_]+|\{\w+\})$/.test(name);

/** Sentences that name a command, option or choice differently than Discord shows it. */
const misnamed = (locale: string, sentences: Readonly<Record<SentenceKey, string>>): string[] => {
	const shown = shownIn(locale);
	return keys.filter((key) => {
		const wanted = quoted(en.sentences[key]);
		const said = quoted(sentences[key]);
		const isSaid = (name: string) =>
			isUniversal(name)
				? said.includes(name)
				: shown.some(([english, other]) => english === name && said.includes(other));
		return said.length !== wanted.length || !wanted.every(isSaid);
	});
};

/** The most characters that Discord takes for a text, by the text's key. */
const longest: readonly (readonly [RegExp, number])[] = [
	[/^(?:button\..*|help\.all|redeem\.again|forget\.(?:yes|no))$/, 80],
	[/^panel\.(?:turn_on|turn_off|change|edit|back|reset_page|reset_all|reset_all\.yes|search_again)$/, 80],
	[/^(?:list\.(?:add|try|import|export|previous|next)|guide\.(?:join|choose))$/, 80],
	[/^(?:redeem\.modal\.(?:title|code)|setting\.\w+|unit\.\w+|panel\.search|ignore\.(?:who|prefix))$/, 45],
	[/^list\.(?:channels|ignores|sources|words|dictionary|presets|file)$/, 45],
	[/^(?:dictionary\.(?:word|say|try)|sources\.\w+|preset\.name|read-channels\.spoken_in)$/, 45],
	[/^(?:setting\.\w+\.search|words\.(?:file|separated)|dictionary\.(?:file|silent))$/, 100],
	[/^(?:redeem\.modal\.whose|voice\.(?:character|sex)\..*|style\..*)$/, 100],
	[/^voices\./, 150],
];
const tooLong = (sentences: Readonly<Record<SentenceKey, string>>): string[] =>
	keys.filter((key) => longest.some(([where, max]) => where.test(key) && sentences[key].length > max));

const typedName = /^[-_'\p{L}\p{N}]{1,32}$/u;
const isName = (name: string, { type, description }: Node, locale: string): boolean => {
	if (type === ApplicationCommandType.Message && description === undefined)
		return name.length > 0 && name.length <= 32;
	return typedName.test(name) && name === name.toLocaleLowerCase(locale);
};
const named = nodes(tree).filter(({ type }) => type !== undefined);
const siblings: readonly (readonly Node[])[] = [
	tree,
	...nodes(tree).flatMap(({ options, choices }) => [options ?? [], choices ?? []]),
];
const doubles = (names: readonly string[]): string[] => names.filter((name, at) => names.indexOf(name) < at);

/** The size of a command as Discord counts it: each text in its longest language. */
const sizeOf = (node: Node & { readonly value?: string }): number => {
	const most = (text = "", others: Readonly<Record<string, string>> = {}) =>
		Math.max(text.length, ...Object.values(others).map(({ length }) => length));
	return (
		most(node.name, node.name_localizations) +
		most(node.description, node.description_localizations) +
		(node.value?.length ?? 0) +
		[...(node.options ?? []), ...(node.choices ?? [])].reduce((sum, inner) => sum + sizeOf(inner), 0)
	);
};

/** Every text with its English original. */
const pairs = ({ sentences, descriptions }: Language, locale: string) => [
	...keys.map((key) => [en.sentences[key], sentences[key]] as const),
	...Object.entries(descriptions).map(([key, text]) => [en.descriptions[key as DescriptionKey], text]),
	...named.map((node) => [node.name, nameIn(node, locale)] as const),
];
const hasWords = (text = ""): boolean => /\p{L}/u.test(text.replace(/\{[^{}]*\}/g, ""));

describe.each(languages)("the texts in $locales.0", (language) => {
	const { sentences, locales } = language;
	const [locale] = locales;

	test("hold the same keys as the English ones, in the same order", () => {
		const described = Object.keys(en.descriptions);
		expect(Object.keys(sentences)).toEqual(keys);
		expect(Object.keys(language.descriptions)).toEqual(described);
		expect(Object.keys(language.names)).toEqual(described);
	});

	test("have the same placeholders", () => {
		const names = (of: Readonly<Record<SentenceKey, string>>) =>
			Object.fromEntries(keys.map((key) => [key, placeholders(of[key])]));
		expect(names(sentences)).toEqual(names(en.sentences));
	});

	test("have each form of their plurals", () => {
		expect(missingForms(locale, sentences)).toEqual([]);
	});

	test("name commands, options and choices as Discord shows them", () => {
		expect(misnamed(locale, sentences)).toEqual([]);
	});

	test("are never empty, and fit Discord's limits", () => {
		expect(pairs(language, locale).filter(([, text]) => text?.trim() === "")).toEqual([]);
		expect(tooLong(sentences)).toEqual([]);
		const descriptions = Object.values(language.descriptions);
		expect(descriptions.filter(({ length }) => length > 100)).toEqual([]);
	});

	test("give commands and options names that Discord accepts", () => {
		const refused = named.filter((node) => !isName(nameIn(node, locale), node, locale));
		expect(refused.map((node) => nameIn(node, locale))).toEqual([]);
		expect(siblings.flatMap((nodes) => doubles(nodes.map((node) => nameIn(node, locale))))).toEqual([]);
	});

	test("are the same as in English only if the word is", () => {
		const same = pairs(language, locale).flatMap(([english, text]) =>
			english === text && hasWords(text) ? [text] : [],
		);
		expect([...new Set(same)].sort()).toEqual([...(alike[locale] ?? [])].sort());
	});
});

test("the English texts have each form of their plurals, and fit Discord's limits", () => {
	expect(missingForms("en-GB", en.sentences)).toEqual([]);
	expect(tooLong(en.sentences)).toEqual([]);
	expect(misnamed("en-GB", en.sentences)).toEqual([]);
});

/**
 * English words that the texts don't use, as the head of `en.ts` says. The second pattern matches the keys of the texts
 * in which a word is right.
 */
const unsaid: readonly (readonly [RegExp, RegExp?])[] = [
	[/operator/i],
	[/managers?\b|who (?:can )?manage/i, /^help\.managers$/],
	[/spoken name|chosen name|said as|how .* (?:is|are) said/i],
	[/\b(?:speak|spoken|spoke) (?:it|this|that|what|the|a|files|texts)\b/i],
	[/text(?:s)? (?:is |was |are |were )?spoken|(?:be|been|being|was|were) spoken/i],
	[/(?:who|members|author|you) (?:is|are|be|wants? to be) read\b|read (?:me|members)\b/i],
	[/\bscripts?\b/i],
	[/beginnings? of|messages that (?:begin|start) with/i],
	[/\blongest\b/i],
	[/\b(?:is|has been) empty/i, /^channel\.queue\.empty$/],
	[/\bEmpty:/],
	[/nothing was kept/i],
	[/this server blocks/i],
	[/muted in this server/i],
	[/\baddress\b|\bids?\b|your Discord's/],
	[/\b(?:text|it) is over\b|nothing fits/i],
	[/direct messages?/i],
	[/outside of/i],
];
/** @returns a text without placeholders and without what is in backticks, such as names of commands */
const plain = (text: string): string => text.replace(/`[^`]*`|\{\w+\}/g, "");

test("English uses one word for one thing", () => {
	const texts = Object.entries({ ...en.descriptions, ...en.sentences });
	const found = unsaid.flatMap(([word, except]) =>
		texts.filter(([key, text]) => word.test(plain(text)) && !except?.test(key)),
	);
	expect(found).toEqual([]);
});

test.each([["en-GB", en] as const, ...languages.map((language) => [language.locales[0], language] as const)])(
	"sentences name buttons and settings as they are labelled, in %s",
	(_, { sentences: texts }) => {
		for (const key of ["reading.notice", "reading.declined"] as const)
			expect(texts[key]).toContain(`**${texts["setting.reading"]}**`);
		for (const key of ["button.pause_reading", "button.dont_read_me"] as const)
			expect(texts["setting.notes.hint"]).toContain(`**${texts[key]}**`);
	},
);

test.each([en, ...languages])("the tags named in $locales.0 are tags that Herald understands", (texts) => {
	const tags = texts.sentences["help.task.tags"].match(/\[[^\]]+\]/g) ?? [];
	const marks = new Set(tags.map((tag) => settleTags(tag, (mark) => mark)));
	expect(tags.filter((tag) => marks.has(tag))).toEqual([]);
	expect(marks.size).toBe(17);
});

test("no command exceeds Discord's size limit in its longest language", () => {
	expect(tree.filter((command) => sizeOf(command) > 8_000)).toEqual([]);
});

test("every locale of a language has its own names and descriptions of commands", () => {
	const locales = languages.flatMap((language) => language.locales);
	const lacks = (texts: Readonly<Record<string, string>> | undefined) =>
		locales.some((locale) => texts?.[locale] === undefined);
	const lacking = nodes(tree).filter(
		({ name_localizations: names, description, description_localizations: texts }) =>
			lacks(names) || (description !== undefined && lacks(texts)),
	);
	expect(lacking).toEqual([]);
});

test.each(["en", "de", "fr", "es-ES", "pt-BR"])(
	"zero differs from one, and one minute is singular, in %s",
	(locale) => {
		const t = textsFor(locale);
		const told = (left: number) => t("book.over.guild", { left, limit: 30 });
		const imported = (total: number) => t("words.imported", { total });
		expect(imported(0)).not.toBe(imported(1));
		expect(told(1)).not.toMatch(/quedan hoy 1|1 (?:minutos|minutes|Minuten)\b/);
		if (locale === "pt-BR") expect(told(0)).toContain("0 minutos");
		expect(t("book.offer", { minutes: 1 })).not.toContain("unos");
		const texts = languages.find(({ locales }) => locales.some((each) => each === locale))?.sentences ?? {};
		const percents = Object.values<string>(texts).filter((text) => text.includes("%"));
		if (locale !== "pt-BR") expect(percents.filter((text) => !text.includes("\u00a0%"))).toEqual([]);
	},
);

test("the verb is plural if several voices speak", () => {
	const answer = (locale: string, voices: number) =>
		textsFor(locale)("channel.answer", { voice: "Kore", voices, channel: "#", place: "now", text: "Hi" });
	expect(answer("en-GB", 1)).toContain("** speaks in #");
	expect(answer("en-GB", 3)).toContain("** speak in #");
	expect(answer("de", 3)).toContain("** sprechen in #");
});

test("a filled-in value is never read as part of the sentence", () => {
	expect(
		textsFor("en")("problem.unknown_voice", { voice: "{suggestions} '<b>'", suggestions: "**Kore**" }),
	).toBe("There is no voice called “{suggestions} '<b>'”. Did you mean **Kore**?");
});

/** Words that a language's texts don't use, because another word or none is right. */
const unsaidIn: Readonly<Record<string, readonly RegExp[]>> = {
	de: [
		/Betreiber|betreibt|Serverleitung|verwalte[nt] darf|gesperrt|weist .* ab\b|keucht/,
		/(?<!aus)gesprochen|Texte? sprechen|Mich nicht vorlesen|wer vorgelesen/i,
		/\bSchrift\b|Längster|\bLeer:|so anfangen|API-|Nichts wurde|\b(?:Lös|Prüf|Versuch es)\b/,
	],
	// Words that both Spain and America write.
	"es-ES": [
		/operador|saltad[oa]|quita[dr]|predeterminad|hablado|elegid[oa] por|(?:quien|que) gestion/i,
		/v[ií]deo|cost[eo]\b|caduca|\bpuls|ordenador|computadora|en (?:directo|vivo)|[«»]/i,
	],
	// No pronoun after a hyphen.
	"pt-BR": [
		/operador|nomes? falad|\bparad[oa]s?\b|(?:quem|que) o? ?gerencia|endereço|incorporad/i,
		/\bpost[ae]|public(?:ar|ad)|\bpedidos\b|nada (?:mudou|foi guardado)|\bescrita d/i,
		/\p{L}-(?:l?[oa]s?|n[oa]s?|se|lhes?)(?!\p{L})/u,
	],
	// One form of each sign.
	ja: [
		/運営者|発話|書いた人|呼び名|消去|お知らせ|静かな時間|順番待ち|[〜［］]/,
		/ダイレクトメッセージ|分か[らりる]|読(?:む|ん|め|ま|み(?!上げ|方|取|聞|込))/,
	],
	// No word that means something else in Discord.
	fr: [
		/^lus?\b(?! à)|\bnon lus?\b|enregistr(?!e-le en UTF-8)|activ\S* \S+ code|code activé/i,
		/opérateur|passée?s? par\b|qui (?:peuvent )?g(?:ère|érer)|faire cela|service vocal\b/i,
		/nom prononcé|de nouveau la commande|aperçu intégré|adresse/i,
	],
};

test.each(languages)("the texts in $locales.0 use one word for one thing", ({ locales, ...texts }) => {
	const found = Object.entries({ ...texts.descriptions, ...texts.sentences }).filter(
		([key, text]) =>
			// These are what members may search for.
			!key.startsWith("help.also.") && unsaidIn[locales[0]]?.some((words) => words.test(plain(text))),
	);
	expect(found).toEqual([]);
	expect(unsaidIn).toHaveProperty(locales[0]);
	// The option of a command is named like the setting.
	if (["es-ES", "pt-BR"].includes(locales[0]))
		expect(texts.names["sound.as"]).toBe(texts.sentences["setting.delivery"].toLowerCase());
});

test("French has a non-breaking space before its high signs", () => {
	const fr = languages.find(({ locales }) => locales[0] === "fr");
	const bare = (text: string) =>
		text.replace(/`[^`]*`|<[^>]*>|https?:\S+|\{\w+, [a-z]+(?:, (?:::[\w-]+)?)?|\/\/|\d:\d/g, "");
	const texts = Object.values<string>(fr?.sentences ?? {});
	expect(texts.length).toBeGreaterThan(100);
	expect(texts.filter((text) => /[^\u00a0\u202f][;:!?»]|«(?!\u00a0)/.test(bare(text)))).toEqual([]);
});

test.each<[string, SentenceKey, Readonly<Record<string, string | number>>, string]>([
	["de", "none", {}, "nicht festgelegt"],
	["de", "list.none", {}, "keine Einträge"],
	["es-ES", "server.default", { value: "Kore" }, "Kore (por defecto)"],
	["es-ES", "from.own", {}, "tu elección"],
	["es-ES", "from.default", {}, "por defecto"],
	["es-ES", "list.none", {}, "sin entradas"],
	["es-ES", "verdict.cost", { seconds: 1 }, "-# Un segundo de voz."],
	["pt-BR", "server.seconds", { seconds: 0 }, "0 segundos"],
	["pt-BR", "server.seconds", { seconds: 1 }, "1 segundo"],
	["pt-BR", "server.seconds", { seconds: 2 }, "2 segundos"],
	["pt-BR", "channel.stopped.count", { count: 0 }, "0 mensagens interrompidas."],
	["pt-BR", "from.own", {}, "sua escolha"],
	["pt-BR", "from.default", {}, "padrão"],
	["pt-BR", "list.none", {}, "sem itens"],
	[
		"fr",
		"vote.open",
		{ by: "A", who: "B", votes: 1, needed: 3 },
		"A veut passer le texte de B\u00a0: 1 vote sur 3.",
	],
	[
		"fr",
		"vote.open",
		{ by: "A", who: "B", votes: 2, needed: 3 },
		"A veut passer le texte de B\u00a0: 2 votes sur 3.",
	],
	["fr", "panel.on", {}, "oui"],
	["fr", "panel.off", {}, "non"],
	["fr", "from.own", {}, "ton choix"],
	["fr", "list.none", {}, "aucune entrée"],
	["en-GB", "channel.skipped.count", { count: 1 }, "Skipped 1 message."],
	["en-GB", "channel.skipped.count", { count: 2 }, "Skipped 2 messages."],
	["en-GB", "channel.skipped.count", { count: 1_000 }, "Skipped 1,000 messages."],
	["de", "channel.skipped.count", { count: 1 }, "1 Nachricht übersprungen."],
	["de", "channel.skipped.count", { count: 2 }, "2 Nachrichten übersprungen."],
	["fr", "channel.skipped.count", { count: 0 }, "0 message sauté."],
	["fr", "channel.skipped.count", { count: 2 }, "2 messages sautés."],
	["pt-BR", "channel.skipped.count", { count: 1 }, "1 mensagem pulada."],
	["pt-BR", "channel.skipped.count", { count: 2 }, "2 mensagens puladas."],
	["es-ES", "channel.skipped.count", { count: 1 }, "1 mensaje omitido."],
	["es-ES", "channel.skipped.count", { count: 20_000 }, "20.000 mensajes omitidos."],
	["es-419", "channel.skipped.count", { count: 20_000 }, "20,000 mensajes omitidos."],
	["ja", "channel.skipped.count", { count: 1 }, "メッセージ1件をスキップしました。"],
	["ja", "channel.skipped.count", { count: 2 }, "メッセージ2件をスキップしました。"],
])("numbers and labels agree: in %s, %s with %j is “%s”", (locale, key, values, said) => {
	const told = (textsFor(locale) as (key: SentenceKey, values: object) => string)(key, values);
	expect(told).toBe(said);
});

test("places in the queue are ordinal numbers", () => {
	const place = (number: number) => textsFor("en-US")("channel.place", { place: number, seconds: 5 });
	expect([2, 3, 11, 21].map((number) => place(number).split(" ")[0])).toEqual(["2nd", "3rd", "11th", "21st"]);
});

test("members with a language that Herald doesn't have read English", () => {
	expect(textsFor("tlh")("none")).toBe("none");
});
