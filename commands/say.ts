import { MessageFlags } from "discord.js";
import {
	ApplicationCommandOptionType,
	ApplicationIntegrationType,
	InteractionContextType,
} from "discord-api-types/v10";
import { attachSound } from "../src/discord/attach-sound.ts";
import { type SlashData, slashCommand } from "../src/discord/command.ts";
import { Progress } from "../src/discord/progress.ts";
import { resolvedNames } from "../src/discord/resolved-names.ts";
import { noMentions } from "../src/discord/respond.ts";
import { showText } from "../src/discord/show-text.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import { lineMaxCharacters, sayDeadlineMs, textMaxCharacters } from "../src/limits.ts";
import { Problem } from "../src/problem.ts";
import { chooseVoice } from "../src/say/choose-voice.ts";
import { speakText } from "../src/say/speak-text.ts";
import { cutScript } from "../src/speech/script.ts";
import { isSpeakable, makeSpeakable } from "../src/speech/speakable.ts";
import { describeVoice, listVoices, suggestVoices } from "../src/speech/voices.ts";
import type { Services } from "./services.ts";

const data = {
	name: "say",
	description: "Speak a text and post it as a sound",
	contexts: [InteractionContextType.Guild],
	integration_types: [ApplicationIntegrationType.GuildInstall],
	options: [
		{
			name: "text",
			description: "What to say",
			type: ApplicationCommandOptionType.String,
			required: true,
			max_length: textMaxCharacters,
		},
		{
			name: "voice",
			description: "Who says it: a name, or what the voice is like",
			type: ApplicationCommandOptionType.String,
			autocomplete: true,
			max_length: 100,
		},
	],
} as const satisfies SlashData;

/** A length of sound as people write it: "0:03", "12:40". */
const formatLength = (ms: number): string => {
	const seconds = Math.max(1, Math.round(ms / 1_000));
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

const withDeadline = (shutdown: AbortSignal): AbortSignal => {
	const deadline = new AbortController();
	const timer = setTimeout(
		() =>
			deadline.abort(new Problem({ kind: "timeout" }, `not spoken within ${sayDeadlineMs / 60_000} minutes`)),
		sayDeadlineMs,
	);
	timer.unref();
	return AbortSignal.any([shutdown, deadline.signal]);
};

export const say = slashCommand<Services, typeof data>({
	data,

	async execute(interaction, { text, voice: asked }, services) {
		const { speech, budget, voices, keepEmoji, shutdown } = services;
		const { guildId, user, locale } = interaction;
		const t = textsFor(locale);
		const voice = chooseVoice(asked ?? voices.default, voices.extra);
		const speakable = makeSpeakable(text, {
			...resolvedNames(interaction.options.resolved),
			locale,
			keepEmoji,
		});
		if (!isSpeakable(speakable)) throw new Problem({ kind: "unspeakable" });
		budget.countText(user.id);
		const script = cutScript(speakable, { lineMax: lineMaxCharacters, locale }).map((line) => ({
			text: line,
			voice: voice.name,
		}));
		await interaction.deferReply();

		const progress = new Progress(interaction);
		const { sound } = await speakText({
			speech,
			budget,
			guildId,
			userId: user.id,
			script,
			signal: withDeadline(shutdown),
			onProgress: (done, total) => {
				if (done < total) progress.show(t("say.progress", { done, total }));
			},
		}).finally(() => progress.end());
		const content = t("say.answer", {
			voice: voice.name,
			length: formatLength(sound.durationMs),
			text: showText(text),
		});
		await interaction.editReply(
			attachSound(interaction, sound, {
				content,
				allowedMentions: noMentions,
				flags: MessageFlags.SuppressEmbeds,
			}),
		);
	},

	autocomplete: ({ value }, { voices }) =>
		suggestVoices(value, listVoices(voices.extra)).map((voice) => ({
			name: describeVoice(voice),
			value: voice.name,
		})),
});
