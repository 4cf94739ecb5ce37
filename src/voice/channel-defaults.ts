import type { VoiceSettings } from "../store/voice-settings.ts";

/** How Herald behaves in voice channels by default. */
export const channelDefaults = {
	/** Long enough to come back from another channel. */
	aloneSeconds: 60,
	/** Long enough for a pause in a conversation. */
	idleSeconds: 600,
	/** Everybody else has to wait for a text in a channel. */
	textSeconds: 180,
} as const satisfies Record<Exclude<keyof VoiceSettings, "volumeDb">, number>;
