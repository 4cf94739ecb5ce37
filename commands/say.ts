import { type ButtonInteraction, type ChatInputCommandInteraction, MessageFlags } from "discord.js";
import { ApplicationCommandOptionType } from "discord-api-types/v10";
import type { HeardAct } from "../src/books/book.ts";
import { sayBook } from "../src/books/say-book.ts";
import { bookRoutes, sayRoutes } from "../src/discord/buttons.ts";
import type { RouteHandlers } from "../src/discord/declare-routes.ts";
import { stringOptionMax } from "../src/discord/limits.ts";
import { textsOf, whoOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import { resolvedNames } from "../src/discord/show-text.ts";
import type { LeakGuard } from "../src/reading/leak-guard.ts";
import { answerWithSpeech, giveBack, offerAgain } from "../src/say/answers/answer-with-speech.ts";
import { documentTypes, namesOfLinked, readFile } from "../src/say/answers/message-parts.ts";
import { acknowledge } from "../src/say/answers/pending-answers.ts";
import { voiceMenus } from "../src/say/sound/describe-voice.ts";
import type { SayRequest, Unread } from "../src/say/sound/request.ts";
import { readSoundChange, soundOptions } from "../src/say/sound/sound-options.ts";
import type { DeliveryChoice, VoicePreferences } from "../src/settings/settings.ts";
import { Problem } from "../src/shared/problem.ts";
import { type Block, readPlain } from "../src/speech/text/document/block.ts";
import { completeOwnSound } from "./presets.ts";
import { handleEverywhere, handleRoutes, type Services, slashCommand } from "./services.ts";

/**
 * Acts on the text behind a button, if the text is still remembered and this member requested it.
 *
 * @param actUnread - acts on a text that was refused before it was prepared; such a text only has a button to say it
 * again
 */
export const withRemembered = async (
	interaction: ButtonInteraction,
	id: string,
	services: Services,
	act: (request: SayRequest) => Promise<unknown>,
	actUnread?: (asked: Unread) => Promise<unknown>,
): Promise<void> => {
	const request = await services.recent.recall(id, whoOf(interaction));
	const t = textsOf(interaction);
	if (request === "not yours") await respondPrivately(interaction, t("button.not_yours"));
	else if (request !== "over" && !("text" in request)) await act(request);
	else if (request !== "over" && actUnread) await actUnread(request);
	else await respondPrivately(interaction, t("button.over"));
};

type Handlers = RouteHandlers<typeof bookRoutes, Services>;

const begin =
	(fitting: boolean): Handlers["all"] =>
	async (interaction, { book }, { books }) =>
		interaction.update(await books.begin(book, interaction.member, fitting, interaction.message.id));

const press =
	(act: HeardAct): Handlers["pause"] =>
	async (interaction, { book }, { books }) =>
		interaction.update(await books.press(book, interaction.member, act));

/** The buttons under a book: those that answer whether to speak it, and those that control or end it. */
const bookButtons = handleRoutes(bookRoutes, {
	all: begin(false),
	fitting: begin(true),
	decline: async (interaction, { book }, { books }, t) => {
		await books.offers.decline(book, interaction.member);
		await interaction.update({ content: t("book.declined"), components: [] });
	},
	pause: press("pause"),
	resume: press("resume"),
	back: press("back"),
	end: press("end"),
	cancel: async (interaction, { book }, { books }, t) => {
		books.cancel(book, interaction.member);
		await interaction.reply({
			content: t("book.cancelled.told"),
			flags: MessageFlags.Ephemeral,
		});
	},
});

const redeliver =
	(delivery: DeliveryChoice) =>
	(interaction: ButtonInteraction, { answer }: { readonly answer: string }, services: Services) =>
		withRemembered(interaction, answer, services, (request) =>
			answerWithSpeech(interaction, { ...request, delivery, asBefore: true }, services),
		);

const { skip, stop, ...answerRoutes } = sayRoutes;

const channelButtons = handleRoutes(
	{ skip, stop },
	{
		skip: async (interaction, { item }, { voice }, t) => {
			voice.skip(interaction.member, { id: item });
			return respondPrivately(interaction, t("channel.skipped"));
		},
		stop: async (interaction, { item }, { voice }, t) => {
			voice.stop(interaction.member, item);
			return respondPrivately(interaction, t("channel.stopped"));
		},
	},
);

/** The buttons and menus under a text that was spoken. */
const sayButtons = handleEverywhere(answerRoutes, {
	file: redeliver("file"),
	voicemessage: redeliver("voice-message"),
	channel: redeliver("channel"),
	again: (interaction, { answer }, services) => {
		const speak = (asked: SayRequest | Unread) => answerWithSpeech(interaction, asked, services);
		return withRemembered(interaction, answer, services, speak, speak);
	},
	revoice: (interaction, { answer }, services, t) =>
		withRemembered(interaction, answer, services, async () => {
			const { voices } = await services.say.readChoices({
				...whoOf(interaction),
				locale: interaction.locale,
			});
			await interaction.reply({
				content: t("button.choose_voice"),
				components: voiceMenus(voices.shown, (menu) => sayRoutes.voice.to({ menu, answer }), t),
				flags: MessageFlags.Ephemeral,
			});
			services.buttons.add(interaction);
		}),
	voice: async (interaction, { answer }, services, t) => {
		const request = await services.recent.recall(answer, whoOf(interaction));
		if (typeof request === "string" || "text" in request)
			return respondPrivately(interaction, t("button.over"));
		// `asBefore` and the speaker's name don't apply to another voice.
		const { asBefore: _, speaker: __, ...asked } = request;
		const voice = interaction.values[0] ?? request.voice;
		return answerWithSpeech(interaction, { ...asked, voice }, services);
	},
});

/**
 * @returns the names of linked channels that the member may view. Discord sends the names of mentioned channels only
 */
const nameLinked = (interaction: ChatInputCommandInteraction, text: string, guard: LeakGuard) => {
	if (!interaction.inCachedGuild()) return [];
	const { guild, user } = interaction;
	guard.noteRoles(guild, user.id);
	return namesOfLinked(text, guild, (id) => guard.mayView(guild, id, user.id));
};

export const say = slashCommand({
	declaration: {
		name: "say",
		everywhere: true,
		options: {
			text: { type: ApplicationCommandOptionType.String, max_length: stringOptionMax },
			file: { type: ApplicationCommandOptionType.Attachment, file_types: documentTypes },
			voice: soundOptions.voice,
			style: soundOptions.style,
			speed: soundOptions.speed,
			as: { ...soundOptions.delivery, texts: "sound.as" },
			language: soundOptions.language,
		},
	},

	async execute(interaction, { text, file, as, language, ...sound }, services, t) {
		const { guard, say } = services;
		if ((text === undefined) === (file === undefined)) return respondPrivately(interaction, t("say.one_of"));
		// Which presets exist is only known when the text is prepared, so the name is passed on as it is.
		const asNamed = { pick: (name: string) => ({ voice: name }) };
		let option = readSoundChange({ ...sound, delivery: as }, asNamed, say.languages, interaction.locale);
		const names = resolvedNames(interaction.options.resolved);
		const channels = new Map([...names.channels, ...nameLinked(interaction, text ?? "", guard)]);
		const context = { ...names, channels, locale: interaction.locale };
		const asking = (written: string) =>
			({ text: { written, context, dialogue: "any case" }, option }) as const;
		try {
			if (as === "channel" && !interaction.inCachedGuild()) throw new Problem({ kind: "server_only" });
			if (language !== undefined)
				option = { ...option, language: say.languages.read(language, interaction.locale) };
		} catch (error) {
			throw text === undefined ? error : await offerAgain(error, asking(text), interaction, services);
		}
		const read = (blocks: readonly Block[], written: string, wanted: Partial<VoicePreferences>) => {
			if (!interaction.inCachedGuild())
				throw new Problem({ kind: "file_too_long_elsewhere", max: stringOptionMax });
			return sayBook(interaction, { blocks, written, context }, services, wanted);
		};
		const speakOrRead = async (written: string, blocks: readonly Block[]) => {
			const how = { isCounted: file !== undefined, mayBeBook: blocks.length > 1 };
			const spoken = await answerWithSpeech(interaction, asking(written), services, how);
			if (spoken === "too_long") await read(blocks, written, { ...option, delivery: "channel" });
		};
		if (text !== undefined)
			return speakOrRead(text, readPlain(text)).catch((error: unknown) => {
				throw giveBack(error, text, interaction);
			});
		await say.budget.countText(whoOf(interaction));
		await acknowledge(interaction, services);
		const blocks = file ? await readFile(interaction, file, services) : [];
		const written = blocks.map((block) => block.text).join("\n\n");
		return written.length <= stringOptionMax ? speakOrRead(written, blocks) : read(blocks, written, option);
	},

	autocomplete: completeOwnSound,

	routes: [...channelButtons, ...sayButtons, ...bookButtons],
});
