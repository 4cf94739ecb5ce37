import { stringOptionMax } from "../../src/discord/limits.ts";
import { nameLanguage } from "../../src/discord/name-language.ts";
import { showText } from "../../src/discord/show-text.ts";
import { describeAccess, describeReading, readsAnything } from "../../src/reading/describe-reading.ts";
import { findPreset } from "../../src/say/presets.ts";
import { type GuildSettings, guildSettings } from "../../src/settings/settings.ts";
import type { Translate } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";

/** @returns when Herald leaves a voice channel, how long texts can be there, and how loud they are */
export const describeVoiceChannels = (chosen: GuildSettings, t: Translate): string => {
	const orDefault = (name: "aloneSeconds" | "idleSeconds" | "textSeconds") => {
		const seconds = t("server.seconds", { seconds: chosen[name] ?? guildSettings[name].default });
		return chosen[name] === null ? t("server.default", { value: seconds }) : seconds;
	};
	return t("server.channel.show", {
		alone: orDefault("aloneSeconds"),
		idle: orDefault("idleSeconds"),
		text: orDefault("textSeconds"),
		volume:
			chosen.volumeDb === null
				? t("server.default", { value: t("server.decibels", { decibels: 0 }) })
				: t("server.decibels", { decibels: chosen.volumeDb }),
	});
};

/** @returns all of a guild's settings */
export const describeServer = async (
	guildId: string,
	{ say: { voices, languages, limits }, store, access }: Pick<Services, "say" | "store" | "access">,
	t: Translate,
): Promise<string> => {
	const [chosen, words, reading, entries, presets] = await Promise.all([
		store.settings.readGuild(guildId),
		store.words.list(guildId),
		store.reading.read(guildId),
		store.dictionary.list(guildId),
		store.presets.read(guildId),
	]);
	const { delivery, secondsPerDay, textMax, speakerRole } = chosen;
	const used = chosen.preset === null ? undefined : findPreset(chosen.preset, presets);
	const voice = chosen.voice ?? (used ? `${used.name} (${used.voice})` : null);
	const style = chosen.style ?? used?.style ?? null;
	const speed = chosen.speed ?? used?.speed ?? null;
	const language = chosen.language ?? used?.language ?? null;
	const orDefault = (own: string | null, value: string) => own ?? t("server.default", { value });
	const { guildSecondsPerDay: operatorSeconds, memberTextsPerMinute: textsPerMinute } = limits;
	const settings = t("server.show", {
		voice: orDefault(voice, voices.default),
		style: orDefault(style && showText(style, 100), t("none")),
		speed: orDefault(speed === null ? null : t("server.speed", { speed }), t("server.speed", { speed: 1 })),
		delivery: orDefault(delivery && t(`delivery.${delivery}`), t("delivery.auto")),
		language: orDefault(language && nameLanguage(language, t.locale), languages.describeDefault(t)),
		seconds: orDefault(
			secondsPerDay === null ? null : t("server.seconds", { seconds: secondsPerDay }),
			operatorSeconds === 0 ? t("server.unlimited") : t("server.seconds", { seconds: operatorSeconds }),
		),
		text: orDefault(
			textMax === null ? null : t("server.characters", { max: textMax }),
			t("server.characters", { max: stringOptionMax }),
		),
		texts: t("server.default", {
			value: textsPerMinute === 0 ? t("server.unlimited") : String(textsPerMinute),
		}),
		speakers: orDefault(speakerRole && `<@&${speakerRole}>`, t("server.everyone")),
		words: words.length,
	});
	const read = readsAnything(reading) ? describeReading(reading, entries.length, t) : t("reading.off");
	const hindrance = readsAnything(reading) ? describeAccess(access, t) : undefined;
	const named = presets.server.length > 0 ? [t("server.presets", { count: presets.server.length })] : [];
	return [settings, ...named, describeVoiceChannels(chosen, t), read, hindrance ?? []].flat().join("\n");
};
