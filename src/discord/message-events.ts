import { type Client, Events, type Message, type PartialMessage, type VoiceState } from "discord.js";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";

/** Receives message events. Messages aren't cached: a follower that needs earlier versions keeps them itself. */
export interface MessageFollower {
	/** Asked for every message and edit before anything is built of it, so it must be cheap; a thread has its own id. */
	isFollowed(guildId: string, channelId: string): boolean;
	/** A new message in a guild, not Herald's own. */
	onMessage(message: Message<true>): void;
	/** A message after an edit or after Discord added a link preview. `content` is null if the event has none. */
	onEdit(message: Message<true> | PartialMessage<true>): void;
	/** Messages were deleted, one or many at once, in whatever channel. */
	onDelete(guildId: string, channelId: string, messageIds: readonly string[]): void;
	onBan(guildId: string, userId: string): void;
	/** A member is timed out, according to a voice state or message. */
	onTimeout(guildId: string, userId: string): void;
	/** A member, possibly Herald, joined, left or changed a voice channel; null is none. */
	onVoiceMove(state: VoiceState, from: string | null): void;
}

/** The field of a member with the end of a timeout, in ISO 8601. */
interface GatewayMember {
	readonly communication_disabled_until?: string | null;
}

/**
 * The gateway's message events, passed to one follower.
 *
 * @remarks Messages that aren't followed, and deletions, are dropped before the library builds objects of them.
 */
export class MessageEvents {
	readonly #now: () => number;
	#follower: MessageFollower | undefined;
	#client: Client | undefined;
	#onDelete = (_guildId: string, _messageIds: readonly string[]) => {};

	/** @param now - in ms since the epoch */
	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/**
	 * Passes events on from now on, also while the client logs in. There is one follower.
	 *
	 * @param onDelete - called for deleted messages as well, including Herald's own
	 */
	follow(client: Client, follower: MessageFollower, onDelete = this.#onDelete): void {
		this.#follower = follower;
		this.#onDelete = onDelete;
		this.#client = client;
		client.on(Events.MessageCreate, (message) => {
			if (message.inGuild()) follower.onMessage(message);
		});
		client.on(Events.MessageUpdate, (_, message) => {
			if (message.inGuild()) follower.onEdit(message);
		});
		client.on(Events.VoiceStateUpdate, (before, state) => {
			if (before.channelId !== state.channelId) follower.onVoiceMove(state, before.channelId);
		});
	}

	/** Looks at an event of the gateway. @returns whether the library handles it */
	readonly passes = (event: GatewayDispatchPayload): boolean => {
		switch (event.t) {
			case GatewayDispatchEvents.MessageCreate:
			case GatewayDispatchEvents.MessageUpdate: {
				const { guild_id: guildId, channel_id: channelId, author, member } = event.d;
				// An update may lack its author.
				if (!this.#follower || guildId === undefined || (author?.id ?? "") === this.#client?.user?.id)
					return false;
				if (!this.#follower.isFollowed(guildId, channelId)) return false;
				if (author) this.#reportTimeout(guildId, author.id, member);
				return true;
			}
			case GatewayDispatchEvents.MessageDelete:
				this.#reportDeleted(event.d.guild_id, event.d.channel_id, [event.d.id]);
				return false;
			case GatewayDispatchEvents.MessageDeleteBulk:
				this.#reportDeleted(event.d.guild_id, event.d.channel_id, event.d.ids);
				return false;
			case GatewayDispatchEvents.GuildBanAdd:
				this.#follower?.onBan(event.d.guild_id, event.d.user.id);
				return false;
			case GatewayDispatchEvents.VoiceStateUpdate:
				this.#reportTimeout(event.d.guild_id, event.d.user_id, event.d.member);
				return true;
			default:
				return true;
		}
	};

	#reportDeleted(guildId: string | undefined, channelId: string, messageIds: readonly string[]): void {
		if (guildId === undefined) return;
		this.#follower?.onDelete(guildId, channelId, messageIds);
		this.#onDelete(guildId, messageIds);
	}

	#reportTimeout(guildId: string | undefined, userId: string, member: GatewayMember | undefined): void {
		const until = Date.parse(member?.communication_disabled_until ?? "");
		if (guildId !== undefined && until > this.#now()) this.#follower?.onTimeout(guildId, userId);
	}
}
