import type { RepliableInteraction } from "discord.js";
import type { SpeakableContext } from "../speech/text/speakable/context.ts";
import { findWordsAlone } from "../speech/text/speakable.ts";
import type { VoicePreferences } from "../store/preferences.ts";
import { describeLeftOut } from "./describe-left-out.ts";
import { describeLost } from "./describe-lost.ts";
import type { SayRequest, Wanted } from "./recent-requests.ts";
import type { Say } from "./say.ts";

/** A text as a member gave it. */
export interface WrittenText extends Pick<SayRequest, "written" | "quote"> {
	readonly context: SpeakableContext;
}

/**
 * Decides how a text is spoken for whoever requested it.
 *
 * @param option - what the command itself names
 * @throws Problem `unknown_voice` when the command names an unknown voice, `unread_script` when no voice can read it
 */
export const chooseRequest = async (
	interaction: RepliableInteraction<"cached">,
	{ written, quote, context }: WrittenText,
	say: Say,
	option: Partial<VoicePreferences> = {},
): Promise<Wanted> => {
	const who = { guildId: interaction.guildId, userId: interaction.user.id };
	const { voice, style, speed, delivery, languages, lost } = await say.choose(who, option);
	const chosen = await say.languages.choose(findWordsAlone(written), languages);
	const language = chosen?.language;
	const unheard = say.findUnheard(style?.value);
	return {
		written,
		quote,
		speakable: await say.read(written, context, language),
		...(language !== undefined && { language }),
		voice: voice.value,
		style: unheard === "nothing" ? style?.value : undefined,
		speed: speed.value,
		delivery: delivery.value,
		notes: [
			...describeLost(lost, interaction),
			...describeLeftOut(unheard, chosen?.leavesOut ?? false, style?.from, interaction),
		],
	};
};
