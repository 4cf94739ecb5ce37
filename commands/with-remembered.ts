import type { ButtonInteraction } from "discord.js";
import { textsOf, whoOf } from "../src/discord/place.ts";
import { respondPrivately } from "../src/discord/respond.ts";
import type { SayRequest, Unread } from "../src/say/sound/request.ts";
import type { Services } from "./services.ts";

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
