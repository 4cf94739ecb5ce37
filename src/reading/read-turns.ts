import type { SpokenTurn } from "../say/sound/request.ts";
import type { VoiceChoices } from "../say/sound/voice-choices.ts";
import { type TurnServices, writeTurns } from "../say/sound/write-lines.ts";
import { Problem } from "../shared/problem.ts";
import { findTurns, mayNameSpeakers } from "../speech/text/cut-at-names.ts";

export interface TurnReading extends Pick<TurnServices, "chooseLanguage" | "read"> {
	readonly choices: VoiceChoices;
	/** The language whose rules decide where sentences end, if none is chosen (BCP 47). */
	readonly locale: string;
	/** The preset that reads the message; if undefined, its author's own voice does. */
	readonly preset: string | undefined;
	/** Whether messages may name speakers. */
	readonly dialogue: boolean;
}

/**
 * @returns a message's turns: of the speakers that it names exactly, or one in the preset's voice. Undefined if it has
 * neither, or no voice can read it
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
