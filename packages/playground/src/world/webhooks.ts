import { randomBytes } from "node:crypto";
import { type APIUser, type APIWebhook, WebhookType } from "discord-api-types/v10";
import { orThrow, refuse } from "../checks/form.ts";
import type { MessageBody } from "../checks/message-body.ts";
import { type Channel, takesMessages } from "./guild.ts";
import { makeUser } from "./make.ts";
import type { StoredMessage } from "./message-fields.ts";
import type { Messages } from "./messages.ts";

/** A webhook of a channel. Its token allows writing in the channel under any name. */
export interface Webhook {
	readonly id: string;
	readonly token: string;
	readonly name: string;
	readonly channel: Channel;
	readonly creator: APIUser;
}

export const webhookFields = ({ id, token, name, channel, creator }: Webhook): APIWebhook => ({
	id,
	type: WebhookType.Incoming,
	guild_id: channel.guild.id,
	channel_id: channel.id,
	user: creator,
	name,
	avatar: null,
	token,
	application_id: null,
});

export class Webhooks {
	readonly #messages: Messages;
	readonly #webhooks = new Map<string, Webhook>();

	constructor(messages: Messages) {
		this.#messages = messages;
		messages.world.feed.onChannelGone((channel) => {
			for (const { id } of this.in(channel)) this.#webhooks.delete(id);
		});
	}

	in(channel: Channel): Webhook[] {
		return [...this.#webhooks.values()].filter((webhook) => webhook.channel === channel);
	}

	/** @throws ApiError 50024 for threads, forums and categories */
	create(channel: Channel, name: string, creator: APIUser): Webhook {
		if (channel.thread || !takesMessages(channel)) throw refuse.wrongChannelType();
		const token = randomBytes(51).toString("base64url");
		const webhook = { id: this.#messages.world.newId(), token, name, channel, creator };
		this.#webhooks.set(webhook.id, webhook);
		this.#messages.world.feed.emit("webhooks", channel);
		return webhook;
	}

	/** @throws ApiError 10015 for an unknown id */
	find(id: string): Webhook {
		return orThrow(this.#webhooks.get(id), refuse.unknownWebhook);
	}

	/** @returns the webhook with this id; undefined for an unknown id @throws ApiError 50027 for a wrong token */
	open(id: string, token: string): Webhook | undefined {
		const webhook = this.#webhooks.get(id);
		if (webhook && webhook.token !== token) throw refuse.invalidWebhookToken();
		return webhook;
	}

	delete({ id, channel }: Webhook): void {
		this.#webhooks.delete(id);
		this.#messages.world.feed.emit("webhooks", channel);
	}

	/**
	 * Writes a message through a webhook, also in a thread of its channel.
	 *
	 * @throws ApiError for messages that Discord would refuse, and 10003 for a thread that the channel doesn't have
	 */
	execute({ id, name, channel }: Webhook, body: MessageBody, threadId?: string): StoredMessage {
		const target = threadId === undefined ? channel : this.#messages.world.channel(threadId);
		if (!target || (target !== channel && target.parentId !== channel.id)) throw refuse.unknownChannel();
		const { username } = body.payload;
		const shownName = typeof username === "string" && username.trim() ? username : name;
		const author = { ...makeUser(id, { username: shownName, bot: true }), discriminator: "0000" };
		return this.#messages.create({ body, author, channelId: target.id, extra: { webhook_id: id } });
	}
}
