import type { InteractionTrace, Member, Playground, SeenMessage } from "@herald/playground";
import { partOf } from "../../commands/server/server-settings.ts";
import { type GuildKey, guildSettings } from "../../src/settings/settings.ts";

/** Values of settings as a manager enters them, durations in seconds. Null is the default. */
type Values = { readonly [K in GuildKey]?: string | number | boolean | null };

type Fields = Parameters<Playground["submitModal"]>[2];
type List = "channels" | "ignores" | "sources" | "words" | "dictionary" | "presets";

const pagesOfLists = {
	channels: "reading",
	ignores: "filter",
	sources: "bots",
	words: "words",
	dictionary: "words",
	presets: "presets",
} as const;

/** The menus' entry for the default. */
const defaultEntry = "-";

const answered = (trace: InteractionTrace): Promise<SeenMessage> =>
	trace.message(({ texts, thinking }) => !thinking && texts.length > 0);

export const textOf = ({ texts }: SeenMessage): string => texts.join("\n");

/** The panel of `/server` as a manager uses it. Each press returns the panel that it shows. */
export const serverPanel = (playground: Playground, who: Member, locale = "en-US") => {
	const where = { locale };
	const click = (panel: SeenMessage, customId: string) =>
		answered(playground.click(who, panel, customId, where));
	const select = (panel: SeenMessage, customId: string, values: readonly string[]) =>
		answered(playground.select(who, panel, customId, values, where));
	const fill = async (panel: SeenMessage, customId: string, fields: Fields) => {
		const modal = await playground.click(who, panel, customId, where).modal();
		return answered(playground.submitModal(who, modal, fields, where));
	};
	const open = async (page = "voice"): Promise<SeenMessage> => {
		const panel = await answered(playground.command(who, "server", {}, where));
		return page === "voice" ? panel : select(panel, "server:page", [page]);
	};
	const openList = async (name: List) => {
		const panel = await open(pagesOfLists[name]);
		return name === "presets" ? panel : click(panel, `server:list:${name}:0`);
	};

	const change = async (key: GuildKey, value: Values[GuildKey]): Promise<SeenMessage> => {
		const setting = guildSettings[key];
		const panel = await open(partOf(key));
		if (setting.kind === "yesNo") {
			const press = `server:put:${key}:${(value ?? setting.default) ? "on" : "off"}`;
			return panel.components.some(({ custom_id: id }) => id === press) ? click(panel, press) : panel;
		}
		const chosen = value === null ? defaultEntry : String(value);
		if (setting.kind === "role") return select(panel, `server:choose:${key}`, value === null ? [] : [chosen]);
		if (setting.kind === "choice") {
			const isDefault = "default" in setting && value === setting.default;
			return select(panel, `server:choose:${key}`, [isDefault ? defaultEntry : chosen]);
		}
		const given = value === null ? "" : String(value);
		const asking = key === "voice" ? await click(panel, "server:voices") : panel;
		const filled = await fill(asking, `server:ask:${key}`, { value: given });
		if (!["voice", "language", "timeZone"].includes(setting.kind)) return filled;
		const menu = filled.components.find(({ custom_id: id }) => id === `server:choose:${key}`);
		const [, first] = (menu?.options ?? []) as { readonly value: string }[];
		return select(filled, `server:choose:${key}`, [value === null ? defaultEntry : (first?.value ?? "")]);
	};

	return {
		open,
		openList,
		openVoices: async () => click(await open(), "server:voices"),
		click,
		select,
		fill,
		/** Changes settings one after the other. @returns the panel's text afterwards */
		set: async (values: Values): Promise<string> => {
			let panel: SeenMessage | undefined;
			for (const [key, value] of Object.entries(values)) panel = await change(key as GuildKey, value);
			return textOf(panel ?? (await open()));
		},
		reset: async (page?: string): Promise<string> => {
			const asked = await click(await open(page), `server:askReset:${page ?? "voice"}`);
			return textOf(await click(asked, page === undefined ? "server:resetAll" : `server:resetPage:${page}`));
		},
		add: async (name: List, fields: Fields): Promise<string> =>
			textOf(await fill(await openList(name), `server:add:${name}`, fields)),
		/** Removes the entries of a list whose labels contain one of `labels`. */
		remove: async (name: List, ...labels: readonly string[]): Promise<string> => {
			const panel = await openList(name);
			const menu = panel.components.find(({ custom_id: id }) => String(id).startsWith("server:remove:"));
			const options = (menu?.options ?? []) as { readonly label: string; readonly value: string }[];
			const chosen = options.filter(({ label }) => labels.some((each) => label.includes(each)));
			return textOf(
				await select(
					panel,
					String(menu?.custom_id),
					chosen.map(({ value }) => value),
				),
			);
		},
		/** @param how - "add" or "replace" */
		import: async (name: List, bytes: Uint8Array, how = "add"): Promise<string> => {
			const file = [playground.upload("list.txt", bytes)];
			return textOf(await fill(await openList(name), `server:import:${name}`, { file, how: [how] }));
		},
		undo: async (name: List): Promise<string> => {
			const panel = await openList(name);
			const button = panel.components.find(({ custom_id: id }) => String(id).startsWith("server:undo:"));
			return textOf(await click(panel, String(button?.custom_id)));
		},
		export: async (name: List): Promise<SeenMessage> =>
			playground.click(who, await openList(name), `server:export:${name}`, where).firstAnswer(),
		tryOut: async (text: string): Promise<string> =>
			textOf(await fill(await openList("dictionary"), "server:try", { text })),
	};
};
