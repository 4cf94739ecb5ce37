import type { VoiceBasedChannel } from "discord.js";
import type { VoiceTrouble } from "../shared/problem.ts";
import type { QueuedText } from "./channel-text.ts";
import { checkModeration } from "./check-channel.ts";
import { readMemberFacts } from "./read-facts.ts";

/** A text whose member mustn't be heard any more, and why. */
export interface Moderated {
	readonly text: QueuedText;
	readonly trouble: VoiceTrouble;
}

/** @returns those of members who were muted or timed out since: they aren't heard through Herald either */
export const listModerated = (
	channel: VoiceBasedChannel,
	texts: readonly QueuedText[],
	now: number,
): readonly Moderated[] =>
	texts.flatMap((text) => {
		const member = channel.guild.members.cache.get(text.userId);
		const trouble = member && checkModeration(readMemberFacts(member, channel), now);
		return trouble ? [{ text, trouble }] : [];
	});
