import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import type { GuildSettings } from "../src/settings/settings.ts";
import { inGuild } from "../src/shared/party.ts";
import type { ReadChannel } from "../src/store/database.ts";
import { answerWith, openPanel, type Press, readName, stale } from "./panel/press.ts";
import { changeOf, settingPresses } from "./panel/setting-presses.ts";
import { listPresses } from "./server/list-presses.ts";
import { changeList, lists } from "./server/lists.ts";
import {
	guildKeys,
	type PagePart,
	pageParts,
	partOf,
	readFacts,
	type ServerView,
	serverRoutes,
	showSetting,
} from "./server/server-settings.ts";
import { nameSome } from "./server/show-list.ts";
import { showPanel } from "./server/view.ts";
import { handleRoutes, type Services, slashCommand } from "./services.ts";

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
		...listPresses(answerPress),

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
	}),
});
