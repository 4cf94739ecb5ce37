import { ApplicationCommandOptionType, ChannelType } from "discord-api-types/v10";
import { readingRoutes } from "../src/discord/buttons.ts";
import type { RouteHandlers } from "../src/discord/declare-routes.ts";
import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import { placeOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { linkCommands } from "../src/discord/show-text.ts";
import { describeReadThere } from "../src/reading/describe-reading.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import { handleRoutes, type Services, slashCommand } from "./services.ts";

type Handlers = RouteHandlers<typeof readingRoutes, Services>;

/** Pauses or resumes reading from the notice in a voice channel's chat. The notice then shows the new state. */
const setPaused =
	(paused: boolean): Handlers["pause"] =>
	async (interaction, _, { reader }) =>
		interaction.update(await reader.setPaused(interaction.member, interaction.message, paused));

/** Opts the presser out of reading. Only that member gets an answer: the notice stays as it is for everybody else. */
const decline: Handlers["decline"] = async (interaction, _, { store, reader }, t) => {
	const { user } = interaction;
	const place = placeOf(interaction);
	await store.settings.changeMember(place, user.id, { reading: false });
	reader.optOut(place, user.id);
	await respondPrivately(interaction, linkCommands(t("reading.declined"), interaction.client));
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
	async execute(interaction, { channel }, { voice, store, access, reader, pendingAnswers }, t) {
		await acknowledge(interaction, { pendingAnswers });
		const { channelId, trouble } = await voice.join(interaction.member, channel?.id);
		const read = describeReadThere(await store.reading.read(interaction.guildId), channelId, access.mode, t);
		const isPaused = reader.stateIn(interaction.guildId)?.kind === "paused";
		const content = [
			t("channel.joined", { channel: `<#${channelId}>` }),
			...(read === undefined ? [] : [isPaused ? t("skip.paused") : read]),
			...(trouble ? [describeVoiceTrouble(trouble, t)] : []),
		].join("\n");
		await interaction.editReply(content);
	},
	routes: handleRoutes(readingRoutes, { pause: setPaused(true), resume: setPaused(false), decline }),
});

export const leave = slashCommand({
	declaration: { name: "leave" },
	async execute(interaction, _, { voice }, t) {
		await interaction.deferReply();
		const channelId = await voice.leave(interaction.member);
		await interaction.editReply(t("channel.gone", { channel: `<#${channelId}>` }));
	},
});
