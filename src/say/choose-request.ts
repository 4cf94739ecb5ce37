import type { RepliableInteraction } from "discord.js";
import type { VoicePreferences } from "../store/preferences.ts";
import { describeLost } from "./describe-lost.ts";
import type { SayRequest, Wanted } from "./recent-requests.ts";
import type { Say } from "./say.ts";

/**
 * Decides how a text is spoken for whoever requested it.
 *
 * @param option - what the command itself names
 * @throws Problem `unknown_voice` when the command names an unknown voice
 */
export const chooseRequest = async (
	interaction: RepliableInteraction<"cached">,
	text: Pick<SayRequest, "written" | "quote" | "speakable">,
	say: Say,
	option: Partial<VoicePreferences> = {},
): Promise<Wanted> => {
	const who = { guildId: interaction.guildId, userId: interaction.user.id };
	const { voice, style, delivery, lost } = await say.choose(who, option);
	return {
		...text,
		voice: voice.value,
		style: style?.value,
		delivery: delivery.value,
		notes: describeLost(lost, interaction),
	};
};
