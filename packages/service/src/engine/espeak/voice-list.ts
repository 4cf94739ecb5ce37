import { baseLanguage } from "@herald/common/wire/languages.ts";

/** A language as espeak-ng has it. */
interface Entry {
	/** espeak-ng's name of it, such as "pt-br". */
	readonly tag: string;
	/** Other tags that it answers to, with how badly it suits them: "no" of "nb". */
	readonly others: ReadonlyMap<string, number>;
}

/** It spells Chinese characters instead of reading them: of these languages, hardly a word can be understood. */
const unreadable = new Set(["zh", "ja", "hak"]);
/** Another way to write a language that is there as well. */
const otherSpelling = /-(?:latn|latin|[a-z]{4})(?:-|$)/i;

const readEntry = (line: string): Entry[] => {
	const [, tag = "", rest = ""] = /^\s*\d+\s+(\S+)\s+\S+\s+\S+\s+\S+\s*(.*)$/.exec(line) ?? [];
	const base = baseLanguage(tag);
	if (base === undefined || unreadable.has(base) || otherSpelling.test(tag)) return [];
	const others = [...rest.matchAll(/\((\S+) (\d+)\)/g)].map(
		([, other = "", priority]) => [other.toLowerCase(), Number(priority)] as const,
	);
	return [{ tag, others: new Map(others) }];
};

/** The languages that an espeak-ng speaks, parsed from its `--voices` table. */
export class VoiceList {
	readonly #entries: readonly Entry[];

	constructor(told: string) {
		this.#entries = told.split("\n").flatMap(readEntry);
	}

	/** @returns the base languages, each once */
	bases(): string[] {
		const tags = this.#entries.flatMap(({ tag, others }) => [tag, ...others.keys()]);
		const bases = tags.flatMap((tag) => baseLanguage(tag) ?? []).filter((base) => !unreadable.has(base));
		return [...new Set(bases)];
	}

	/**
	 * @param language - a BCP 47 tag; its region is preferred, not required
	 * @returns espeak-ng's name of the closest match
	 */
	find(language: string): string | undefined {
		const wanted = language.toLowerCase();
		const base = baseLanguage(language);
		if (base === undefined || unreadable.has(base)) return undefined;
		const found = this.#findTag(wanted) ?? this.#findTag(base);
		return found ?? this.#entries.find(({ tag }) => baseLanguage(tag) === base)?.tag;
	}

	/** The language of this name, otherwise the best match. */
	#findTag(wanted: string): string | undefined {
		const suiting = this.#entries
			.filter(({ others }) => others.has(wanted))
			.sort((a, b) => (a.others.get(wanted) ?? 0) - (b.others.get(wanted) ?? 0));
		return (this.#entries.find(({ tag }) => tag === wanted) ?? suiting[0])?.tag;
	}
}
