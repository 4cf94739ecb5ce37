import { MessageFlags } from "discord.js";
import { type APIFileUploadComponent, ComponentType, TextInputStyle } from "discord-api-types/v10";
import type { RouteHandlers } from "../../src/discord/declare-routes.ts";
import { readTextFile } from "../../src/discord/fetch-attachment.ts";
import { textsOf } from "../../src/discord/place.ts";
import { isSameName, withPreset } from "../../src/say/sound/presets.ts";
import { prefixMax } from "../../src/settings/settings.ts";
import type { Preset } from "../../src/store/database.ts";
import { labelled, modalWith, textInput } from "../panel/components.ts";
import { type AnswerPress, readName } from "../panel/press.ts";
import { describePreset, readPrefix } from "../read-preset.ts";
import type { Services } from "../services.ts";
import { tryDictionary } from "./dictionary.ts";
import { addEntries, removeEntries } from "./list.ts";
import { listNames, lists } from "./lists.ts";
import { type ListName, serverRoutes, type View } from "./routes.ts";
import { countList, nameSome } from "./show-list.ts";

const wordMax = 1_000;

const viewOf = (name: ListName, at = "0"): View => ({ kind: "list", name, at: Number(at) || 0 });

const readList = (name: string): ListName => readName(listNames, name, "server");

type ListRoute =
	| "list"
	| "add"
	| "added"
	| "remove"
	| "export"
	| "import"
	| "imported"
	| "try"
	| "tried"
	| "prefix"
	| "prefixed";

/** Presses that lead to a guild's lists and change them. */
export const listPresses = (
	answerPress: AnswerPress<View>,
): Pick<RouteHandlers<typeof serverRoutes, Services>, ListRoute> => ({
	list: (interaction, { name, at }, services) =>
		answerPress(interaction, services, viewOf(readList(name), at)),

	async add(interaction, { name }) {
		const t = textsOf(interaction);
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
			if (!(await addEntries(interaction, list, given, services.store)))
				return t("list.full", { max: list.max });
			await services.reader.applySettings(interaction.guild);
			const more = (await list.afterwards?.(interaction, { added: given }, services, t)) ?? [];
			return [t("list.added", { what: nameSome(list, given, t) }), ...more].join("\n");
		});
	},

	remove(interaction, { name, at }, services) {
		const key = readList(name);
		const list = lists[key];
		return answerPress(interaction, services, viewOf(key, at), async (t) => {
			const removed = await removeEntries(interaction, list, interaction.values, services.store);
			if (removed.length === 0) return t("list.gone");
			await services.reader.applySettings(interaction.guild);
			const more = (await list.afterwards?.(interaction, { removed }, services, t)) ?? [];
			return [t("list.removed", { what: nameSome(list, removed, t) }), ...more].join("\n");
		});
	},

	async export(interaction, { name }, { store }) {
		const key = readList(name);
		const { file, read } = lists[key];
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		const entries = await read(interaction.guildId, store);
		const lines = file?.write(entries) ?? [];
		const t = textsOf(interaction);
		await interaction.editReply({
			content: countList(key, entries.length, t),
			files: [{ attachment: Buffer.from(`${lines.join("\n")}\n`), name: file?.name ?? "list.txt" }],
		});
	},

	async import(interaction, { name }) {
		const t = textsOf(interaction);
		const list = readList(name);
		const file: APIFileUploadComponent = {
			type: ComponentType.FileUpload,
			custom_id: "file",
			file_types: [".txt", ".text"],
		};
		await interaction.showModal(
			modalWith(serverRoutes.imported.to({ name }), t(`list.${list}`), [
				labelled(t("list.file"), file, t(list === "dictionary" ? "dictionary.file" : "words.file")),
			]),
		);
	},

	imported(interaction, { name }, services) {
		const key = readList(name);
		const { file, change } = lists[key];
		return answerPress(interaction, services, viewOf(key), async (t) => {
			const uploaded = interaction.fields.getUploadedFiles("file", true).first();
			const lines = uploaded && (await readTextFile(interaction.client, uploaded));
			if (!lines || !file) return t("list.bad_file");
			const { said, entries } = await file.read(lines, interaction.guildId, services, t);
			if (entries) await change(interaction, services.store, () => entries);
			return said;
		});
	},

	async try(interaction) {
		const t = textsOf(interaction);
		const style = TextInputStyle.Paragraph;
		const text = textInput("text", { style, max_length: wordMax, required: true });
		await interaction.showModal(
			modalWith(serverRoutes.tried.to(), t("list.dictionary"), [labelled(t("dictionary.try"), text)]),
		);
	},

	tried: (interaction, _, services) =>
		answerPress(interaction, services, viewOf("dictionary"), () =>
			tryDictionary(interaction, interaction.fields.getTextInputValue("text"), services),
		),

	/** The form that adds presets has no room for a prefix. */
	async prefix(interaction, _, { store }) {
		const t = textsOf(interaction);
		const [name = ""] = interaction.values;
		const { server } = await store.presets.read(interaction.guildId);
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
			await services.store.presets.change({ guildId: interaction.guildId }, (current) => {
				const preset = current.find((each) => isSameName(each.name, name));
				changed = preset && { ...preset, prefix };
				// Without one, it doesn't keep the one before.
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
});
