import type { Say } from "../say/say.ts";
import { type TurnServices, writeTurn } from "../say/sound/write-turns.ts";
import { inStretches } from "../shared/in-stretches.ts";
import { cutterAtNames, type TurnOptions } from "../speech/text/cut-at-names.ts";
import type { Block } from "../speech/text/document/block.ts";
import type { BookPage } from "./book.ts";
import { writePages } from "./write-pages.ts";

export interface DialogueWriting extends TurnServices {
	/** The language of the whole text; undefined leaves it to the service. */
	readonly language: string | undefined;
	/** BCP 47, whose sentences are looked for where the text has no language. */
	readonly locale: string;
	/** Throws for words that must not be in a speaker's name or style. */
	readonly checkWords: (text: string) => void;
	readonly findUnheard: Say["findUnheard"];
}

/** A long text that names its speakers, as it is spoken. */
export interface WrittenDialogue {
	readonly pages: readonly BookPage[];
	/** The speakers, in the order of their first words. */
	readonly speakers: readonly { readonly name: string; readonly voice: string }[];
	readonly styled: string | undefined;
	/** Whether there are words that no voice can read. */
	readonly leavesOut: boolean;
}

/** Writes a long text's words as its speakers say them, in stretches; see {@link writePages}. */
export const writeDialogue = async (
	dialogue: readonly DialogueBlock[],
	{ language, locale, checkWords, findUnheard, ...services }: DialogueWriting,
): Promise<WrittenDialogue> => {
	const voices = new Map<string, string>();
	let styled: string | undefined;
	let anyLeftOut = false;
	const read = async (block: DialogueBlock) => {
		const { turn, leavesOut } = await writeTurn(block, language, services);
		anyLeftOut ||= leavesOut;
		if (!turn) return undefined;
		const { speakable, style, ...speaker } = turn;
		checkWords(`${speaker.speaker}, ${style ?? ""}`);
		styled ??= style;
		if (!voices.has(speaker.speaker)) voices.set(speaker.speaker, speaker.voice);
		const isHeard = findUnheard(style) === "nothing";
		return { ...block, text: speakable, speaker: { ...speaker, style: isHeard ? style : undefined } };
	};
	const pages = await writePages(dialogue, read, language ?? locale);
	const speakers = [...voices].map(([name, voice]) => ({ name, voice }));
	return { pages, speakers, styled, leavesOut: anyLeftOut };
};

export interface DialogueBlock extends Block {
	/** The speaker; undefined for text without one. */
	readonly name: string | undefined;
}

/**
 * Finds who says what in a long text, as in a short one ({@link cutterAtNames}). A heading has no speaker, and
 * neither has the text under it until one is named.
 *
 * @returns the blocks, cut where a speaker begins; undefined for a text that names none
 */
export const findDialogue = async (
	blocks: readonly Block[],
	options: TurnOptions,
): Promise<readonly DialogueBlock[] | undefined> => {
	const cut = cutterAtNames(options);
	const rest = inStretches();
	const dialogue: DialogueBlock[] = [];
	let name: string | undefined;
	let after: "named" | "unnamed" | undefined;
	for (const block of blocks) {
		await rest();
		if (block.heading) {
			name = undefined;
			dialogue.push({ ...block, name });
			continue;
		}
		const turns = cut(block.text, after);
		after ??= turns.length > 1 && turns[0]?.text === "" ? "named" : "unnamed";
		for (const [at, turn] of turns.entries()) {
			if (at > 0) name = turn.name;
			if (turn.text !== "") dialogue.push({ text: turn.text, name });
		}
	}
	return dialogue.some((block) => block.name !== undefined) ? dialogue : undefined;
};
