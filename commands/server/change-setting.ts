import type { GuildKey, GuildSettings } from "../../src/settings/settings.ts";
import { guildSettings } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import { describeSetting } from "../panel/controls.ts";
import { type Press, readValue } from "../panel/press.ts";
import type { Services } from "../services.ts";
import type { Page } from "./routes.ts";
import { keysOf, showSetting } from "./server-settings.ts";

const change = async (interaction: Press, settings: Partial<GuildSettings>, services: Services) => {
	await services.store.settings.changeGuild(interaction.guildId, settings);
	await services.reader.applySettings(interaction.guild);
};

/** @returns the settings that a value of one setting changes; null is its default; @throws Problem */
const changeOf = async (
	key: GuildKey,
	value: unknown,
	{ guildId, user, locale }: Press,
	{ say }: Services,
): Promise<Partial<GuildSettings>> => {
	if (key === "voice") {
		if (value === null) return { voice: null, preset: null };
		return (await say.readChoices({ guildId, userId: user.id })).pick(String(value), "server");
	}
	// The id of @everyone is the guild's.
	if (value === null || (key === "speakerRole" && value === guildId)) return { [key]: null };
	if (key === "language") return { language: say.languages.read(String(value), locale) };
	const setting = guildSettings[key];
	// What is the default anyway stays the default.
	const isDefault = setting.kind === "yesNo" && setting.default === value;
	return { [key]: isDefault ? null : readValue(key, value, "server") };
};

/** Changes a setting. @returns what it is now, in a sentence; @throws Problem */
export const changeSetting = async (
	key: GuildKey,
	value: unknown,
	interaction: Press,
	services: Services,
	t: Translate,
): Promise<string> => {
	const { store, say } = services;
	const { guildId } = interaction;
	const max = say.limits.guildSecondsPerDay;
	if (key === "secondsPerDay" && max > 0 && Number(value) > max) return t("server.seconds_too_many", { max });
	await change(interaction, await changeOf(key, value, interaction, services), services);
	const [settings, presets] = await Promise.all([
		store.settings.readGuild(guildId),
		store.presets.read(guildId),
	]);
	const setting = describeSetting(showSetting(key, settings, presets.server, services, t), t);
	return t("panel.saved", { setting });
};

/** Resets the settings of pages to their defaults. */
export const resetPages = (interaction: Press, pages: readonly Page[], services: Services): Promise<void> => {
	const keys = pages.flatMap(keysOf);
	const settings = Object.fromEntries(keys.map((key) => [key, null]));
	return change(interaction, keys.includes("voice") ? { ...settings, preset: null } : settings, services);
};
