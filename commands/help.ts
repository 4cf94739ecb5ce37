import { type BaseInteraction, EmbedBuilder, MessageFlags, type RepliableInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { buttonRow } from "../src/discord/buttons.ts";
import type { CatalogueEntry } from "../src/discord/catalogue.ts";
import { button, declareRoutes } from "../src/discord/declare-routes.ts";
import { describeProblem } from "../src/discord/describe-problem.ts";
import { choiceMax } from "../src/discord/limits.ts";
import { managesHere, memberOf, placeOf, textsOf } from "../src/discord/place.ts";
import { findRoleProblem } from "../src/say/rules/guild-rules.ts";
import type { Translate } from "../src/texts/index.ts";
import { choiceOf, type FoundTask, findTasks, listTasks, namesOn } from "./help/tasks.ts";
import { handleEverywhere, type Services, slashCommand } from "./services.ts";

const routes = declareRoutes("help", { all: button() });

const listFor = (
	interaction: BaseInteraction & { readonly locale: string },
	{ catalogue }: Services,
): FoundTask[] => {
	const isElsewhere = !interaction.inCachedGuild();
	return listTasks(catalogue.list(interaction.locale, managesHere(interaction), isElsewhere), isElsewhere);
};

const nameEntry = ({ name, mention }: CatalogueEntry, t: Translate): string =>
	mention ?? t("help.menu", { name });

const describeTask = ({ name, entry, page }: FoundTask, t: Translate): string => {
	const place = page === undefined ? "" : ` → **${t(`page.${page}`)}**`;
	return `${t(`help.task.${name}`)} · ${nameEntry(entry, t)}${place}`;
};

const embed = (lines: readonly string[]) => [new EmbedBuilder().setDescription(lines.join("\n"))];

/** Lists the tasks, those for managers last. */
const showTasks = (tasks: readonly FoundTask[], t: Translate) => {
	const forManagers = tasks.filter(({ entry }) => entry.forManagers);
	const describe = (task: FoundTask) => describeTask(task, t);
	return embed([
		...tasks.filter(({ entry }) => !entry.forManagers).map(describe),
		...(forManagers.length > 0 ? ["", t("help.managers"), ...forManagers.map(describe)] : []),
	]);
};

/** @returns an introduction, Herald's voice channel, and all that the member can do here */
const showAll = async (interaction: RepliableInteraction, services: Services) => {
	const t = textsOf(interaction);
	const tasks = listFor(interaction, services);
	const { speakerRole } = await services.store.settings.readGuild(placeOf(interaction));
	const channelId = interaction.inCachedGuild() && services.voice.channelOf(interaction.guildId);
	const problem = findRoleProblem(speakerRole, memberOf(interaction));
	const content = [
		t("help.about", { help: tasks.find(({ name }) => name === "help")?.entry.mention ?? "" }),
		...(channelId ? [t("channel.joined", { channel: `<#${channelId}>` })] : []),
		...(problem ? [describeProblem(problem, t)] : []),
	];
	return { content: content.join("\n"), embeds: showTasks(tasks, t), components: [] };
};

/**
 * @returns a line for each option of the task's command or, for a task in the panel, for each list and setting on its
 * page
 */
const describeTaken = ({ entry, page }: FoundTask, t: Translate): string[] =>
	page === undefined
		? entry.options.map(({ name, description, required }) =>
				required ? t("help.option.required", { name, description }) : `\`${name}\` ${description}`,
			)
		: namesOn(page, t).map((name) => `- ${name}`);

/** @returns one task with its options or settings, or a list of several */
const showFound = (found: readonly FoundTask[], t: Translate) => {
	const [first] = found;
	const isOne = first && found.every(({ entry, page }) => entry === first.entry && page === first.page);
	return {
		content: "",
		embeds: isOne
			? embed([
					...found.map((task) => describeTask(task, t)),
					first.entry.description,
					...describeTaken(first, t),
				])
			: showTasks(found, t),
		components: [buttonRow({ customId: routes.all.to(), label: t("help.all") })],
	};
};

export const help = slashCommand({
	declaration: {
		name: "help",
		everywhere: true,
		options: {
			topic: { type: ApplicationCommandOptionType.String, autocomplete: true, max_length: choiceMax },
		},
	},

	async execute(interaction, { topic }, services) {
		const t = textsOf(interaction);
		const found = topic === undefined ? [] : findTasks(topic, listFor(interaction, services), t);
		const all = await showAll(interaction, services);
		const answer =
			topic === undefined
				? all
				: found.length > 0
					? showFound(found, t)
					: { ...all, content: t("help.unknown") };
		await interaction.reply({ ...answer, flags: MessageFlags.Ephemeral });
	},

	autocomplete({ value }, services, interaction) {
		const t = textsOf(interaction);
		return findTasks(value, listFor(interaction, services), t).map(({ name, entry }) => ({
			name: `${t(`help.task.${name}`)} · ${entry.mention === undefined ? "" : "/"}${entry.name}`,
			value: choiceOf(name),
		}));
	},

	routes: handleEverywhere(routes, {
		all: async (interaction, _, services) => interaction.update(await showAll(interaction, services)),
	}),
});
