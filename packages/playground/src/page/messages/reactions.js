/** @import { MessageView } from "../../page-server/views.ts" */
import { tryAct } from "../api.js";
import { make } from "../dom.js";
import { t } from "../state.js";

export const offeredEmoji = /** @type {const} */ (["👍", "❤️", "😂", "🎉", "😮", "😢"]);

/**
 * Adds the chosen member's reaction to a message, or takes it back if it is there.
 *
 * @param {MessageView} message
 * @param {string} emoji
 */
export const react = (message, emoji) => {
	const mine = message.reactions.some((reaction) => reaction.emoji === emoji && reaction.mine);
	return tryAct("react", { messageId: message.id, emoji, back: mine });
};

/**
 * A message's reactions: a button for each emoji, which adds or removes the chosen member's reaction. False if there
 * are no reactions.
 *
 * @param {MessageView} message
 */
export const renderReactions = (message) =>
	message.reactions.length > 0 &&
	make(
		"div.reactions.wrap",
		{ role: "group", "aria-label": t("reactions") },
		message.reactions.map(({ emoji, count, mine }) =>
			make(
				"button.reaction.box.flex",
				{
					"aria-pressed": String(mine),
					"aria-label": `${emoji} ${count}`,
					"data-custom-id": `reaction ${emoji}`,
					onclick: () => react(message, emoji),
				},
				make("span", emoji),
				make("span.reaction-count", String(count)),
			),
		),
	);
