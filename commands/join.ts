import type { ButtonInteraction } from "discord.js";
import { ApplicationCommandOptionType, ChannelType } from "discord-api-types/v10";
import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { readingRoutes } from "../src/discord/routes.ts";
import { describeReadThere } from "../src/reading/describe-reading.ts";
import { acknowledge } from "../src/say/acknowledge.ts";
import { textsFor } from "../src/texts/index.ts";
import { handleRoutes, type Services, slashCommand } from "./services.ts";

/** A notice in a voice channel's chat is pressed: what it says follows. */
const setPaused =
	(paused: boolean) =>
	async (interaction: ButtonInteraction<"cached">, _: unknown, { reader }: Services): Promise<void> => {
		const notice = await reader.setPaused(interaction.member, interaction.channelId, paused);
		await interaction.update(notice);
	};

/** Only its presser is answered: the others go on as they were. */
const decline = async (
	interaction: ButtonInteraction<"cached">,
	_: unknown,
	{ store, reader }: Services,
): Promise<void> => {
	const { guildId, user, locale } = interaction;
	await store.settings.changeMember(guildId, user.id, { reading: false });
	reader.silence(guildId, ({ authorId }) => authorId === user.id);
	await respondPrivately(interaction, textsFor(locale)("reading.declined"));
};

export const join = slashCommand({
	declaration: {
		name: "join",
		options: {
			channel: {
				type: ApplicationCommandOptionType.Channel,
				channel_types: [ChannelType.GuildVoice, ChannelType.GuildStageVoice],
			},
		},
	},
	async execute(interaction, { channel }, { voice, store, access, pendingAnswers }) {
		const t = textsFor(interaction.locale);
		await acknowledge(interaction, { pendingAnswers });
		const { channelId, trouble } = await voice.join(interaction.member, channel?.id);
		const read = describeReadThere(await store.reading.read(interaction.guildId), channelId, access.mode, t);
		const content = [
			t("channel.joined", { channel: `<#${channelId}>` }),
			...(read === undefined ? [] : [read]),
			...(trouble ? [describeVoiceTrouble(trouble, t)] : []),
		].join("\n");
		await interaction.editReply(content);
	},
	routes: handleRoutes(readingRoutes, { pause: setPaused(true), resume: setPaused(false), decline }),
});
