import { type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { declareRoutes, select } from "../src/discord/declare-routes.ts";
import { contentMax } from "../src/discord/limits.ts";
import { noMentions, respondPrivately } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { answerWithSample } from "../src/say/answer-with-sample.ts";
import { describeLost } from "../src/say/describe-lost.ts";
import {
	completeSound,
	deliveryOption,
	readSoundChange,
	styleOption,
	voiceOption,
} from "../src/say/sound-options.ts";
import { voiceMenus } from "../src/say/voice-menus.ts";
import { handleRoutes, type Services, slashCommand } from "./services.ts";

const routes = declareRoutes("voice", { sample: select("menu") });

type Interaction = ChatInputCommandInteraction<"cached">;

const show = async (interaction: Interaction, services: Services, heading?: string): Promise<void> => {
	const { guildId, user, locale } = interaction;
	const t = textsFor(locale);
	const { voice, style, delivery, lost } = await services.say.choose({ guildId, userId: user.id });
	const settings = t("voice.show", {
		voice: voice.value,
		voiceFrom: t(`from.${voice.from}`),
		style: style ? showText(style.value, 200) : t("none"),
		styleFrom: t(`from.${style?.from ?? "default"}`),
		delivery: t(`delivery.${delivery.value}`),
		deliveryFrom: t(`from.${delivery.from}`),
	});
	const lines = [...(heading ? [heading] : []), settings, ...describeLost(lost, interaction)];
	await respondPrivately(interaction, lines.join("\n"));
};

const list = async (interaction: Interaction, { say: { voices } }: Services): Promise<void> => {
	const t = textsFor(interaction.locale);
	const all = voices.all;
	const described = all
		.map(({ name, character }) =>
			character ? `**${name}** ${t(`voice.character.${character}`)}` : `**${name}**`,
		)
		.join(" · ");
	await interaction.reply({
		content: t("voice.list", { voices: described }).slice(0, contentMax),
		components: voiceMenus(all, (menu) => routes.sample.to({ menu }), t),
		allowedMentions: noMentions,
		flags: MessageFlags.Ephemeral,
	});
};

export const voice = slashCommand({
	declaration: {
		name: "voice",
		subcommands: {
			me: {
				voice: voiceOption,
				style: styleOption,
				delivery: deliveryOption,
				reset: { type: ApplicationCommandOptionType.Boolean },
			},
			show: {},
			list: {},
		},
	},

	execute: {
		async me(interaction, args, services) {
			const { guildId, user, locale } = interaction;
			const t = textsFor(locale);
			const change = readSoundChange(args, services.say.voices);
			if (Object.keys(change).length === 0) return respondPrivately(interaction, t("voice.nothing"));
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			await services.store.preferences.changeMember(guildId, user.id, change);
			const onlyReset = Object.values(change).every((value) => value === null);
			return show(interaction, services, t(onlyReset ? "voice.reset" : "voice.changed"));
		},
		show: (interaction, _, services) => show(interaction, services),
		list: (interaction, _, services) => list(interaction, services),
	},

	autocomplete: (focused, { say }, { locale }) => completeSound(focused, say.voices, locale),

	routes: handleRoutes(routes, {
		sample: (interaction, _menu, services) =>
			answerWithSample(interaction, services.say.voices.choose(interaction.values[0] ?? ""), services),
	}),
});
