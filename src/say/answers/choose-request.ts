import type { RepliableInteraction } from "discord.js";
import { whoOf } from "../../discord/place.ts";
import type { VoicePreferences } from "../../settings/settings.ts";
import { type Party, partyOf } from "../../shared/party.ts";
import type { Turn } from "../../speech/text/cut-at-names.ts";
import { findTurns } from "../../speech/text/cut-at-names.ts";
import { findWordsAlone } from "../../speech/text/speakable.ts";
import type { Say } from "../say.ts";
import type { NewRequest, SayRequest, WrittenText } from "../sound/request.ts";
import type { SoundChoices } from "../sound/sound-choices.ts";
import { type TurnServices, writeTurns } from "../sound/write-turns.ts";
import { describeLeftOut, describeLost, describeUnspoken, findOwnLost } from "./describe-lost.ts";
import { quoteText } from "./quote-text.ts";

/** A text as it is spoken, and what of it isn't heard. */
interface SpeakableText extends Pick<SayRequest, "speakable" | "language" | "turns"> {
	readonly leavesOut: boolean;
	readonly unspoken?: string | undefined;
	/** A style that one of its speakers has. */
	readonly styled?: string | undefined;
}

const inOneVoice = async (
	{ written, context }: Pick<WrittenText, "written" | "context">,
	{ languages }: SoundChoices,
	party: Party,
	say: Say,
): Promise<SpeakableText> => {
	const chosen = await say.languages.choose(findWordsAlone(written), languages, party);
	const language = chosen?.language;
	return {
		speakable: await say.read(written, context, language),
		...(language !== undefined && { language }),
		leavesOut: chosen?.leavesOut ?? false,
		unspoken: chosen?.unspoken,
	};
};

const inTurns = async (
	found: readonly Turn[],
	{ context }: Pick<WrittenText, "context">,
	resolve: TurnServices["resolve"],
	party: Party,
	say: Say,
): Promise<SpeakableText> => {
	const { turns, leavesOut } = await writeTurns(found, {
		chooseLanguage: (text, set) => say.languages.choose(text, set, party),
		resolve,
		read: (text, language) => say.read(text, context, language),
	});
	const heard = turns.map((turn) =>
		say.findUnheard(turn.style) === "nothing" ? turn : { ...turn, style: undefined },
	);
	return {
		speakable: turns.map(({ speakable }) => speakable).join("\n"),
		turns: heard,
		leavesOut,
		styled: turns.find(({ style }) => style)?.style,
	};
};

/**
 * Decides how a text is spoken for the member who asked.
 *
 * @param option - what the command itself names
 * @throws Problem `unknown_voice` when the command names an unknown voice, `unread_script` when no voice can read it
 */
export const chooseRequest = async (
	interaction: RepliableInteraction,
	text: WrittenText,
	say: Say,
	option: Partial<VoicePreferences> = {},
): Promise<NewRequest> => {
	const { written, author, dialogue, isFleeting, authorId, messageId } = text;
	const who = { ...whoOf(interaction), locale: interaction.locale };
	const [context, choices] = await Promise.all([
		say.contextIn(who.place, text.context),
		say.readChoices(who),
	]);
	const resolved = choices.resolve(option);
	const { voice, speaker, style, speed, delivery } = resolved;
	const found =
		dialogue &&
		findTurns(written, {
			names: choices.speakers,
			exact: dialogue === "exact",
			locale: resolved.languages[0]?.value ?? interaction.locale,
		});
	const resolve = (name: string | undefined) =>
		name ? choices.resolve({ ...option, voice: name }) : resolved;
	const { leavesOut, unspoken, styled, ...spoken } = found
		? await inTurns(found, { context }, resolve, partyOf(who), say)
		: await inOneVoice({ written, context }, resolved, partyOf(who), say);
	const unheard = say.findUnheard(style?.value ?? styled);
	const lost = findOwnLost(resolved, interaction);
	return {
		written,
		quote: quoteText(written, context, author),
		...spoken,
		...(isFleeting && { isFleeting }),
		...(authorId !== undefined && { authorId }),
		...(messageId !== undefined && { messageId }),
		voice: voice.value,
		speaker,
		style: unheard === "nothing" ? style?.value : undefined,
		speed: speed.value,
		delivery: delivery.value,
		...(lost.length > 0 && { onAnswered: () => say.forgetLost(who, lost) }),
		notes: [
			...describeLost(resolved, interaction),
			...describeLeftOut(unheard, leavesOut, style?.from, interaction),
			...describeUnspoken(unspoken, interaction, say),
		],
	};
};
