import type { RepliableInteraction } from "discord.js";
import { speakerOf, whoOf } from "../discord/place.ts";
import type { ResolvedNames } from "../discord/resolved-names.ts";
import type { VoicePreferences } from "../settings/settings.ts";
import { chooseRequest } from "./choose-request.ts";
import { checkRules } from "./guild-rules.ts";
import type { Wanted } from "./recent-requests.ts";
import { sampleIn } from "./sample-sentences.ts";
import type { Say } from "./say.ts";

/** A text that a member hears to find out how they would sound. */
export type Sample = Wanted & Required<Pick<Wanted, "tried">>;

const nobody: ResolvedNames = { users: new Map(), channels: new Map(), roles: new Map() };

/**
 * Decides how a sample sounds, and what it would change.
 *
 * @param option - what the member tries out
 * @param own - the member's sentence, and the names in it; without one, the voice says something of itself
 * @throws {@link Problem} when the server doesn't let it be said, or no voice can say it
 */
export const chooseSample = async (
	interaction: RepliableInteraction,
	say: Say,
	option: Partial<VoicePreferences>,
	own?: { readonly text: string; readonly names: ResolvedNames },
): Promise<Sample> => {
	const { locale } = interaction;
	const who = whoOf(interaction);
	await say.countText(who);
	const [{ voice, languages }, rules] = await Promise.all([
		say.choose({ ...who, locale }, option),
		say.readRules(who.guildId),
	]);
	const tags = [...languages.map(({ value }) => value), locale];
	const itself = sampleIn(tags.find((tag) => say.languages.isSpoken(tag)) ?? "en", voice.value);
	const written = own?.text ?? itself.sentence;
	const context = { ...(own?.names ?? nobody), locale };
	// Another service finds out by itself, unless a language was chosen.
	const isTold = !own && (say.languages.mustBeTold || languages.length > 0);
	const heard = isTold ? { ...option, language: option.language ?? itself.language } : option;
	const wanted = await chooseRequest(interaction, { written, context }, say, heard);
	// The voice's own sentence is as long as it is.
	checkRules(own ? rules : { ...rules, textMax: null }, speakerOf(interaction), wanted);
	return { ...wanted, tried: option.preset ? option : { ...option, voice: wanted.voice } };
};
