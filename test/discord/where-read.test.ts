import { describe, expect, test } from "vitest";
import { commands } from "../../commands/index.ts";
import type { SentenceKey } from "../../src/texts/en.ts";
import * as en from "../../src/texts/en.ts";
import { languages } from "../../src/texts/languages.ts";
import given from "./where-read.json" with { type: "json" };

/** Patterns of the keys of sentences that are read only in servers with Herald, by where they are read. */
const inServersOnly = Object.entries(given.inServersOnly).map(([, keys]) => new RegExp(keys));
/** Sentences that are read only in servers without Herald, about these servers' channels and managers. */
const inServersWithout: readonly string[] = given.inServersWithout;
/** The name of a choice that only matters in servers, though members can make it elsewhere, too. */
const aboutServers: readonly SentenceKey[] = ["delivery.channel"];

const isRead = (key: SentenceKey): boolean =>
	!inServersOnly.some((keys) => keys.test(key)) &&
	!inServersWithout.includes(key) &&
	!aboutServers.includes(key);

/** Words for things that don't exist in direct messages and groups, by language. */
const wordsOfServers: Readonly<Record<string, string>> = given.wordsOfServers;
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
		return [new RegExp(wordsOfServers[locale] as string), named, commandsOfServers(locale)].some((words) =>
			words.test(said),
		);
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
	expect(inServersOnly.filter((found) => !keys.some((key) => found.test(key)))).toEqual([]);
	expect(keys).toEqual(expect.arrayContaining([...inServersWithout, ...aboutServers]));
});
