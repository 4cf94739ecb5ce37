import { EventEmitter } from "node:events";
import type { APIRole, APIUser } from "discord-api-types/v10";
import type { Channel, Guild, Member, ThreadChannel } from "./guild.ts";
import type { Interaction, InteractionRequest, ShownModal } from "./interaction.ts";
import type { ReactionChange, StoredMessage, VoteChange } from "./message-fields.ts";

type Change = "created" | "changed" | "deleted";

export interface FeedEvents {
	/**
	 * A message was created, edited or deleted. `together`: the message was deleted in bulk, and `bulkDelete` follows.
	 */
	message: [kind: "created" | "edited" | "deleted", message: StoredMessage, together?: boolean];
	/** Messages of a channel were deleted in bulk. */
	bulkDelete: [channel: Channel, messages: readonly StoredMessage[]];
	reaction: [stored: StoredMessage, change: ReactionChange];
	vote: [stored: StoredMessage, change: VoteChange];
	/** `at` is in milliseconds since the Unix epoch. */
	typing: [member: Member, channel: Channel, at: number];
	/** A message of the channel was pinned or unpinned. */
	pins: [channel: Channel];
	/** Members, by user id, joined or left a thread. */
	threadMembers: [thread: ThreadChannel, added: readonly string[], removed: readonly string[]];
	/** A member sent the application an interaction. */
	asked: [interaction: Interaction, request: InteractionRequest];
	/** An interaction was created or answered, or it failed. */
	interaction: [interaction: Interaction];
	modal: [modal: ShownModal];
	guildChange: [kind: "created" | "deleted", guild: Guild];
	/** How the application is in a guild has changed: its bot or commands came or went, or an outage began or ended. */
	presenceChange: [guild: Guild];
	channelChange: [kind: Change, channel: Channel];
	memberChange: [kind: Change, member: Member];
	ban: [kind: "added" | "removed", guild: Guild, user: APIUser];
	/** A channel got a webhook or lost one. */
	webhooks: [channel: Channel];
	roleChange: [kind: Change, role: APIRole, guild: Guild];
	/** The application's voices or the progress of a voice's download may have changed. */
	voices: [];
	/** The page's view of a guild changed: its channels, commands, permissions, who is online. */
	guild: [];
	/**
	 * A member joined or left a voice channel, or their voice state changed. Without a member: the application may have
	 * begun or stopped speaking.
	 */
	voice: [member?: Member];
}

/** The playground's events. The gateway, voice, the page and traces listen to them. */
export class Feed extends EventEmitter<FeedEvents> {
	constructor() {
		super();
		this.setMaxListeners(0);
	}

	/** Calls a listener with each deleted channel, including those of deleted guilds. */
	onChannelGone(listener: (channel: Channel) => void): void {
		this.on("channelChange", (kind, channel) => kind === "deleted" && listener(channel));
		this.on("guildChange", (kind, { channels }) => {
			if (kind === "deleted") for (const channel of channels.values()) listener(channel);
		});
	}

	/** Adds listeners by the names of their events. @returns a function that removes them */
	listen(listeners: { readonly [E in keyof FeedEvents]?: (...event: FeedEvents[E]) => void }): () => void {
		const entries = Object.entries(listeners) as [keyof FeedEvents, () => void][];
		for (const [name, listener] of entries) this.on(name, listener);
		return () => {
			for (const [name, listener] of entries) this.off(name, listener);
		};
	}
}
