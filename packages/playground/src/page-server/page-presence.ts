import type { VoiceMembers } from "../voice/voice-states.ts";
import type { Member } from "../world/guild.ts";
import type { World } from "../world/world.ts";

/** How long a page may be disconnected before it counts as closed, in ms: enough for a reload or a lost connection. */
const patienceMs = 5_000;

/** The open pages. A member who joined a voice channel on a page leaves the channel when the page is closed. */
export const createPagePresence = ({ clock }: World, voice: VoiceMembers) => {
	const connections = new Map<string, number>();
	const goodbyes = new Map<string, () => void>();
	const joined = new Map<Member, { readonly page: string; readonly sessionId: string | undefined }>();
	let isStopped = false;

	const sessionOf = ({ guild, user }: Member): string | undefined =>
		guild.voiceStates.get(user.id)?.sessionId;

	const go = (page: string): void => {
		const left = (connections.get(page) ?? 1) - 1;
		if (left > 0) {
			connections.set(page, left);
			return;
		}
		connections.delete(page);
		if (isStopped) return;
		const cancel = clock.after(patienceMs, () => {
			goodbyes.delete(page);
			for (const [member, at] of [...joined]) {
				if (at.page !== page) continue;
				joined.delete(member);
				// A member who left and rejoined elsewhere no longer belongs to this page.
				if (at.sessionId === sessionOf(member)) voice.leave(member);
			}
		});
		goodbyes.set(page, cancel);
	};

	return {
		/** Records a page's connection. @returns a function to call when the connection ends */
		come(page: string): () => void {
			goodbyes.get(page)?.();
			goodbyes.delete(page);
			connections.set(page, (connections.get(page) ?? 0) + 1);
			return () => go(page);
		},
		joined(page: string, member: Member): void {
			joined.set(member, { page, sessionId: sessionOf(member) });
		},
		/** From now on, members stay in their voice channels, even if their page is closed or has just been closed. */
		stop(): void {
			isStopped = true;
			for (const cancel of goodbyes.values()) cancel();
		},
	};
};
