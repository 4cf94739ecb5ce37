import { MessageFlags } from "discord.js";
import {
	type APIFileUploadComponent,
	type APISelectMenuOption,
	ComponentType,
	TextInputStyle,
} from "discord-api-types/v10";
import type { RouteHandlers } from "../../src/discord/declare-routes.ts";
import { readTextFile } from "../../src/discord/files.ts";
import { placeOf } from "../../src/discord/place.ts";
import type { RefusedLine } from "../../src/reading/dictionary.ts";
import { isSameName, withPreset } from "../../src/say/sound/presets.ts";
import { prefixMax } from "../../src/settings/settings.ts";
import type { Preset } from "../../src/store/database.ts";
import type { Translate } from "../../src/texts/index.ts";
import { labelled, modalWith, stringSelect, textInput } from "../panel/components.ts";
import { type AnswerPress, type Press, readName } from "../panel/press.ts";
import { describePreset, readPrefix } from "../presets.ts";
import type { ListImport, Services } from "../services.ts";
import { addEntries, changeList, listNames, lists, removeEntries } from "./lists.ts";
import { type ListName, type ServerView, serverRoutes } from "./server-settings.ts";
import { countList, fitLines, nameSome } from "./show-list.ts";
import { playTrial, tryDictionary } from "./word-lists.ts";

const wordMax = 1_000;

const viewOf = (name: ListName, at = "0"): ServerView => ({ kind: "list", name, at: Number(at) || 0 });

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

export const listPresses = (answerPress: AnswerPress<ServerView>) =>
	({
		list: (interaction, { name, at }, services) =>
			answerPress(interaction, services, viewOf(readList(name), at)),

		async add(interaction, { name }, _, t) {
			const list = readList(name);
			await interaction.showModal(
				modalWith(serverRoutes.added.to({ name }), t(`list.${list}`), lists[list].fields(t)),
			);
		},

		added(interaction, { name }, services) {
			const key = readList(name);
			const list = lists[key];
			return answerPress(interaction, services, viewOf(key), async (t) => {
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
			return answerPress(interaction, services, viewOf(key, at), async (t) => {
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
			return answerPress(interaction, services, viewOf(key), async (t) => {
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
			return answerPress(interaction, services, viewOf(key), async (t) => {
				const proposal = services.listImports.take(`${interaction.guildId} ${key}`, id);
				if (!proposal) return t("list.unsure_over");
				return answer === "yes" ? importFile(interaction, key, proposal, services, t) : undefined;
			});
		},

		undo(interaction, { name, id }, services) {
			const key = readList(name);
			return answerPress(interaction, services, viewOf(key), async (t) => {
				const before = services.listChanges.take(`${interaction.guildId} ${key}`, id);
				if (!before) return t("list.undo_over");
				await lists[key].change(interaction, services.store, () => before);
				await services.reader.applySettings(interaction.guild);
				return t("list.undone");
			});
		},

		async try(interaction, _, __, t) {
			const style = TextInputStyle.Paragraph;
			const text = textInput("text", { style, max_length: wordMax, required: true });
			await interaction.showModal(
				modalWith(serverRoutes.tried.to(), t("list.dictionary"), [labelled(t("dictionary.try"), text)]),
			);
		},

		async tried(interaction, _, services) {
			const trial = tryDictionary(interaction, interaction.fields.getTextInputValue("text"), services);
			const spoken = trial.catch(() => undefined);
			await answerPress(interaction, services, viewOf("dictionary"), async () => (await trial).told);
			const text = await spoken;
			if (text) await playTrial(interaction, text, services);
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
			answerPress(interaction, services, viewOf("presets"), async (t) => {
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
	}) satisfies Partial<RouteHandlers<typeof serverRoutes, Services>>;
