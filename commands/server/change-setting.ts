import type { GuildKey, GuildSettings } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { Press } from "../panel/press.ts";
import { changeOf } from "../panel/setting-presses.ts";
import type { Services } from "../services.ts";
import type { Page } from "./routes.ts";
import { keysOf } from "./server-settings.ts";

const change = async (interaction: Press, settings: Partial<GuildSettings>, services: Services) => {
	await services.store.settings.changeGuild(interaction.guildId, settings);
	await services.reader.applySettings(interaction.guild);
};

/** Changes a setting; null is its default. @returns why it can't be changed, in a sentence; @throws Problem */
export const saveSetting = async (
	key: GuildKey,
	value: unknown,
	interaction: Press,
	services: Services,
	t: Translate,
): Promise<string | undefined> => {
	const max = services.say.limits.guildSecondsPerDay;
	if (key === "secondsPerDay" && max > 0 && Number(value) > max) return t("server.seconds_too_many", { max });
	// The id of @everyone is the guild's.
	const chosen = key === "speakerRole" && value === interaction.guildId ? null : value;
	await change(interaction, await changeOf(key, chosen, "server", interaction, services), services);
	return undefined;
};

/** Resets the settings of pages to their defaults. */
export const resetPages = (interaction: Press, pages: readonly Page[], services: Services): Promise<void> => {
	const keys = pages.flatMap(keysOf);
	const settings = Object.fromEntries(keys.map((key) => [key, null]));
	return change(interaction, keys.includes("voice") ? { ...settings, preset: null } : settings, services);
};
