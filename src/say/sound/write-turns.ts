import { inStretches } from "../../shared/in-stretches.ts";
import { Problem } from "../../shared/problem.ts";
import type { ChosenLanguage } from "../../speech/language/choose-language.ts";
import type { Turn } from "../../speech/text/cut-at-names.ts";
import { findWordsAlone, isSpeakable } from "../../speech/text/speakable.ts";
import type { SpokenTurn } from "./request.ts";
import type { Choice, SoundChoices } from "./sound-choices.ts";

export interface TurnServices {
	/** Chooses the language of a text by what people set; see `Languages.choose`. */
	readonly chooseLanguage: (
		text: string,
		set: readonly Choice<string>[],
	) => Promise<ChosenLanguage | undefined>;
	/** @returns how the speaker of that name sounds; without one, the member who asked */
	readonly resolve: (
		name: string | undefined,
	) => Pick<SoundChoices, "voice" | "speaker" | "style" | "speed" | "languages">;
	/** Makes words speakable in a language; undefined leaves it to the service. */
	readonly read: (text: string, language: string | undefined) => Promise<string> | string;
}

/** A command's wish decides; then what the whole text is in, as single turns are too short to tell. */
const withWhole = (set: readonly Choice<string>[], whole: string | undefined): readonly Choice<string>[] =>
	whole !== undefined
		? [
				...set.filter(({ from }) => from === "option"),
				{ value: whole, from: "default" },
				...set.filter(({ from }) => from !== "option"),
			]
		: set;

/** @returns undefined for words that no voice here can read */
const chooseOrSkip = async (
	choose: TurnServices["chooseLanguage"],
	...text: Parameters<TurnServices["chooseLanguage"]>
): Promise<{ readonly chosen: ChosenLanguage | undefined } | undefined> => {
	try {
		return { chosen: await choose(...text) };
	} catch (error) {
		if (error instanceof Problem && error.kind === "unread_script") return undefined;
		throw error;
	}
};

/**
 * Decides how a turn is spoken: in its speaker's voice, and in the language of the whole text, unless it is clearly in
 * another one, or its speaker has one.
 *
 * @param whole - the language of the whole text; undefined leaves it to the service
 * @returns the turn, if anything of it is heard, and whether there are words in it that no voice here can read
 */
export const writeTurn = async (
	{ name, text }: Turn,
	whole: string | undefined,
	{ chooseLanguage, resolve, read }: TurnServices,
) => {
	const { voice, speaker, style, speed, languages: set } = resolve(name);
	const found = await chooseOrSkip(chooseLanguage, findWordsAlone(text), withWhole(set, whole));
	const language = found?.chosen?.language;
	const speakable = found ? await read(text, language) : "";
	const turn: SpokenTurn = {
		speaker: name ?? speaker,
		speakable,
		voice: voice.value,
		...(language !== undefined && { language }),
		style: style?.value,
		speed: speed.value,
	};
	return {
		turn: isSpeakable(speakable) ? turn : undefined,
		leavesOut: found?.chosen?.leavesOut ?? found === undefined,
	};
};

/**
 * Decides how each turn of a text is spoken, see {@link writeTurn}; there may be a thousand of them.
 *
 * @returns the turns of which something is heard, and whether there are words that no voice here can read
 * @throws {@link Problem} `unread_script` when no voice here can read any of them
 */
export const writeTurns = async (turns: readonly Turn[], services: TurnServices) => {
	const text = findWordsAlone(turns.map((turn) => turn.text).join("\n"));
	const whole = await services.chooseLanguage(text, services.resolve(undefined).languages);
	const written: Awaited<ReturnType<typeof writeTurn>>[] = [];
	const rest = inStretches();
	for (const turn of turns) {
		written.push(await writeTurn(turn, whole?.language, services));
		await rest();
	}
	return {
		turns: written.flatMap(({ turn }) => turn ?? []),
		leavesOut: written.some(({ leavesOut }) => leavesOut),
	};
};
