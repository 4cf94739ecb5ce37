import { EmbedBuilder, MessageFlags, PermissionFlagsBits, type RepliableInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { buttonRow } from "../src/discord/buttons.ts";
import type { Entry } from "../src/discord/catalogue.ts";
import { button, declareRoutes } from "../src/discord/declare-routes.ts";
import { choiceMax } from "../src/discord/limits.ts";
import { noMentions } from "../src/discord/respond.ts";
import { type Translate, textsFor } from "../src/texts/index.ts";
import { handleRoutes, type Services, slashCommand } from "./services.ts";

const routes = declareRoutes("help", { all: button() });

type Interaction = RepliableInteraction<"cached">;

const listFor = ({ locale, memberPermissions }: Interaction, { catalogue }: Services): Entry[] =>
	catalogue.list(locale, memberPermissions.has(PermissionFlagsBits.ManageGuild));

const describeEntry = ({ name, description, mention }: Entry, t: Translate): string =>
	`${mention ?? t("help.menu", { name })} ${description}`;

const embed = (lines: readonly string[]) => [new EmbedBuilder().setDescription(lines.join("\n"))];

/** What Herald is and where it is, followed by everything that the member can use here. */
const showAll = async (interaction: Interaction, services: Services) => {
	const { guildId, locale, member } = interaction;
	const t = textsFor(locale);
	const entries = listFor(interaction, services);
	const forManagers = entries.filter((entry) => entry.forManagers);
	const { speakerRole } = await services.store.settings.readGuild(guildId);
	const channelId = services.voice.channelOf(guildId);
	const content = [
		t("help.about", { help: entries.find(({ path }) => path === "help")?.mention ?? "" }),
		...(channelId ? [t("help.in_channel", { channel: `<#${channelId}>` })] : []),
		...(speakerRole && forManagers.length === 0 && !member.roles.cache.has(speakerRole)
			? [t("problem.role_required", { role: `<@&${speakerRole}>` })]
			: []),
	];
	const describe = (entry: Entry) => describeEntry(entry, t);
	const lines = [
		...entries.filter((entry) => !entry.forManagers).map(describe),
		...(forManagers.length > 0 ? ["", t("help.managers"), ...forManagers.map(describe)] : []),
	];
	return { content: content.join("\n"), embeds: embed(lines), components: [], allowedMentions: noMentions };
};

/** One command: what it takes. */
const showOne = (entry: Entry, t: Translate) => ({
	content: "",
	embeds: embed([
		describeEntry(entry, t),
		...entry.options.map(({ name, description, required }) =>
			t(required ? "help.option.required" : "help.option", { name, description }),
		),
	]),
	components: [buttonRow({ customId: routes.all.to(), label: t("help.all") })],
	allowedMentions: noMentions,
});

export const help = slashCommand({
	declaration: {
		name: "help",
		options: {
			command: { type: ApplicationCommandOptionType.String, autocomplete: true, max_length: choiceMax },
		},
	},

	async execute(interaction, { command }, services) {
		const t = textsFor(interaction.locale);
		const named = command?.replace(/^\//, "").trim().toLowerCase();
		const entry = listFor(interaction, services).find(({ path, name }) =>
			[path, name].some((each) => each.toLowerCase() === named),
		);
		const all = await showAll(interaction, services);
		const answer = entry
			? showOne(entry, t)
			: command === undefined
				? all
				: { ...all, content: t("help.unknown") };
		await interaction.reply({ ...answer, flags: MessageFlags.Ephemeral });
	},

	autocomplete({ value }, { catalogue }, { locale, memberPermissions }) {
		const manages = memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false;
		const typed = value.replace(/^\//, "").trim().toLowerCase();
		return catalogue
			.list(locale, manages)
			.filter(({ path, name }) => `${path}\n${name}`.toLowerCase().includes(typed))
			.map(({ path, name, mention }) => ({ name: mention === undefined ? name : `/${name}`, value: path }));
	},

	routes: handleRoutes(routes, {
		all: async (interaction, _, services) => {
			await interaction.update(await showAll(interaction, services));
		},
	}),
});
