import { DiscordAPIError, type Message } from "discord.js";
import { type APIMessage, MessageReferenceType, Routes } from "discord-api-types/v10";
import { guildAt, type Owner, type Place } from "../../shared/party.ts";
import { isOptedOut, type KeptSettings } from "../../store/settings.ts";

/** A forwarded message may be of one that was forwarded, so often. */
const hopsMax = 3;
/** An interaction waits for it, in ms. Discord's library asks for one message of a channel after the other. */
const patienceMs = 1_000;

/** Why a message isn't spoken: an author of words in it doesn't want that, or may not. */
export type OthersWish = "opted_out" | "forwarded_opted_out" | "forward_unknown";

/**
 * Discord tells of a forward what was written and where, but not by whom.
 *
 * @returns the id of who wrote it; null where Herald can't see it; undefined when it can't be known, as it is gone or
 * another server's, or when nothing is forwarded
 */
const findForwarded = async (
	{ client, reference }: Message,
	place: Place,
): Promise<string | null | undefined> => {
	const guildId = guildAt(place);
	// Elsewhere, Herald sees no other message.
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

/** @returns whether a member doesn't want to be read aloud in a server, or anywhere */
export const wantsNoReading = async (
	place: Place,
	userId: string,
	{ settings }: { readonly settings: KeptSettings },
): Promise<boolean> => isOptedOut(await settings.readMember(place, userId));

/** @returns why another member's message isn't spoken for `userId` in a guild, or elsewhere */
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
