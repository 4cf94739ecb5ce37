import type { VoiceSessions } from "./sessions.ts";

/** Keeps the way to the speech service short while Herald is in any channel. */
export const warmWhileHeard = (
	voice: Pick<VoiceSessions, "watch">,
	speech: { keepWarm(wanted: boolean): void },
): void => {
	const guilds = new Set<string>();
	voice.watch({
		onOpened: (guildId) => {
			guilds.add(guildId);
			speech.keepWarm(true);
		},
		onPeople: () => {},
		onGone: (guildId) => {
			guilds.delete(guildId);
			if (guilds.size === 0) speech.keepWarm(false);
		},
	});
};
