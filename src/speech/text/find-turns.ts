import { cutterAtNames, type Turn, type TurnOptions } from "./cut-at-names.ts";

/** @returns whether a text may name speakers; it is cheap to ask */
export const mayNameSpeakers = (text: string): boolean => /[:：]/.test(text);

/**
 * Finds who says what in a text, see {@link cutterAtNames}.
 *
 * @param text - as its author wrote it, with markup
 * @returns the turns in order, neighbouring ones of one speaker as one; undefined for a text that names no one who
 * says something
 */
export const findTurns = (text: string, options: TurnOptions): readonly Turn[] | undefined => {
	const turns: Turn[] = [];
	for (const turn of cutterAtNames(options)(text)) {
		const last = turns.at(-1);
		if (turn.text === "") continue;
		if (last && last.name === turn.name)
			turns[turns.length - 1] = { ...last, text: `${last.text}\n${turn.text}` };
		else turns.push(turn);
	}
	return turns.some(({ name }) => name !== undefined) ? turns : undefined;
};
