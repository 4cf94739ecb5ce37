import {
	type AnySelectMenuInteraction,
	type ButtonInteraction,
	type InteractionEditReplyOptions,
	MessageFlags,
	type ModalSubmitInteraction,
} from "discord.js";
import type { APIContainerComponent } from "discord-api-types/v10";
import { describeProblem } from "../../src/discord/describe-problem.ts";
import { noMentions } from "../../src/discord/respond.ts";
import { guildSettings, type PanelKey } from "../../src/settings/settings.ts";
import { Problem } from "../../src/shared/problem.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";
import { type Page, pages, type View } from "./routes.ts";
import { findKey } from "./server-settings.ts";

export type Press =
	| ButtonInteraction<"cached">
	| AnySelectMenuInteraction<"cached">
	| ModalSubmitInteraction<"cached">;

/** What came of a press. */
interface Outcome {
	readonly said?: string | undefined;
}

/** @returns the panel with a view of it; @param notice - what is said first */
type ShowPanel = (
	view: View,
	interaction: Press,
	services: Services,
	notice?: string,
) => Promise<APIContainerComponent>;

/** @returns the panel as a message */
export const asMessage = (
	panel: APIContainerComponent,
): InteractionEditReplyOptions & { readonly flags: MessageFlags.IsComponentsV2 } => ({
	components: [panel],
	allowedMentions: noMentions,
	flags: MessageFlags.IsComponentsV2,
});

/** @returns what acts on a press and shows in the panel what came of it: the change, or why there was none */
export const answerWith =
	(showPanel: ShowPanel) =>
	/** @param view - what is shown afterwards */
	async (
		interaction: Press,
		services: Services,
		view: View,
		act: (t: Translate) => Promise<Outcome> = async () => ({}),
	): Promise<void> => {
		const t = textsFor(interaction.locale);
		await interaction.deferUpdate();
		const { said } = await act(t).catch((error: unknown): Outcome => {
			if (!(error instanceof Problem)) throw error;
			return { said: describeProblem(error.detail, t) };
		});
		await interaction.editReply(asMessage(await showPanel(view, interaction, services, said)));
	};

export type AnswerPress = ReturnType<typeof answerWith>;

/** Of a panel that an earlier version made, or of none. */
export const stale = () => new Problem({ kind: "stale", command: "server" });

/** @throws Problem when there is no such setting */
export const readKey = (name: string): PanelKey => {
	const key = findKey(name);
	if (key === undefined) throw stale();
	return key;
};

/** @throws Problem when there is no such page */
export const readPage = (name: string | undefined): Page => {
	const page = pages.find((each) => each === name);
	if (page === undefined) throw stale();
	return page;
};

/** @returns a value that a control set; @throws Problem when it can't be this setting's */
export const readValue = (key: PanelKey, value: unknown): unknown => {
	const read = guildSettings[key].schema.safeParse(value);
	if (!read.success) throw stale();
	return read.data;
};
