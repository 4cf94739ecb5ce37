import {
	type AnySelectMenuInteraction,
	type ButtonInteraction,
	type CacheType,
	type InteractionEditReplyOptions,
	MessageFlags,
	type ModalSubmitInteraction,
} from "discord.js";
import type { APIContainerComponent } from "discord-api-types/v10";
import { describeProblem } from "../../src/discord/describe-problem.ts";
import { noMentions } from "../../src/discord/respond.ts";
import { type PanelKey, panelSettings } from "../../src/settings/settings.ts";
import { Problem } from "../../src/shared/problem.ts";
import { type Translate, textsFor } from "../../src/texts/index.ts";
import type { Services } from "../services.ts";

export type Press<C extends CacheType = "cached"> =
	| ButtonInteraction<C>
	| AnySelectMenuInteraction<C>
	| ModalSubmitInteraction<C>;

/** What came of a press. */
interface Outcome {
	readonly said?: string | undefined;
}

/** @returns the panel with a view of it; @param notice - what is said first */
type ShowPanel<V, C extends CacheType> = (
	view: V,
	interaction: Press<C>,
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
	<V, C extends CacheType = "cached">(showPanel: ShowPanel<V, C>) =>
	/** @param view - what is shown afterwards */
	async (
		interaction: Press<C>,
		services: Services,
		view: V,
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

export type AnswerPress<V> = ReturnType<typeof answerWith<V>>;

/** Of a panel that an earlier version made, or of none. */
export const stale = (command: string) => new Problem({ kind: "stale", command });

/** @returns a value that a control set; @throws Problem when it can't be this setting's */
export const readValue = (key: PanelKey, value: unknown, command: string): unknown => {
	const read = panelSettings[key].schema.safeParse(value);
	if (!read.success) throw stale(command);
	return read.data;
};
