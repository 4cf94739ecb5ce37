import { Problem } from "../problem.ts";
import type { GuildPreferences, Preferences, VoicePreferences } from "../store/preferences.ts";
import { type Resolved, resolvePreferences } from "./resolve-preferences.ts";
import type { Voices } from "./voices.ts";

/**
 * Says how a text of a member will be spoken, and why.
 *
 * @throws {@link Problem} `unknown_voice` when the command itself names a voice that nobody offers
 */
export const chooseDelivery = async (
	preferences: Preferences,
	voices: Voices,
	who: { readonly guildId: string; readonly userId: string },
	option: Partial<VoicePreferences>,
): Promise<Resolved> => {
	if (option.voice) voices.choose(option.voice);
	const [own, server] = await Promise.all([
		preferences.readMember(who.guildId, who.userId),
		preferences.readGuild(who.guildId),
	]);
	return resolvePreferences({
		option,
		own,
		server,
		defaultVoice: voices.default,
		canonical: (voice) => voices.find(voice)?.name,
	});
};

const controlCharacters = /[\p{Cc}\p{Cf}]/gu;

/** @returns a style as it is sent: one line; undefined for one of blanks alone */
export const cleanStyle = (style: string | undefined): string | undefined =>
	style?.replace(/\s+/g, " ").replace(controlCharacters, "").trim() || undefined;

/** What a guild lets be said, and by whom. */
export interface Speaker {
	/** The ids of the member's roles. */
	readonly roles: readonly string[];
	/** Whether the member manages the server: limits of who may speak are theirs to set. */
	readonly manages: boolean;
}

/** @throws {@link Problem} `role_required` or `text_too_long` where the guild's limits say so */
export const checkGuildLimits = (
	{ speakerRole, textMax }: GuildPreferences,
	speaker: Speaker,
	written: string,
): void => {
	if (speakerRole !== null && !speaker.manages && !speaker.roles.includes(speakerRole))
		throw new Problem({ kind: "role_required", role: speakerRole });
	if (textMax !== null && written.length > textMax)
		throw new Problem({ kind: "text_too_long", max: textMax });
};
