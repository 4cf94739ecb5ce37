import type { Guild, ModalSubmitInteraction, RepliableInteraction } from "discord.js";
import { ChannelType, ComponentType, SelectMenuDefaultValueType } from "discord-api-types/v10";
import { actionRow } from "../../src/discord/buttons.ts";
import { nameFile, sendFile } from "../../src/discord/files.ts";
import { choicesMax } from "../../src/discord/limits.ts";
import { whoOf } from "../../src/discord/place.ts";
import { formatLength, resolvedNames, showText } from "../../src/discord/show-text.ts";
import {
	describeChannel,
	describeIgnored,
	describeSource,
	describeUnseen,
} from "../../src/reading/describe-reading.ts";
import {
	entriesMax,
	entryMaxCharacters,
	foldDictionaryWord,
	makeEntry,
	prepareDictionary,
	readDictionaryLines,
	writeDictionaryLines,
} from "../../src/reading/dictionary.ts";
import { defaultPrefix } from "../../src/reading/skip-reasons.ts";
import { foldWord } from "../../src/say/rules/forbidden-words.ts";
import { writeLines } from "../../src/say/sound/write-lines.ts";
import { prefixMax } from "../../src/settings/settings.ts";
import { isUnseen } from "../../src/shared/can-view.ts";
import { inStretches } from "../../src/shared/in-stretches.ts";
import { inGuild, ofGuild } from "../../src/shared/party.ts";
import { Problem } from "../../src/shared/problem.ts";
import { findWordsAlone, isSpeakable } from "../../src/speech/text/speakable.ts";
import type { DictionaryEntry, IgnoreRule, ReadChannel, ReadSource } from "../../src/store/database.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import { labelled, paragraphInput, textInput } from "../panel/components.ts";
import { presets } from "../presets.ts";
import type { Services } from "../services.ts";
import { idOf, type ServerList, serverList } from "./list.ts";
import { type ListName, type PanelPage, serverRoutes } from "./server-settings.ts";

/** The most channels that are read aloud in a server: listeners have to follow them all. */
const channelsMax = 10;

const voiceTypes: ChannelType[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];
/**
 * The types of channels that may be read, with their threads. There are no media channels among them, because Discord's
 * channel select doesn't offer any.
 */
const readTypes: ChannelType[] = [
	ChannelType.GuildText,
	ChannelType.GuildAnnouncement,
	ChannelType.GuildForum,
	...voiceTypes,
];

const channels = serverList<ReadChannel>({
	page: "reading",
	max: channelsMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).channels,
	// An entry is dropped if its channel, or the voice channel that it is spoken in, was deleted.
	change: ({ guild, guildId }, { reading }, edit) =>
		reading.changeChannels(guildId, (current) =>
			edit(
				current.filter(({ channelId, spokenIn }) =>
					[channelId, spokenIn].every((id) => id === null || guild.channels.cache.has(id)),
				),
			),
		),
	keyOf: ({ channelId }) => channelId,
	describe: describeChannel,
	label: ({ channelId: id }, t, guild) =>
		isUnseen(guild, id) ? t("read-channels.unseen", { id }) : `#${guild.channels.cache.get(id)?.name ?? id}`,
	fields: (t) => [
		labelled(t("list.channels"), {
			type: ComponentType.ChannelSelect,
			custom_id: "channels",
			channel_types: readTypes,
			max_values: channelsMax,
		}),
		labelled(
			t("read-channels.spoken_in"),
			{
				type: ComponentType.ChannelSelect,
				custom_id: "spoken-in",
				channel_types: voiceTypes,
				min_values: 0,
				required: false,
			},
			t("read-channels.anywhere"),
		),
	],
	take: async ({ fields }) => {
		const spokenIn = fields.getSelectedChannels("spoken-in")?.firstKey() ?? null;
		const chosen = fields.getSelectedChannels("channels", true);
		return [...chosen.keys()].map((channelId) => ({ channelId, spokenIn }));
	},
	note: (entries, t, guild) => [t("read-channels.guard"), ...describeUnseen(entries, guild, t)].join("\n"),
	inPage: (entries, guild, t) => {
		const known = entries.filter(({ channelId }) => {
			const channel = guild.channels.cache.get(channelId);
			return channel !== undefined && readTypes.includes(channel.type);
		});
		return [
			actionRow({
				type: ComponentType.ChannelSelect,
				custom_id: serverRoutes.channels.to(),
				placeholder: t("guide.choose"),
				channel_types: readTypes,
				min_values: 0,
				max_values: channelsMax,
				default_values: known.map(({ channelId }) => ({
					id: channelId,
					type: SelectMenuDefaultValueType.Channel,
				})),
			}),
		];
	},
	afterwards: async ({ guild }, { added = [] }, _, t) => describeUnseen(added, guild, t),
});

/** @returns the name of a member or role, if it is cached; else the id */
const nameOf = ({ members, roles }: Guild, id: string): string =>
	members.cache.get(id)?.displayName ?? roles.cache.get(id)?.name ?? id;

/** How many members or roles can be chosen: none, or as many as a menu allows. */
const anyNumber = { min_values: 0, max_values: choicesMax, required: false };

/** The most rules of a list: enough for any list kept by hand. */
const ignoresMax = 200;

const ignores = serverList<IgnoreRule>({
	page: "filter",
	max: ignoresMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).ignores,
	change: ({ guildId }, { reading }, edit) => reading.changeIgnores(guildId, edit),
	keyOf: ({ kind, value }) => `${kind} ${value}`,
	describe: describeIgnored,
	label: ({ kind, value }, t, guild) =>
		kind === "prefix" ? t("reading.prefix", { prefix: value }) : nameOf(guild, value),
	fields: (t) => [
		labelled(t("ignore.who"), { type: ComponentType.MentionableSelect, custom_id: "who", ...anyNumber }),
		labelled(t("ignore.prefix"), textInput("prefix", { max_length: prefixMax })),
	],
	take: async ({ fields, guildId }, _, t) => {
		const { roles, users } = fields.getSelectedMentionables("who") ?? {};
		const prefix = fields.getTextInputValue("prefix").trim();
		// The id of @everyone is the guild's.
		if (roles?.has(guildId)) return t("ignore.everyone");
		const rules: IgnoreRule[] = [
			...[...(users?.keys() ?? [])].map((value) => ({ kind: "user", value }) as const),
			...[...(roles?.keys() ?? [])].map((value) => ({ kind: "role", value }) as const),
			...(prefix ? [{ kind: "prefix", value: prefix } as const] : []),
		];
		return rules;
	},
	note: (entries, t) =>
		entries.some(({ kind }) => kind === "prefix")
			? undefined
			: t("ignore.default_prefix", { prefix: defaultPrefix }),
});

/** The most bots and webhooks of a list: enough for any list kept by hand. */
const sourcesMax = 50;

const sources = serverList<ReadSource>({
	page: "bots",
	max: sourcesMax,
	read: async (guildId, { reading }) => (await reading.read(guildId)).sources,
	change: ({ guildId }, { reading }, edit) => reading.changeSources(guildId, edit),
	keyOf: ({ kind, id }) => `${kind} ${id}`,
	describe: describeSource,
	label: (source, t, guild) => (source.kind === "bot" ? nameOf(guild, source.id) : describeSource(source, t)),
	fields: (t) => [
		labelled(t("sources.bots"), { type: ComponentType.UserSelect, custom_id: "bots", ...anyNumber }),
		labelled(t("sources.webhook"), textInput("webhook", { max_length: 200 }), t("sources.webhook.hint")),
	],
	take: async ({ fields, client }, _, t) => {
		const given = fields.getTextInputValue("webhook").trim();
		// An id alone, or a webhook's URL, whose token must not be kept.
		const webhook = /^(?:https:\/\/\S+\/webhooks\/)?(\d{17,20})(?:\/\S*)?$/.exec(given)?.[1];
		if (given !== "" && webhook === undefined) return t("read-bots.no_webhook");
		const bots = [...(fields.getSelectedUsers("bots")?.values() ?? [])];
		if (bots.some(({ id }) => id === client.user.id)) return t("skip.own_message");
		const person = bots.find(({ bot }) => !bot);
		if (person) return t("read-bots.no_bot", { who: `<@${person.id}>` });
		return [
			...bots.map(({ id }) => ({ kind: "bot", id }) as const),
			...(webhook === undefined ? [] : [{ kind: "webhook", id: webhook } as const]),
		];
	},
});

/** The most words of a list. Every text is searched for each of them, and a list kept by hand has fewer. */
const wordsMax = 1_000;
/** The most characters of a word, and of its folded form, in which some characters become several letters. */
const wordMaxCharacters = 100;

/** @returns the words that contain a letter or digit, with white space collapsed, by their folded form */
const cleanWords = async (words: readonly string[]): Promise<ReadonlyMap<string, string>> => {
	const cleaned = new Map<string, string>();
	for await (const given of inStretches(words)) {
		const word = given.replace(/\s+/g, " ").trim();
		const folded = foldWord(word);
		if (folded !== "") cleaned.set(folded, word);
	}
	return cleaned;
};

const areShort = (words: ReadonlyMap<string, string>): boolean =>
	[...words].flat().every(({ length }) => length <= wordMaxCharacters);

const words = serverList<string>({
	page: "words",
	max: wordsMax,
	read: (guildId, store) => store.words.list(guildId),
	change: ({ guildId }, store, edit) => store.words.change(guildId, edit),
	keyOf: foldWord,
	describe: (word) => showText(word, wordMaxCharacters),
	label: (word) => word,
	fields: (t) => [labelled(t("list.words"), paragraphInput("words", 4_000), t("words.separated"))],
	take: async ({ fields }, _, t) => {
		const given = await cleanWords(fields.getTextInputValue("words").split(/[,\n]/));
		return areShort(given) ? [...given.values()] : t("words.too_long", { max: wordMaxCharacters });
	},
	file: {
		name: "words.txt",
		write: (entries) => entries,
		read: async (lines, _, __, t) => {
			const given = await cleanWords(lines);
			if (!areShort(given)) return t("words.too_long", { max: wordMaxCharacters });
			return { entries: [...given.values()], refused: [] };
		},
	},
});

/** How much of a word, and of its replacement, is shown, in characters. */
const shownMax = 50;

const describe = ({ word, say }: DictionaryEntry, t: Translate): string =>
	`${showText(word, shownMax)} → ${showText(say, shownMax) || t("dictionary.nothing")}`;

const dictionary = serverList<DictionaryEntry>({
	page: "words",
	max: entriesMax,
	read: (guildId, store) => store.dictionary.list(guildId),
	change: ({ guildId }, store, edit) => store.dictionary.change(guildId, edit),
	keyOf: ({ word }) => foldDictionaryWord(word),
	describe,
	label: ({ word, say }, t) => `${word} → ${say || t("dictionary.nothing")}`,
	fields: (t) => [
		labelled(t("dictionary.word"), textInput("word", { max_length: entryMaxCharacters, required: true })),
		labelled(
			t("dictionary.say"),
			textInput("say", { max_length: entryMaxCharacters }),
			t("dictionary.silent"),
		),
	],
	take: async ({ fields, guildId }, { say }, t) => {
		const entry = makeEntry(fields.getTextInputValue("word"), fields.getTextInputValue("say"));
		if (entry === "no_word") return t("dictionary.no_word");
		if (entry === "too_long") return t("dictionary.too_long", { max: entryMaxCharacters });
		const { words } = await say.readRules(inGuild(guildId));
		return words.areIn(entry.say) ? t("problem.forbidden_word") : [entry];
	},
	canTry: true,
	file: {
		name: "dictionary.txt",
		write: writeDictionaryLines,
		read: async (lines, guildId, { say }) => {
			const { words } = await say.readRules(inGuild(guildId));
			return readDictionaryLines(lines, (said) => words.areIn(said));
		},
	},
});

/**
 * @returns a text as it would be read, in the member's voice; @throws Problem if nothing of it can be spoken, or it
 * has a forbidden word
 */
export const tryDictionary = async (
	interaction: ModalSubmitInteraction<"cached">,
	text: string,
	{ say, store, shutdown }: Services,
) => {
	const { guild, guildId, locale } = interaction;
	const who = whoOf(interaction);
	const [entries, { words }, { languages, voice, style, speed }] = await Promise.all([
		store.dictionary.list(guildId),
		say.readRules(inGuild(guildId)),
		say.choose(who),
	]);
	// The language is chosen as for messages: the text's or the server's, not the language of the manager's Discord.
	const chosen = await say.languages.choose(findWordsAlone(text), languages, ofGuild(guildId));
	const rewrite = await prepareDictionary(entries);
	const context = await say.contextIn(inGuild(guildId), {
		...resolvedNames(null),
		locale: guild.preferredLocale,
		rewrite,
	});
	const speakable = await say.read(text, context, chosen?.language);
	if (!isSpeakable(speakable)) throw new Problem({ kind: "unspeakable" });
	if (words.areIn(speakable)) throw new Problem({ kind: "forbidden_word" });
	const sound = {
		voice: voice.value,
		style: say.findUnheard(style?.value) === "nothing" ? style?.value : undefined,
		speed: speed.value,
		...(chosen && { language: chosen.language }),
	};
	const lines = writeLines({ speakable, ...sound }, locale);
	return {
		/** A sentence with the text as it would be read. */
		told: textsFor(locale)("dictionary.tried", { text: showText(speakable, 1_000) }),
		/** Sends the spoken text as a file to the member. @throws Problem if it can't be spoken */
		play: async () => {
			await say.budget.countText(who);
			const spoken = await say.speak(who, lines, shutdown);
			const content = `**${sound.voice}** · ${formatLength(spoken.sound.durationMs)}`;
			const fileName = nameFile(sound.voice, speakable);
			await sendFile(interaction, spoken.sound, { fileName, content, components: [], isPrivate: true });
		},
	};
};

/** The lists of a guild, by their names in texts and `custom_id`s. */
export const lists: Readonly<Record<ListName, ServerList>> = {
	channels,
	ignores,
	sources,
	words,
	dictionary,
	presets,
};

export const listNames = Object.keys(lists) as ListName[];

export const listsOn = (page: PanelPage): ListName[] => listNames.filter((name) => lists[name].page === page);

type Interaction = RepliableInteraction<"cached">;

/**
 * Changes a guild's list, so that the change can be undone for a while.
 *
 * @param edit - returns undefined to change nothing
 */
export const changeList = async (
	interaction: Interaction,
	name: ListName,
	{ store, reader, listChanges }: Services,
	edit: (current: readonly unknown[]) => readonly unknown[] | undefined,
): Promise<void> => {
	let changed: readonly unknown[][] = [];
	await lists[name].change(interaction, store, (current) => {
		const after = edit(current);
		changed = after ? [[...current]] : [];
		return after;
	});
	for (const before of changed) listChanges.ask(`${interaction.guildId} ${name}`, before);
	if (changed.length > 0) await reader.applySettings(interaction.guild);
};

/** Adds entries to a guild's list. @returns false if they don't all fit; the list is unchanged then */
export const addEntries = async (
	interaction: Interaction,
	name: ListName,
	given: readonly unknown[],
	services: Services,
): Promise<boolean> => {
	let fits = true;
	const list = lists[name];
	const stored = await list.read(interaction.guildId, services.store);
	// The keys are made in advance, in stretches: a thousand take many milliseconds.
	const keys = new Map<string, string>();
	for await (const entry of inStretches([...stored, ...given]))
		keys.set(JSON.stringify(entry), list.keyOf(entry));
	// Entries that were added after the list was read have no key here yet.
	const keyOf = (entry: unknown) => keys.get(JSON.stringify(entry)) ?? list.keyOf(entry);
	await changeList(interaction, name, services, (current) => {
		const entries = new Map([...current, ...given].map((entry) => [keyOf(entry), entry]));
		fits = entries.size <= list.max;
		return fits ? [...entries.values()] : undefined;
	});
	return fits;
};

/** Removes the entries with these ids from a guild's list. @returns the removed ones, without those already gone */
export const removeEntries = async (
	interaction: Interaction,
	name: ListName,
	ids: readonly string[],
	services: Services,
): Promise<readonly unknown[]> => {
	const meant = new Set<string>();
	for await (const entry of inStretches(await lists[name].read(interaction.guildId, services.store)))
		if (ids.includes(idOf(entry))) meant.add(JSON.stringify(entry));
	let removed: readonly unknown[] = [];
	await changeList(interaction, name, services, (current) => {
		removed = current.filter((entry) => meant.has(JSON.stringify(entry)));
		return removed.length > 0 ? current.filter((entry) => !removed.includes(entry)) : undefined;
	});
	return removed;
};
