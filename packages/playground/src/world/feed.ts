import { EventEmitter } from "node:events";
import type { APIRole } from "discord-api-types/v10";
import type { ShownModal } from "../checks/modal.ts";
import type { Channel, Guild, Member, ThreadChannel } from "./guild.ts";
import type { Interaction, InteractionRequest } from "./interaction.ts";
import type { ReactionChange, StoredMessage } from "./message.ts";

type Change = "created" | "changed" | "deleted";

interface FeedEvents {
	/** A message came, changed or went, or a private one did for its one reader; `together`: with others, all at once. */
	message: [kind: "created" | "edited" | "deleted", message: StoredMessage, together?: boolean];
	/** Messages of a channel went all at once. */
	bulkDelete: [channel: Channel, messages: readonly StoredMessage[]];
	reaction: [stored: StoredMessage, change: ReactionChange];
	/** `at` is in milliseconds since the Unix epoch. */
	typing: [member: Member, channel: Channel, at: number];
	/** A message of the channel was pinned or is no longer. */
	pins: [channel: Channel];
	/** Members, by user id, came into a thread or left it. */
	threadMembers: [thread: ThreadChannel, added: readonly string[], removed: readonly string[]];
	/** A member asked something of the application. */
	asked: [interaction: Interaction, request: InteractionRequest];
	/** An interaction was opened, answered or given up. */
	interaction: [interaction: Interaction];
	modal: [modal: ShownModal];
	guildChange: [kind: Change, guild: Guild];
	channelChange: [kind: Change, channel: Channel];
	memberChange: [kind: Change, member: Member];
	roleChange: [kind: Change, role: APIRole, guild: Guild];
	/** What a page shows of a guild is another: its channels, commands, permissions, who is online. */
	guild: [];
	/** Somebody joined, left or changed in a voice channel. */
	voice: [];
}

/** What happens in the playground: read by the gateway, voice, the page and traces. */
export class Feed extends EventEmitter<FeedEvents> {
	constructor() {
		super();
		this.setMaxListeners(0);
	}
}
