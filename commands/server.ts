import { MessageFlags } from "discord.js";
import { type APIFileUploadComponent, type APISelectMenuOption, ComponentType } from "discord-api-types/v10";
import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import { readTextFile } from "../src/discord/files.ts";
import { placeOf } from "../src/discord/place.ts";
import type { RefusedLine } from "../src/reading/dictionary.ts";
import { isSameName, withPreset } from "../src/say/sound/presets.ts";
import { type GuildSettings, prefixMax } from "../src/settings/settings.ts";
import { inGuild } from "../src/shared/party.ts";
import type { Preset, ReadChannel } from "../src/store/database.ts";
import type { Translate } from "../src/texts/index.ts";
import { labelled, modalWith, paragraphInput, stringSelect, textInput } from "./panel/components.ts";
import { changeOf, settingPresses } from "./panel/controls.ts";
import { answerWith, openPanel, type Press, readName, stale } from "./panel/press.ts";
import { describePreset, readPrefix } from "./presets.ts";
import { addEntries, changeList, listNames, lists, removeEntries, tryDictionary } from "./server/lists.ts";
import {
	guildKeys,
	type ListName,
	type PagePart,
	pageParts,
	partOf,
	readFacts,
	type ServerView,
	serverRoutes,
	showSetting,
} from "./server/server-settings.ts";
import { countList, fitLines, nameSome, showPanel } from "./server/view.ts";
import { handleRoutes, type ListImport, type Services, slashCommand } from "./services.ts";

const wordMax = 1_000;

const listView = (name: ListName, at = "0"): ServerView => ({ kind: "list", name, at: Number(at) || 0 });

const readList = (name: string): ListName => readName(listNames, name, "server");

/**
 * Adds a file's entries to a guild's list, or replaces the list with them (`replaces`). Changes nothing if there are
 * none or too many, or if the list would be replaced and a line isn't valid.
 *
 * @returns the outcome as a sentence, with the lines that were left out
 */
const importFile = async (
	interaction: Press,
	name: ListName,
	{ found: { entries, refused }, replaces }: ListImport,
	services: Services,
	t: Translate,
): Promise<string> => {
	const { max } = lists[name];
	const total = entries.length;
	const write = async (): Promise<string> => {
		if (total === 0) return t(refused.length === 0 ? "list.empty_file" : "dictionary.not_imported");
		if (!replaces) {
			const fits = await addEntries(interaction, name, entries, services);
			return fits ? t("list.imported", { total }) : t("list.full", { max });
		}
		if (refused.length > 0) return t("list.not_replaced");
		if (total > max) return t("list.full", { max });
		await changeList(interaction, name, services, () => entries);
		return t(name === "dictionary" ? "dictionary.imported" : "words.imported", { total });
	};
	const outcome = await write();
	if (refused.length === 0) return outcome;
	const heading = `${outcome}\n${t("dictionary.refused", { count: refused.length })}`;
	const describe = ({ line, why }: RefusedLine) =>
		t("dictionary.refused.line", { line, why: t(`dictionary.refused.${why}`) });
	return fitLines(heading, refused, describe, t);
};

const change = async (interaction: Press, settings: Partial<GuildSettings>, services: Services) => {
	await services.store.settings.changeGuild(inGuild(interaction.guildId), settings);
	services.voice.applySettings(interaction.guildId);
	await services.reader.applySettings(interaction.guild);
};

const resetPages = (interaction: Press, parts: readonly PagePart[], services: Services): Promise<void> => {
	const keys = parts.flatMap(({ keys }) => keys);
	const settings = Object.fromEntries(keys.map((key) => [key, null]));
	return change(interaction, keys.includes("voice") ? { ...settings, preset: null } : settings, services);
};

const answerPress = answerWith(showPanel);
/** @throws Problem if the page no longer exists */
const readPart = (name: string | undefined): PagePart => {
	const part = pageParts.find((each) => each.name === name);
	if (!part) throw stale("server");
	return part;
};
const viewOf = (name: string | undefined): ServerView => ({ kind: "page", part: readPart(name) });

export const server = slashCommand({
	declaration: { name: "server", forManagers: true },

	execute: (interaction, _, services) => openPanel(showPanel, viewOf("voice"), interaction, services),

	routes: handleRoutes(serverRoutes, {
		...settingPresses({
			command: "server",
			routes: serverRoutes,
			answer: answerPress,
			readKey: (name) => readName(guildKeys, name, "server"),
			viewOf: (key) => viewOf(partOf(key)),
			async readHeard(interaction, { store, say }) {
				const { preset, voice } = await store.settings.readGuild(inGuild(interaction.guildId));
				return preset === null ? { voice: voice ?? say.voices.default } : { preset };
			},
			show: async (key, interaction, services, t) =>
				showSetting(key, await readFacts(interaction, services, t)),
			async save(key, value, interaction, services, t) {
				const max = await services.say.budget.readOperatorsSeconds(interaction.guildId);
				if (key === "secondsPerDay" && max > 0 && Number(value) > max)
					return t("server.seconds_too_many", { max });
				// The id of @everyone is the guild's.
				const chosen = key === "speakerRole" && value === interaction.guildId ? null : value;
				await change(interaction, await changeOf(key, chosen, "server", interaction, services), services);
				return undefined;
			},
		}),

		page: (interaction, _, services) => answerPress(interaction, services, viewOf(interaction.values[0])),

		open: (interaction, { page }, services) => answerPress(interaction, services, viewOf(page)),

		askReset: (interaction, { page }, services) =>
			answerPress(interaction, services, { kind: "reset", part: readPart(page) }),

		resetPage: (interaction, values, services) => {
			const part = readPart(values.page);
			return answerPress(interaction, services, { kind: "page", part }, async (t) => {
				await resetPages(interaction, [part], services);
				return t("panel.page_reset");
			});
		},

		resetAll: (interaction, _, services) =>
			answerPress(interaction, services, viewOf("voice"), async (t) => {
				await resetPages(interaction, pageParts, services);
				return t("panel.all_reset");
			}),

		join: (interaction, { page }, services) =>
			answerPress(interaction, services, viewOf(page || "reading"), async (t) => {
				const { trouble } = await services.voice.join(interaction.member);
				// Without trouble, no outcome is told: the page shows Herald's channel.
				return trouble && describeVoiceTrouble(trouble, t);
			}),

		channels: (interaction, _, services) =>
			answerPress(interaction, services, viewOf("reading"), async (t) => {
				const { channels } = lists;
				let now: readonly ReadChannel[] = [];
				await changeList(interaction, "channels", services, (current) => {
					const known = current as readonly ReadChannel[];
					now = interaction.values.map(
						(channelId) =>
							known.find((each) => each.channelId === channelId) ?? { channelId, spokenIn: null },
					);
					return now;
				});
				const value = now.length === 0 ? t("list.none") : nameSome(channels, now, t);
				const setting = t("panel.setting", { name: t("list.channels"), value });
				const unseen = (await channels.afterwards?.(interaction, { added: now }, services, t)) ?? [];
				return [t("panel.saved", { setting }), ...unseen].join("\n");
			}),

		takeName: (interaction, _, services) =>
			answerPress(interaction, services, viewOf("words"), async (t) => {
				const [userId = ""] = interaction.values;
				const { settings } = services.store;
				const place = inGuild(interaction.guildId);
				const who = `<@${userId}>`;
				const { here } = await settings.readMember(place, userId);
				if (here.spokenName === null) return t("reading.no_name", { who });
				await settings.changeMember(place, userId, { spokenName: null });
				return t("reading.name_reset", { who });
			}),

		list: (interaction, { name, at }, services) =>
			answerPress(interaction, services, listView(readList(name), at)),

		async add(interaction, { name }, _, t) {
			const list = readList(name);
			await interaction.showModal(
				modalWith(serverRoutes.added.to({ name }), t(`list.${list}`), lists[list].fields(t)),
			);
		},

		added(interaction, { name }, services) {
			const key = readList(name);
			const list = lists[key];
			return answerPress(interaction, services, listView(key), async (t) => {
				const given = await list.take(interaction, services, t);
				if (typeof given === "string") return given;
				if (given.length === 0) return t("list.nothing_given");
				if (!(await addEntries(interaction, key, given, services))) return t("list.full", { max: list.max });
				const more = (await list.afterwards?.(interaction, { added: given }, services, t)) ?? [];
				return [t("list.added", { what: nameSome(list, given, t) }), ...more].join("\n");
			});
		},

		remove(interaction, { name, at }, services) {
			const key = readList(name);
			const list = lists[key];
			return answerPress(interaction, services, listView(key, at), async (t) => {
				const removed = await removeEntries(interaction, key, interaction.values, services);
				if (removed.length === 0) return t("list.gone");
				const more = (await list.afterwards?.(interaction, { removed }, services, t)) ?? [];
				return [t("list.removed", { what: nameSome(list, removed, t) }), ...more].join("\n");
			});
		},

		async export(interaction, { name }, { store }, t) {
			const key = readList(name);
			const { file, read } = lists[key];
			await interaction.deferReply({ flags: MessageFlags.Ephemeral });
			const entries = await read(interaction.guildId, store);
			const lines = file?.write(entries) ?? [];
			await interaction.editReply({
				content: countList(key, entries.length, t),
				files: [{ attachment: Buffer.from(`${lines.join("\n")}\n`), name: file?.name ?? "list.txt" }],
			});
		},

		async import(interaction, { name }, { store }, t) {
			const list = readList(name);
			const { length: count } = await lists[list].read(interaction.guildId, store);
			const lost = count === 0 ? {} : { description: t("list.how.lost", { count }) };
			const ways: APISelectMenuOption[] = [
				{ label: t("list.how.add"), value: "add", default: true },
				{ label: t("list.how.replace"), value: "replace", ...lost },
			];
			const file: APIFileUploadComponent = {
				type: ComponentType.FileUpload,
				custom_id: "file",
				file_types: [".txt", ".text", ".csv", ".tsv"],
			};
			await interaction.showModal(
				modalWith(serverRoutes.imported.to({ name }), t(`list.${list}`), [
					labelled(t("list.file"), file, t(list === "dictionary" ? "dictionary.file" : "words.file")),
					labelled(t("list.how"), stringSelect("how", ways)),
				]),
			);
		},

		imported(interaction, { name }, services) {
			const key = readList(name);
			const { file } = lists[key];
			return answerPress(interaction, services, listView(key), async (t) => {
				const uploaded = interaction.fields.getUploadedFiles("file", true).first();
				const lines = uploaded && (await readTextFile(interaction.client, uploaded));
				if (!lines || !file) return t("list.bad_file");
				const found = await file.read(lines, interaction.guildId, services, t);
				if (typeof found === "string") return found;
				const [how] = interaction.fields.getStringSelectValues("how");
				const proposal = { found, replaces: how === "replace" };
				if (!found.unsure?.length) return importFile(interaction, key, proposal, services, t);
				services.listImports.ask(`${interaction.guildId} ${key}`, proposal);
				return undefined;
			});
		},

		confirm(interaction, { name, id, answer }, services) {
			const key = readList(name);
			return answerPress(interaction, services, listView(key), async (t) => {
				const proposal = services.listImports.take(`${interaction.guildId} ${key}`, id);
				if (!proposal) return t("list.unsure_over");
				return answer === "yes" ? importFile(interaction, key, proposal, services, t) : undefined;
			});
		},

		undo(interaction, { name, id }, services) {
			const key = readList(name);
			return answerPress(interaction, services, listView(key), async (t) => {
				const before = services.listChanges.take(`${interaction.guildId} ${key}`, id);
				if (!before) return t("list.undo_over");
				await lists[key].change(interaction, services.store, () => before);
				await services.reader.applySettings(interaction.guild);
				return t("list.undone");
			});
		},

		async try(interaction, _, __, t) {
			const text = paragraphInput("text", wordMax);
			await interaction.showModal(
				modalWith(serverRoutes.tried.to(), t("list.dictionary"), [labelled(t("dictionary.try"), text)]),
			);
		},

		async tried(interaction, _, services) {
			const trial = tryDictionary(interaction, interaction.fields.getTextInputValue("text"), services);
			const heard = trial.catch(() => undefined);
			await answerPress(interaction, services, listView("dictionary"), async () => (await trial).told);
			await (await heard)?.play();
		},

		/** A preset's prefix has a modal of its own: Discord allows five fields, and the modal for presets has five. */
		async prefix(interaction, _, { store }, t) {
			const [name = ""] = interaction.values;
			const { server } = await store.presets.read(placeOf(interaction));
			const value = server.find((preset) => preset.name === name)?.prefix ?? "";
			const input = textInput("prefix", { max_length: prefixMax, value });
			await interaction.showModal(
				modalWith(serverRoutes.prefixed.to({ name }), name, [
					labelled(t("preset.prefix"), input, t("preset.prefix.hint")),
				]),
			);
		},

		prefixed: (interaction, { name }, services) =>
			answerPress(interaction, services, listView("presets"), async (t) => {
				const prefix = readPrefix(interaction.fields.getTextInputValue("prefix"));
				let changed: Preset | undefined;
				await changeList(interaction, "presets", services, (list) => {
					const current = list as readonly Preset[];
					const preset = current.find((each) => isSameName(each.name, name));
					changed = preset && { ...preset, prefix };
					// `withPreset` would keep the old prefix if the new one is null.
					return (
						changed &&
						withPreset(
							current.filter((each) => each !== preset),
							changed,
						)
					);
				});
				return changed ? t("panel.saved", { setting: describePreset(changed, t) }) : t("list.gone");
			}),
	}),
});
