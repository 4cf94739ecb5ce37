import type { RepliableInteraction } from "discord.js";
import { Problem } from "../problem.ts";
import type { VoicePreferences } from "../store/preferences.ts";
import { describeLeftOut } from "./describe-left-out.ts";
import { describeLost } from "./describe-lost.ts";
import type { SayRequest, Wanted } from "./recent-requests.ts";
import type { Say } from "./say.ts";

/**
 * Decides how a text is spoken for whoever requested it.
 *
 * @param option - what the command itself names
 * @throws Problem `unknown_voice` when the command names an unknown voice, `english_only` when the voices can't read it
 */
export const chooseRequest = async (
	interaction: RepliableInteraction<"cached">,
	text: Pick<SayRequest, "written" | "quote" | "speakable">,
	say: Say,
	option: Partial<VoicePreferences> = {},
): Promise<Wanted> => {
	const who = { guildId: interaction.guildId, userId: interaction.user.id };
	const { voice, style, speed, delivery, lost } = await say.choose(who, option);
	const leftOut = say.findLeftOut(text.speakable, style?.value);
	if (leftOut.words === "all") throw new Problem({ kind: "english_only" });
	return {
		...text,
		voice: voice.value,
		style: leftOut.style === "nothing" ? style?.value : undefined,
		speed: speed.value,
		delivery: delivery.value,
		notes: [...describeLost(lost, interaction), ...describeLeftOut(leftOut, style?.from, interaction)],
	};
};
