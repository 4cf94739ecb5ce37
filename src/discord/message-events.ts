import {
	ApplicationFlags,
	type Client,
	Events,
	GatewayIntentBits,
	type Message,
	type PartialMessage,
	type VoiceState,
} from "discord.js";
import { GatewayDispatchEvents, type GatewayDispatchPayload } from "discord-api-types/v10";

/** Receives message events. Messages aren't cached, so a follower that needs earlier versions keeps them itself. */
export interface MessageFollower {
	/**
	 * Whether the follower wants a channel's messages. Called for each message and edit in guilds, except Herald's own
	 * messages, so it must be cheap. A thread has its own channel id.
	 */
	isFollowed(guildId: string, channelId: string): boolean;
	/** A new message in a guild, not Herald's own. */
	onMessage(message: Message<true>): void;
	/** A message was edited, or Discord added a link preview. `content` is null if the event has none. */
	onEdit(message: Message<true> | PartialMessage<true>): void;
	/** One or more messages were deleted, in any channel. */
	onDelete(guildId: string, channelId: string, messageIds: readonly string[]): void;
	onBan(guildId: string, userId: string): void;
	/** A voice state or message shows that a member is timed out. */
	onTimeout(guildId: string, userId: string): void;
	/** A member or Herald joined, left or changed a voice channel; `from` is null after joining. */
	onVoiceMove(state: VoiceState, from: string | null): void;
}

/**
 * Passes the gateway's events about messages, bans, timeouts and voice channels to one follower.
 *
 * @remarks Deletions, and messages that aren't followed, are dropped before the library builds objects of them.
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
	 * Passes events to this follower alone from now on, even while the client logs in.
	 *
	 * @param onDelete - called after the follower when messages in a guild were deleted, Herald's own or others'
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

	/**
	 * Examines an event of the gateway, and reports deletions, bans and timeouts to the follower.
	 *
	 * @returns whether the library should handle the event
	 */
	readonly passes = (event: GatewayDispatchPayload): boolean => {
		switch (event.t) {
			case GatewayDispatchEvents.MessageCreate:
			case GatewayDispatchEvents.MessageUpdate: {
				const { guild_id: guildId, channel_id: channelId, author, member } = event.d;
				// An update may lack its author.
				if (!this.#follower || guildId === undefined || (author?.id ?? "") === this.#client?.user?.id)
					return false;
				if (!this.#follower.isFollowed(guildId, channelId)) return false;
				if (author) this.#reportTimeout(guildId, author.id, member?.communication_disabled_until);
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
				this.#reportTimeout(event.d.guild_id, event.d.user_id, event.d.member?.communication_disabled_until);
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

	/** @param end - when the member's timeout ends, in ISO 8601, if there is one */
	#reportTimeout(guildId: string | undefined, userId: string, end?: string | null): void {
		const until = Date.parse(end ?? "");
		if (guildId !== undefined && until > this.#now()) this.#follower?.onTimeout(guildId, userId);
	}
}

/** The messages whose content reaches Herald: all, only those that mention Herald, or none. */
export type ReadingMode = "all" | "mentions" | "off";

/** The operator's setting: as much as Discord grants, only mentions of Herald, or nothing. */
type ReadMessages = "auto" | "mentions" | "off";

const always = GatewayIntentBits.Guilds | GatewayIntentBits.GuildVoiceStates;
/**
 * The intents for messages, and for bans, so that messages of banned members aren't read. Neither intent is
 * privileged.
 */
const forMessages = GatewayIntentBits.GuildMessages | GatewayIntentBits.GuildModeration;
const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

export class MessageAccess {
	readonly setting: ReadMessages;
	#isGranted = false;

	constructor(setting: ReadMessages) {
		this.setting = setting;
	}

	get mode(): ReadingMode {
		if (this.setting !== "auto") return this.setting;
		return this.#isGranted ? "all" : "mentions";
	}

	/**
	 * Why `mode` isn't "all": because of the operator's setting (`setting`), or because Discord doesn't grant the Message
	 * Content intent or has withdrawn it (`not_granted`). Undefined if `mode` is "all".
	 */
	get hindrance(): "setting" | "not_granted" | undefined {
		if (this.setting !== "auto") return "setting";
		return this.#isGranted ? undefined : "not_granted";
	}

	get intents(): number {
		const { mode } = this;
		if (mode === "off") return always;
		return mode === "all" ? always | forMessages | GatewayIntentBits.MessageContent : always | forMessages;
	}

	/** Learns from the application's flags whether Discord grants the Message Content intent. */
	learn(applicationFlags: number): void {
		this.#isGranted = (applicationFlags & contentFlags) !== 0;
	}

	/**
	 * Drops Message Content until the next start. Call it if Discord has refused the intents (close code 4014).
	 *
	 * @returns whether the login can be tried with fewer intents
	 */
	giveUp(): boolean {
		if (this.mode !== "all") return false;
		this.#isGranted = false;
		return true;
	}
}
