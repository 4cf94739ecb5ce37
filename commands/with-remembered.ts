import type { ButtonInteraction } from "discord.js";
import { respondPrivately } from "../src/discord/respond.ts";
import { textsFor } from "../src/discord/texts/index.ts";
import type { SayRequest } from "../src/say/recent-requests.ts";
import type { Services } from "./services.ts";

/** Acts on the text behind a button, if it is still remembered and the member requested it. */
export const withRemembered = async (
	interaction: ButtonInteraction<"cached">,
	id: string,
	services: Services,
	act: (request: SayRequest) => Promise<void>,
): Promise<void> => {
	const request = services.recent.recall(id, interaction.guildId, interaction.user.id);
	const t = textsFor(interaction.locale);
	if (request === "over") await respondPrivately(interaction, t("button.over"));
	else if (request === "not yours") await respondPrivately(interaction, t("button.not_yours"));
	else await act(request);
};
