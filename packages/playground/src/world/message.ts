import type { APIAttachment, APIMessage, APIUser } from "discord-api-types/v10";
import type { MessageBody } from "../checks/files.ts";

/** A message, with the data that the API's message object lacks. */
export interface StoredMessage {
	readonly message: APIMessage;
	/** The id of the only user who can see the message; undefined for everyone. */
	readonly visibleTo: string | undefined;
	/** The id of the interaction that this message answers. */
	readonly interactionId: string | undefined;
	/** The message before each edit, oldest first. */
	readonly earlier: readonly APIMessage[];
	/** The ids of the users who reacted with each emoji, oldest reaction first. */
	readonly reactors: ReadonlyMap<string, ReadonlySet<string>>;
	/** The ids of the users who voted for each answer of the message's poll, by the answer's number. */
	readonly votes: ReadonlyMap<number, ReadonlySet<string>>;
	/** When the message was pinned, as an ISO 8601 time; undefined if it isn't pinned. */
	readonly pinnedAt: string | undefined;
}

/** Changes of a message that aren't edits. */
export type MessageAmendment = Partial<Pick<StoredMessage, "reactors" | "votes" | "pinnedAt">> & {
	readonly message?: Partial<APIMessage>;
};

/** A change of a message's reactions. `emoji` is the character itself; undefined if all reactions were cleared. */
export type ReactionChange =
	| { readonly kind: "added" | "removed"; readonly emoji: string; readonly userId: string }
	| { readonly kind: "cleared"; readonly emoji: string | undefined };

export interface VoteChange {
	readonly added: boolean;
	readonly answerId: number;
	readonly userId: string;
}

export interface NewMessage {
	readonly body: MessageBody;
	readonly author: APIUser;
	readonly channelId: string;
	/** By default a new id. A forum post's first message has the post's id. */
	readonly id?: string;
	readonly flags?: number;
	readonly visibleTo?: string | undefined;
	readonly interactionId?: string | undefined;
	readonly extra?: Partial<APIMessage>;
}

export interface StoredFile {
	readonly attachment: APIAttachment;
	readonly bytes: Uint8Array;
}
