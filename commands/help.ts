import { type BaseInteraction, EmbedBuilder, MessageFlags, type RepliableInteraction } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { actionRow, pressable } from "../src/discord/buttons.ts";
import type { CatalogueEntry } from "../src/discord/catalogue.ts";
import { button, declareRoutes } from "../src/discord/declare-routes.ts";
import { describeProblem } from "../src/discord/describe-problem.ts";
import { choiceMax } from "../src/discord/limits.ts";
import { managesHere, memberOf, placeOf, textsOf } from "../src/discord/place.ts";
import { findRoleProblem } from "../src/say/rules/guild-rules.ts";
import { sentences } from "../src/texts/en.ts";
import { type Translate, textsFor } from "../src/texts/index.ts";
import { listsOn } from "./server/lists.ts";
import { keysOf, type PanelPage } from "./server/server-settings.ts";
import { handleEverywhere, type Services, slashCommand } from "./services.ts";

type NameIn<K> = K extends `help.task.${infer N}` ? N : never;
type TaskName = NameIn<keyof typeof sentences>;
type MoreWords = Extract<keyof typeof sentences, `help.also.${string}`>;

interface Task {
	readonly name: TaskName;
	/** The English name of the task's command, down to the subcommand. */
	readonly path: string;
	/** The page of `/server`'s panel on which the task is done. */
	readonly page?: PanelPage;
	/** Whether the task needs a server, though its command also works elsewhere. */
	readonly inServers?: true;
}

/** The tasks that people come for, in the order in which they are listed. */
const tasks: readonly Task[] = [
	{ name: "say", path: "say" },
	{ name: "tags", path: "say" },
	{ name: "message", path: "Speak" },
	{ name: "join", path: "join" },
	{ name: "leave", path: "leave" },
	{ name: "skip", path: "skip" },
	{ name: "silence", path: "stop" },
	{ name: "queue", path: "queue" },
	{ name: "my_voice", path: "voice me" },
	{ name: "not_me", path: "voice me" },
	{ name: "my_name", path: "voice me", inServers: true },
	{ name: "how_i_sound", path: "voice show" },
	{ name: "try", path: "voice try" },
	{ name: "voices", path: "voice list" },
	{ name: "my_presets", path: "voice preset" },
	{ name: "why", path: "Read or not?" },
	{ name: "credit", path: "redeem" },
	{ name: "my_account", path: "my-account" },
	{ name: "erase", path: "forget-me" },
	{ name: "help", path: "help" },
	{ name: "read", path: "server", page: "reading" },
	{ name: "filter", path: "server", page: "filter" },
	{ name: "how", path: "server", page: "messages" },
	{ name: "channel", path: "server", page: "channel" },
	{ name: "who", path: "server", page: "who" },
	{ name: "bots", path: "server", page: "bots" },
	{ name: "sound", path: "server", page: "voice" },
	{ name: "texts", path: "server", page: "texts" },
	{ name: "limits", path: "server", page: "limits" },
	{ name: "words", path: "server", page: "words" },
	{ name: "presets", path: "server", page: "presets" },
	{ name: "usage", path: "credit show" },
	{ name: "redeemed", path: "credit history" },
	{ name: "account", path: "account" },
];

export type FoundTask = Task & { readonly entry: CatalogueEntry };

/**
 * @returns the tasks whose commands are among `entries`, each with its command; if `isElsewhere`, without the tasks
 * that need a server
 */
export const listTasks = (entries: readonly CatalogueEntry[], isElsewhere: boolean): FoundTask[] =>
	tasks.flatMap((task) => {
		const entry = entries.find(({ path }) => path === task.path);
		return entry && !(isElsewhere && task.inServers) ? [{ ...task, entry }] : [];
	});

/** @returns the names of the lists and settings on a page of the panel */
const namesOn = (page: PanelPage, t: Translate): string[] => [
	...listsOn(page).map((name) => t(`list.${name}`)),
	...keysOf(page).map((key) => t(`setting.${key}`)),
];

const hasMoreWords = (key: string): key is MoreWords => Object.hasOwn(sentences, key);

const fold = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Matches text in Chinese or Japanese, which have no spaces between words. */
const isJoined = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/** @returns whether a word of the text begins with `word`; a Chinese or Japanese `word` may be anywhere in the text */
const says = (text: string, word: string): boolean =>
	isJoined.test(word)
		? text.includes(word)
		: text.split(/[^\p{L}\p{N}]+/u).some((each) => each.startsWith(word));

const describe = ({ name, path, page, entry }: FoundTask, t: Translate): string => {
	const also = `help.also.${name}`;
	const more = hasMoreWords(also) ? [t(also)] : [];
	const inPage = page === undefined ? [] : [t(`page.${page}`), ...namesOn(page, t)];
	return fold([t(`help.task.${name}`), path, entry.name, entry.description, ...more, ...inPage].join("\n"));
};

/** @returns the completion value of a task; the prefix keeps it apart from typed words */
const choiceOf = (name: TaskName): string => `task:${name}`;

/**
 * @param typed - a task's completion value, a command, or words in the member's language or in English
 * @returns the task of that value, or the tasks of that command; else the tasks whose descriptions have all the words,
 * those whose command begins with the typed text first
 */
const findTasks = (typed: string, all: readonly FoundTask[], t: Translate): FoundTask[] => {
	const wanted = fold(typed.replace(/^\//, "")).trim();
	const named = all.filter(
		({ name, entry }) =>
			choiceOf(name) === typed || [entry.path, entry.name].some((each) => fold(each) === wanted),
	);
	if (named.length > 0) return named;
	const found = all.filter((task) =>
		[t, textsFor("en")].some((each) => {
			const description = describe(task, each);
			return wanted.split(/\s+/).every((word) => says(description, word));
		}),
	);
	const isTyped = ({ entry }: FoundTask) =>
		[entry.path, entry.name].some((each) => fold(each).startsWith(wanted));
	return [...found.filter(isTyped), ...found.filter((task) => !isTyped(task))];
};

const routes = declareRoutes("help", { all: button() });

const listFor = (interaction: BaseInteraction, { catalogue }: Services) => {
	const isElsewhere = !interaction.inCachedGuild();
	return listTasks(catalogue.list(interaction.locale, managesHere(interaction), isElsewhere), isElsewhere);
};

const nameEntry = ({ name, mention }: CatalogueEntry, t: Translate) => mention ?? t("help.menu", { name });

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
const showAll = async (interaction: RepliableInteraction, services: Services, t: Translate) => {
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
		components: [actionRow(pressable(routes.all.to(), t("help.all")))],
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

	async execute(interaction, { topic }, services, t) {
		const found = topic === undefined ? [] : findTasks(topic, listFor(interaction, services), t);
		const all = await showAll(interaction, services, t);
		const whole = topic === undefined ? all : { ...all, content: t("help.unknown") };
		const answer = found.length > 0 ? showFound(found, t) : whole;
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
		all: async (interaction, _, services, t) => interaction.update(await showAll(interaction, services, t)),
	}),
});
