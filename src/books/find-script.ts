import { cutterAtNames, type TurnOptions } from "../speech/text/cut-at-names.ts";
import type { Block } from "../speech/text/document/block.ts";
import { inStretches } from "./in-stretches.ts";

/** A block of a text that names its speakers. */
export interface ScriptBlock extends Block {
	/** Who speaks; undefined for what is nobody's. */
	readonly name: string | undefined;
}

/**
 * Finds who says what in a long text, as in a short one ({@link cutterAtNames}). A heading is nobody's, and so is what is
 * under it until somebody is named.
 *
 * @returns the blocks, cut where somebody begins to speak; undefined for a text in which nobody is named
 */
export const findScript = async (
	blocks: readonly Block[],
	options: TurnOptions,
): Promise<readonly ScriptBlock[] | undefined> => {
	const cut = cutterAtNames(options);
	const rest = inStretches();
	const script: ScriptBlock[] = [];
	let name: string | undefined;
	let after: "named" | "unnamed" | undefined;
	for (const block of blocks) {
		await rest();
		if (block.heading) {
			name = undefined;
			script.push({ ...block, name });
			continue;
		}
		const turns = cut(block.text, after);
		after ??= turns.length > 1 && turns[0]?.text === "" ? "named" : "unnamed";
		for (const [at, turn] of turns.entries()) {
			if (at > 0) name = turn.name;
			if (turn.text !== "") script.push({ text: turn.text, name });
		}
	}
	return script.some((block) => block.name !== undefined) ? script : undefined;
};
