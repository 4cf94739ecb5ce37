import { MessageFlags } from "discord.js";
import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import type { ReadChannel } from "../src/store/database.ts";
import { textsFor } from "../src/texts/index.ts";
import { askForValue, givenField } from "./panel/ask-value.ts";
import { answerWith, asMessage } from "./panel/press.ts";
import { boundsOf, readGiven } from "./panel/read-given.ts";
import { defaultEntry, searchedKeys } from "./panel/routes.ts";
import { changeSetting, resetPages } from "./server/change-setting.ts";
import { listPresses } from "./server/list-presses.ts";
import { lists } from "./server/lists.ts";
import { readKey, readPage } from "./server/press.ts";
import { pages, serverRoutes } from "./server/routes.ts";
import { pageOf, showSetting } from "./server/server-settings.ts";
import { nameSome } from "./server/show-list.ts";
import { showPanel } from "./server/view.ts";
import { handleRoutes, slashCommand } from "./services.ts";

const answerPress = answerWith(showPanel);

export const server = slashCommand({
	declaration: { name: "server", forManagers: true },

	async execute(interaction, _, services) {
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		await interaction.editReply(
			asMessage(await showPanel({ kind: "page", page: "voice" }, interaction, services)),
		);
	},

	routes: handleRoutes(serverRoutes, {
		...listPresses(answerPress),

		page: (interaction, _, services) =>
			answerPress(interaction, services, { kind: "page", page: readPage(interaction.values[0]) }),

		open: (interaction, { page }, services) =>
			answerPress(interaction, services, { kind: "page", page: readPage(page) }),

		async put(interaction, values, services) {
			const key = readKey(values.key);
			await answerPress(interaction, services, { kind: "page", page: pageOf(key) }, async (t) => ({
				said: await changeSetting(key, values.value === "on", interaction, services, t),
			}));
		},

		async choose(interaction, values, services) {
			const key = readKey(values.key);
			const [chosen = defaultEntry] = interaction.values;
			const value = chosen === defaultEntry ? null : chosen;
			await answerPress(interaction, services, { kind: "page", page: pageOf(key) }, async (t) => ({
				said: await changeSetting(key, value, interaction, services, t),
			}));
		},

		async ask(interaction, values, services) {
			const key = readKey(values.key);
			const t = textsFor(interaction.locale);
			const { store } = services;
			const [settings, presets] = await Promise.all([
				store.settings.readGuild(interaction.guildId),
				store.presets.read(interaction.guildId),
			]);
			const shown = showSetting(key, settings, presets.server, services, t);
			await interaction.showModal(askForValue(shown, serverRoutes, t));
		},

		async fill(interaction, values, services) {
			const key = readKey(values.key);
			const given = interaction.fields.getTextInputValue(givenField);
			const searched = searchedKeys.find((each) => each === key);
			if (searched) return answerPress(interaction, services, { kind: "found", key: searched, query: given });
			await answerPress(interaction, services, { kind: "page", page: pageOf(key) }, async (t) => {
				const value = readGiven(key, given);
				if (value === undefined)
					return {
						said: key === "quietHours" ? t("panel.bad_hours") : t("panel.out_of_bounds", boundsOf(key)),
					};
				return { said: await changeSetting(key, value, interaction, services, t) };
			});
		},

		resetPage: async (interaction, values, services) => {
			const page = readPage(values.page);
			await answerPress(interaction, services, { kind: "page", page }, async (t) => {
				await resetPages(interaction, [page], services);
				return { said: t("panel.page_reset") };
			});
		},

		resetAll: (interaction, _, services) => answerPress(interaction, services, { kind: "reset" }),

		resetNow: (interaction, _, services) =>
			answerPress(interaction, services, { kind: "page", page: "voice" }, async (t) => {
				await resetPages(interaction, pages, services);
				return { said: t("panel.all_reset") };
			}),

		join: (interaction, _, services) =>
			answerPress(interaction, services, { kind: "page", page: "reading" }, async (t) => {
				const { channelId, trouble } = await services.voice.join(interaction.member);
				const joined = t("channel.joined", { channel: `<#${channelId}>` });
				return { said: trouble ? describeVoiceTrouble(trouble, t) : joined };
			}),

		channels: (interaction, _, services) =>
			answerPress(interaction, services, { kind: "page", page: "reading" }, async (t) => {
				const { channels } = lists;
				let now: readonly ReadChannel[] = [];
				await channels.change(interaction, services.store, (current) => {
					const known = current as readonly ReadChannel[];
					now = interaction.values.map(
						(channelId) =>
							known.find((each) => each.channelId === channelId) ?? { channelId, spokenIn: null },
					);
					return now;
				});
				await services.reader.applySettings(interaction.guild);
				const value = now.length === 0 ? t("list.none") : nameSome(channels, now, t);
				const setting = t("panel.setting", { name: t("list.channels"), value });
				const unseen = (await channels.afterwards?.(interaction, { added: now }, services, t)) ?? [];
				return { said: [t("panel.saved", { setting }), ...unseen].join("\n") };
			}),

		takeName: (interaction, _, services) =>
			answerPress(interaction, services, { kind: "page", page: "who" }, async (t) => {
				const [userId = ""] = interaction.values;
				const { settings } = services.store;
				const who = `<@${userId}>`;
				const { spokenName } = await settings.readMember(interaction.guildId, userId);
				if (spokenName === null) return { said: t("reading.no_name", { who }) };
				await settings.changeMember(interaction.guildId, userId, { spokenName: null });
				return { said: t("reading.name_reset", { who }) };
			}),
	}),
});
