import { type APIComponentInContainer, ButtonStyle } from "discord-api-types/v10";
import { relativeTime } from "../../src/discord/describe-problem.ts";
import { joinWords } from "../../src/discord/join-words.ts";
import { describeAccess, describeChannels, readsAnything } from "../../src/reading/describe-reading.ts";
import { findQuietEnd } from "../../src/settings/quiet-hours.ts";
import { applyGuildDefaults } from "../../src/settings/settings.ts";
import type { GuildReading } from "../../src/store/reading.ts";
import type { Translate } from "../../src/texts/index.ts";
import { actionRow, pressable, textDisplay } from "../panel/components.ts";
import type { Services } from "../services.ts";
import { serverRoutes } from "./routes.ts";

/** @returns what is read, where Herald sits, and what is still missing, with the buttons that mend it */
export const readingGuide = (
	guildId: string,
	reading: GuildReading,
	{ voice, access, now }: Pick<Services, "voice" | "access" | "now">,
	t: Translate,
): APIComponentInContainer[] => {
	const channelId = voice.channelOf(guildId);
	const quietEnd = findQuietEnd(applyGuildDefaults(reading.settings), now());
	const isSetUp = readsAnything(reading);
	const lines = [
		isSetUp
			? t("guide.reads", { channels: joinWords(describeChannels(reading, undefined, t), "and", t) })
			: t("guide.nothing"),
		channelId === undefined ? t("guide.not_in_voice") : t("channel.joined", { channel: `<#${channelId}>` }),
		quietEnd === undefined ? [] : t("problem.quiet_hours", { when: relativeTime(quietEnd) }),
		describeAccess(access, t) ?? [],
	].flat();
	const buttons = [
		...(channelId === undefined
			? [pressable(serverRoutes.join.to(), t("guide.join"), { style: ButtonStyle.Primary })]
			: []),
		...(isSetUp
			? []
			: [
					pressable(serverRoutes.add.to({ name: "channels" }), t("guide.choose"), {
						style: ButtonStyle.Primary,
					}),
				]),
	];
	return [textDisplay(lines.join("\n")), ...(buttons.length > 0 ? [actionRow(...buttons)] : [])];
};
