import type { SpokenTurn } from "../say/sound/request.ts";
import type { VoiceChoices } from "../say/sound/voice-choices.ts";
import { type TurnServices, writeTurns } from "../say/sound/write-lines.ts";
import { Problem } from "../shared/problem.ts";
import { findTurns, mayNameSpeakers } from "../speech/text/cut-at-names.ts";

export interface TurnReading extends Pick<TurnServices, "chooseLanguage" | "read"> {
	readonly choices: VoiceChoices;
	/** BCP 47: the language of the sentences where none is chosen. */
	readonly locale: string;
	/** The preset that the message is read as; its author's own voice without one. */
	readonly preset: string | undefined;
	/** Whether it may name others. */
	readonly dialogue: boolean;
}

/**
 * @returns what the speakers say that a message names, by exact names, or its preset; undefined where there are none, or
 * no voice can read what they say
 */
export const readTurns = async (
	content: string,
	{ choices, locale, preset, dialogue, ...services }: TurnReading,
): Promise<readonly SpokenTurn[] | undefined> => {
	const mayName = dialogue && mayNameSpeakers(content);
	if (!mayName && preset === undefined) return undefined;
	const resolve = (name = preset) => choices.resolve(name === undefined ? {} : { voice: name });
	const written = resolve().languages[0]?.value ?? locale;
	const named = mayName && findTurns(content, { names: choices.speakers, exact: true, locale: written });
	const found = named || (preset === undefined ? undefined : [{ name: undefined, text: content }]);
	if (!found) return undefined;
	try {
		const { turns } = await writeTurns(found, { ...services, resolve });
		return turns.length > 0 ? turns : undefined;
	} catch (error) {
		if (error instanceof Problem && error.kind === "unread_script") return undefined;
		throw error;
	}
};
