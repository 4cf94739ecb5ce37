import { MessageFlags } from "discord.js";
import type { HeardAct } from "../../src/books/shelf.ts";
import { noMentions } from "../../src/discord/respond.ts";
import { bookRoutes } from "../../src/discord/routes.ts";
import { textsFor } from "../../src/texts/index.ts";
import { handleRoutes, type Services } from "../services.ts";

type Handlers = Parameters<typeof handleRoutes<typeof bookRoutes>>[1];

const begin =
	(fitting: boolean): Handlers["all"] =>
	async (interaction, { book: id }, { books }: Services) => {
		const shown = await books.begin(id, interaction.member, fitting, interaction.message.id);
		await interaction.update({ ...shown, components: shown.components ?? [], allowedMentions: noMentions });
	};

const press =
	(act: HeardAct): Handlers["pause"] =>
	async (interaction, { book }, { books }: Services) => {
		const shown = await books.press(book, interaction.member, act);
		await interaction.update({
			...shown,
			components: shown.components ?? [],
			allowedMentions: noMentions,
		});
	};

/** The buttons under a long text: whether it is spoken, and what ends it. */
export const bookButtons = handleRoutes(bookRoutes, {
	all: begin(false),
	fitting: begin(true),
	decline: async (interaction, { book }, { books }) => {
		await books.decline(book, interaction.user.id);
		await interaction.update({ content: textsFor(interaction.locale)("book.declined"), components: [] });
	},
	pause: press("pause"),
	resume: press("resume"),
	back: press("back"),
	end: press("end"),
	cancel: async (interaction, { book }, { books }) => {
		books.cancel(book, interaction.member);
		await interaction.reply({
			content: textsFor(interaction.locale)("book.cancelled.told"),
			flags: MessageFlags.Ephemeral,
		});
	},
});
