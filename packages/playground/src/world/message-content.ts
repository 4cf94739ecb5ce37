import type { APIMessage } from "discord-api-types/v10";
import { findMentions } from "./mentions.ts";

/**
 * Without the privileged intent, an application only sees the content of its own messages and of those that mention it.
 * That a reply to its answer to an interaction pings it doesn't count.
 */
const isReadable = (applicationId: string, { author, mentions, ...message }: APIMessage): boolean => {
	if (author.id === applicationId) return true;
	if (!mentions.some(({ id }) => id === applicationId)) return false;
	const named = findMentions(message.content).users.has(applicationId);
	return named || message.referenced_message?.interaction_metadata === undefined;
};

const empty = { content: "", attachments: [], embeds: [], components: [] };

const withoutContent = ({ poll: _poll, message_snapshots: snapshots, ...message }: APIMessage) => ({
	...message,
	...empty,
	...(snapshots && {
		message_snapshots: snapshots.map((each) => ({ message: { ...each.message, ...empty } })),
	}),
	...(message.referenced_message && {
		referenced_message: { ...message.referenced_message, ...empty },
	}),
});

/** A message as an application without the Message Content intent is shown it. */
export const withoutOthersContent = (applicationId: string, message: APIMessage) =>
	isReadable(applicationId, message) ? message : withoutContent(message);
