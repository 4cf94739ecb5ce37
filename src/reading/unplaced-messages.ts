import type { GuildMember, Message, PartialMessage } from "discord.js";
import type { Store } from "../store/store.ts";
import type { VoiceSessions } from "../voice/sessions.ts";
import { type Comings, findChannelOf } from "./comings.ts";
import type { Intake } from "./intake.ts";
import type { LeakGuard } from "./leak-guard.ts";
import type { Place } from "./utterance.ts";

export interface UnplacedMessagesOptions {
	readonly voice: Pick<VoiceSessions, "channelOf">;
	readonly store: Pick<Store, "reading">;
	readonly guard: LeakGuard;
	readonly intake: Intake;
	readonly comings: Comings;
	/** Comes into a member's channel for a message. Resolves when Herald is on its way, or doesn't come. */
	readonly come: (member: GuildMember, channelId: string) => Promise<void>;
}

/** Messages that Herald may come for: until it is on its way, they have no place among those that wait. */
export class UnplacedMessages {
	readonly #options: UnplacedMessagesOptions;
	/** By id, as they are now. */
	readonly #messages = new Map<string, Message<true>>();

	constructor(options: UnplacedMessagesOptions) {
		this.#options = options;
	}

	/**
	 * Herald comes only for what would be read there.
	 *
	 * @returns the message as it is by now, once Herald is on its way; undefined when it isn't, or the message was deleted
	 */
	async comeFor(message: Message<true>): Promise<Message<true> | undefined> {
		const { guild, guildId, author, member } = message;
		const { voice, store, guard, intake, comings, come } = this.#options;
		const channelId = findChannelOf(guild, author.id);
		if (!channelId || !member || comings.isSentAway(guildId, channelId)) return undefined;
		this.#messages.set(message.id, message);
		try {
			const { settings } = await store.reading.read(guildId);
			if (settings.autoJoin !== "on-message") return undefined;
			guard.noteTold(guild, author.id);
			if (!(await intake.take(message, channelId)).content) return undefined;
			if (!this.#messages.has(message.id)) return undefined;
			await come(member, channelId);
			return voice.channelOf(guildId) === undefined ? undefined : this.#messages.get(message.id);
		} finally {
			this.#messages.delete(message.id);
		}
	}

	/** A message was edited. Without its author nothing can be decided: it is left out. */
	noteEdit(message: Message<true> | PartialMessage<true>): void {
		if (!this.#messages.has(message.id)) return;
		if (message.partial) this.#messages.delete(message.id);
		else this.#messages.set(message.id, message);
	}

	/** Messages were deleted, or their author silenced: Herald doesn't come for them any more. */
	drop(guildId: string, concerns: (place: Omit<Place, "at">) => boolean): void {
		for (const { id, channelId, author, guildId: where } of this.#messages.values())
			if (where === guildId && concerns({ id, channelId, authorId: author.id })) this.#messages.delete(id);
	}
}
