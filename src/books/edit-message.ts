import type { Client } from "discord.js";
import { PacedEdits } from "../discord/paced-edits.ts";
import { findPlace } from "../discord/post-sound.ts";
import { isGone, noMentions } from "../discord/respond.ts";
import type { LateEdits } from "../say/late-edits.ts";
import type { Clock } from "../voice/clock.ts";

export interface EditTools {
	readonly client: Client;
	readonly clock: Clock;
	readonly edits: LateEdits;
}

/**
 * @param place - the ids of the message and its channel
 * @param onGone - told when the message isn't there any more
 * @returns the edits of a book's message: Herald's own, so that it can be edited for longer than an answer
 */
export const editMessage = (
	{ channelId, messageId }: { readonly channelId: string; readonly messageId: string },
	{ client, clock, edits }: EditTools,
	onGone: () => void,
): PacedEdits =>
	new PacedEdits({
		edit: async (shown) => {
			const message = { ...shown, components: shown.components ?? [], allowedMentions: noMentions };
			try {
				await findPlace(client, channelId)?.messages.edit(messageId, message);
			} catch (error) {
				if (isGone(error)) onGone();
				throw error;
			}
		},
		after: (ms, act) => clock.after(ms, act),
		underWay: (work) => edits.add(work),
	});
