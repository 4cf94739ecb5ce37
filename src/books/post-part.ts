import type { SoundFile } from "@herald/common/audio/clip.ts";
import { type Client, DiscordAPIError } from "discord.js";
import { findPlace, mayPost, type PostedSound, postSound, readTooLarge } from "../discord/send-sound.ts";
import type { Clock } from "../shared/clock.ts";
import { Problem } from "../shared/problem.ts";
import { pause } from "./speak-book.ts";

/**
 * A part that Discord doesn't take is sent again after these pauses, in ms. None is longer than Discord knows a nonce:
 * what was taken although the answer said otherwise isn't posted twice.
 */
const pausesMs = [5_000, 30_000, ...new Array<number>(30).fill(120_000)];

interface PostTarget {
	readonly client: Client;
	readonly guildId: string;
	readonly channelId: string;
}

export interface Posting extends PostTarget {
	readonly clock: Clock;
	readonly signal: AbortSignal;
}

/** @returns whether Herald may post in a channel, as far as it knows: of a guild in an outage it sees none */
export const mayBePosted = ({ client, guildId, channelId }: PostTarget): boolean => {
	const place = findPlace(client, channelId);
	return (place && mayPost(place)) || client.guilds.cache.get(guildId)?.available === false;
};

/** @returns a trouble that may pass; undefined once the sound is posted */
const tryToPost = async (posting: Posting, sound: SoundFile, message: PostedSound): Promise<unknown> => {
	const place = findPlace(posting.client, posting.channelId);
	if (!mayBePosted(posting)) throw new Problem({ kind: "may_not_post" });
	if (!place) return new Problem({ kind: "may_not_post" });
	try {
		await postSound(place, sound, message);
		return undefined;
	} catch (error) {
		if (!(error instanceof DiscordAPIError)) return error;
		const read = readTooLarge(error);
		throw read === error ? new Problem({ kind: "may_not_post" }, error.message) : read;
	}
};

/**
 * Posts a sound, and tries again for an hour while Discord or the guild is in trouble.
 *
 * @throws {@link Problem} `may_not_post` where Herald may not; the signal's reason when it aborts; what went wrong last
 */
export const postPart = async (posting: Posting, sound: SoundFile, message: PostedSound): Promise<void> => {
	for (const ms of [...pausesMs, undefined]) {
		const trouble = await tryToPost(posting, sound, message);
		if (trouble === undefined) return;
		if (ms === undefined) throw trouble;
		await pause(posting.clock, ms, posting.signal);
	}
};
