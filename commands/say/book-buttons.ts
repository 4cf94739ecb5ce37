import { MessageFlags } from "discord.js";
import { showUnderWay } from "../../src/books/book-message.ts";
import { noMentions } from "../../src/discord/respond.ts";
import { bookRoutes } from "../../src/discord/routes.ts";
import { textsFor } from "../../src/discord/texts/index.ts";
import { handleRoutes, type Services } from "../services.ts";

type Handlers = Parameters<typeof handleRoutes<typeof bookRoutes>>[1];

const begin =
	(fitting: boolean): Handlers["all"] =>
	async (interaction, { book: id }, { books }: Services) => {
		const book = await books.begin(id, interaction.member, fitting, interaction.message.id);
		const shown = showUnderWay(id, book, 0, textsFor(book.locale));
		await interaction.update({ ...shown, allowedMentions: noMentions });
	};

/** The buttons under a long text: whether it is spoken, and what ends it. */
export const bookButtons = handleRoutes(bookRoutes, {
	all: begin(false),
	fitting: begin(true),
	decline: async (interaction, { book }, { books }) => {
		await books.decline(book, interaction.user.id);
		await interaction.update({ content: textsFor(interaction.locale)("book.declined"), components: [] });
	},
	cancel: async (interaction, { book }, { books }) => {
		books.cancel(book, interaction.member);
		await interaction.reply({
			content: textsFor(interaction.locale)("book.cancelled.told"),
			flags: MessageFlags.Ephemeral,
		});
	},
});
