import { ForbiddenWords } from "./forbidden-words.ts";

/** Characters of all lists together: a list takes up to fifty times as many bytes. */
const charactersMax = 500_000;

interface Kept {
	readonly key: string;
	readonly words: ForbiddenWords;
}

/** The word lists of the guilds that spoke last, ready to search with: making a long one takes many milliseconds. */
export class RecentWordLists {
	/** By guild, the one used longest ago first. */
	readonly #kept = new Map<string, Kept>();
	#characters = 0;

	/** @returns a guild's list; @param list - as it is now */
	prepare(guildId: string, list: readonly string[]): ForbiddenWords {
		const key = list.join("\n");
		const kept = this.#kept.get(guildId);
		const words = kept?.key === key ? kept.words : new ForbiddenWords(list);
		this.#drop(guildId);
		this.#kept.set(guildId, { key, words });
		this.#characters += key.length;
		for (const oldest of this.#kept.keys()) {
			if (this.#characters <= charactersMax || oldest === guildId) break;
			this.#drop(oldest);
		}
		return words;
	}

	#drop(guildId: string): void {
		this.#characters -= this.#kept.get(guildId)?.key.length ?? 0;
		this.#kept.delete(guildId);
	}
}
