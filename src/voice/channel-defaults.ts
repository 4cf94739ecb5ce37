import type { VoiceSettings } from "../store/voice-settings.ts";

/** How Herald behaves in the voice channels of a guild that chose nothing. */
export const channelDefaults = {
	/** Long enough to come back from another channel. */
	aloneSeconds: 60,
	/** Long enough for a pause in a conversation. */
	idleSeconds: 600,
	/** A text in a channel keeps everybody else waiting. */
	textSeconds: 180,
} as const satisfies Record<keyof VoiceSettings, number>;
