import { setTimeout as sleep } from "node:timers/promises";
import { getVoiceConnections } from "@discordjs/voice";
import { expect } from "vitest";
import type { VoiceHerald } from "./support.ts";

/** The resources that keep the process alive, by kind: timers, sockets, workers. */
const countResources = (): Record<string, number> => {
	const counts: Record<string, number> = {};
	for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
	return counts;
};

/**
 * Remembers which resources and listeners there are now.
 * @returns a check that no further voice connection, socket, session timer or listener is left
 */
export const watchLeaks = ({ client, clock, home }: VoiceHerald) => {
	const listeners = () =>
		Object.fromEntries(client.eventNames().map((event) => [event, client.listenerCount(event as string)]));
	const before = { resources: countResources(), listeners: listeners() };
	const check = () => {
		expect(getVoiceConnections(client.user.id)?.size ?? 0).toBe(0);
		expect(client.voice.adapters.size).toBe(0);
		expect(home.guild.voiceStates.has(client.user.id)).toBe(false);
		expect(clock.waits).toEqual([]);
		const now = countResources();
		for (const kind of ["UDPWrap", "TLSWrap", "TCPSocketWrap", "Timeout", "MessagePort"])
			expect([kind, now[kind] ?? 0]).toEqual([kind, Math.min(now[kind] ?? 0, before.resources[kind] ?? 0)]);
		expect(listeners()).toEqual(before.listeners);
	};
	// Not vi.waitFor, whose own timers would be counted.
	return async () => {
		for (const deadline = Date.now() + 60_000; ; ) {
			try {
				return check();
			} catch (error) {
				if (Date.now() > deadline) throw error;
				await sleep(20);
			}
		}
	};
};
