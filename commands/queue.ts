import { ApplicationCommandOptionType } from "discord-api-types/v10";
import { describeVoiceTrouble } from "../src/discord/describe-problem.ts";
import { textsOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { listSpeakers } from "../src/say/answers/describe-sound.ts";
import { slashCommand } from "./services.ts";

const lineOf = {
	asked: "channel.queue.line",
	read: "channel.queue.read",
	page: "channel.queue.page",
} as const;
/** Texts shown in one answer. */
const textsShown = 15;

export const queue = slashCommand({
	declaration: { name: "queue" },
	async execute(interaction, _, { voice }) {
		const t = textsOf(interaction);
		const view = voice.queue(interaction.guildId);
		if (!view) return respondPrivately(interaction, t("problem.voice.not_in_channel"));
		const channel = `<#${view.channelId}>`;
		if (view.items.length === 0) return respondPrivately(interaction, t("channel.queue.empty", { channel }));
		const lines = view.items
			.slice(0, textsShown)
			.map(({ userId, priority, estimateMs, state, lines }, index) =>
				t(lineOf[priority], {
					place: state === "playing" ? "▶" : `${index + 1}.`,
					who: `<@${userId || interaction.client.user.id}>`,
					voice: listSpeakers(lines.map(({ voice }) => voice)),
					seconds: Math.ceil(estimateMs / 1_000),
				}),
			);
		const total = t("channel.queue.total", {
			channel,
			count: view.items.length,
			seconds: Math.ceil(view.totalMs / 1_000),
		});
		const trouble = view.trouble ? [describeVoiceTrouble(view.trouble, t)] : [];
		return respondPrivately(interaction, [total, ...lines, ...trouble].join("\n"));
	},
});

export const skip = slashCommand({
	declaration: { name: "skip", options: { all: { type: ApplicationCommandOptionType.Boolean } } },
	async execute(interaction, { all }, { voice }) {
		const { member } = interaction;
		const t = textsOf(interaction);
		const isPage = !all && voice.skip(member, "current").priority === "page";
		const count = all ? voice.skipAll(member) : 1;
		await interaction.reply(isPage ? t("channel.skipped.page") : t("channel.skipped.count", { count }));
	},
});

export const stop = slashCommand({
	declaration: { name: "stop" },
	async execute(interaction, _, { voice }) {
		const t = textsOf(interaction);
		const stopped = voice.stop(interaction.member);
		const others = stopped.filter(({ priority }) => priority !== "page").length;
		const lines = [
			...(others > 0 ? [t("channel.stopped.count", { count: others })] : []),
			...(others < stopped.length ? [t("channel.stopped.page")] : []),
		];
		await interaction.reply(lines.join("\n"));
	},
});
