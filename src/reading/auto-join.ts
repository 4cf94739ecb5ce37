import type { GuildReading } from "../store/reading-settings.ts";

/** What decides whether Herald comes into a voice channel by itself. */
export interface ComingFacts {
	/** What just happened there. */
	readonly why: "on-message" | "on-entry";
	readonly reading: Pick<GuildReading, "channels" | "settings">;
	readonly channelId: string;
	readonly stage: boolean;
	readonly afk: boolean;
	/** Where Herald is already, and whether somebody listens there. */
	readonly here: { readonly channelId: string; readonly listened: boolean } | undefined;
	/** Whether it was sent away from this channel, and people have been there ever since. */
	readonly sentAway: boolean;
}

/** @returns whether Herald comes, as far as the guild's settings decide; its permissions are another matter */
export const wouldCome = ({ why, reading, channelId, stage, afk, here, sentAway }: ComingFacts): boolean => {
	const { settings, channels } = reading;
	if (settings.autoJoin !== why || afk || sentAway) return false;
	if (here && (here.channelId === channelId || here.listened)) return false;
	const isBound = channels.some(({ spokenIn }) => spokenIn === channelId);
	if (stage) return isBound;
	return isBound || settings.voiceChat === true || channels.some(({ spokenIn }) => spokenIn === null);
};
