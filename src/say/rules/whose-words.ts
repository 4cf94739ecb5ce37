import { DiscordAPIError, type Message } from "discord.js";
import { type APIMessage, MessageReferenceType, Routes } from "discord-api-types/v10";
import { guildAt, type Owner, type Place } from "../../shared/party.ts";
import { isOptedOut, type KeptSettings } from "../../store/settings.ts";

/** How many forwards are followed, since a forwarded message may be a forward itself. */
const hopsMax = 3;
/**
 * How long to look for a forwarded message's author, in ms, over all requests. Discord's library sends the requests for
 * one channel's messages one after the other, so Herald's request may have to wait.
 */
const patienceMs = 1_000;

/**
 * Why a message isn't spoken: its author has opted out (`opted_out`), or the author of the message that it forwards has
 * opted out (`forwarded_opted_out`) or isn't known (`forward_unknown`).
 */
export type OthersWish = "opted_out" | "forwarded_opted_out" | "forward_unknown";

/**
 * Finds the author of a forwarded message. Discord says what was written and where, but not by whom.
 *
 * @returns the author's ID; null if Herald couldn't find out, for example because it can't see the message; undefined
 * if the message is gone or another server's, if nothing is forwarded, or outside of guilds
 */
const findForwarded = async ({ client, reference }: Message, place: Place) => {
	const guildId = guildAt(place);
	// Outside of guilds, Herald sees no message but the forward itself.
	if (reference?.type !== MessageReferenceType.Forward || guildId === undefined) return undefined;
	const signal = AbortSignal.timeout(patienceMs);
	let next: APIMessage["message_reference"] = {
		type: reference.type,
		channel_id: reference.channelId,
		...(reference.guildId !== undefined && { guild_id: reference.guildId }),
		...(reference.messageId !== undefined && { message_id: reference.messageId }),
	};
	for (let hop = 0; hop < hopsMax; hop += 1) {
		const { channel_id: channel, message_id: id } = next;
		if ((next.guild_id ?? guildId) !== guildId) return undefined;
		if (id === undefined) return null;
		try {
			const found = (await client.rest.get(Routes.channelMessage(channel, id), { signal })) as APIMessage;
			if (found.message_reference?.type !== MessageReferenceType.Forward) return found.author.id;
			next = found.message_reference;
		} catch (error) {
			const isGone = error instanceof DiscordAPIError && error.status === 404;
			return isGone ? undefined : null;
		}
	}
	return null;
};

export const wantsNoReading = async (
	place: Place,
	userId: string,
	{ settings }: { readonly settings: KeptSettings },
): Promise<boolean> => isOptedOut(await settings.readMember(place, userId));

/** @returns why another member's message isn't spoken for `userId`; undefined if it may be spoken */
export const findOthersWish = async (
	message: Message,
	{ place, userId }: Owner,
	store: { readonly settings: KeptSettings },
): Promise<OthersWish | undefined> => {
	const isOut = async (id: string) => id !== userId && (await wantsNoReading(place, id, store));
	if (await isOut(message.author.id)) return "opted_out";
	const forwarded = await findForwarded(message, place);
	if (forwarded === null) return "forward_unknown";
	return forwarded !== undefined && (await isOut(forwarded)) ? "forwarded_opted_out" : undefined;
};
