import type { VoiceMembers } from "../voice/voice-members.ts";
import type { Clock } from "../world/clock.ts";
import type { Member } from "../world/guild.ts";
import type { World } from "../world/world.ts";

/** How long a page may be disconnected before it counts as closed, in ms: enough for a reload or a lost connection. */
const patienceMs = 5_000;

/** The open pages. A member who joined a voice channel on a page leaves the channel when the page is closed. */
export class PagePresence {
	readonly #clock: Clock;
	readonly #voice: VoiceMembers;
	readonly #connections = new Map<string, number>();
	readonly #goodbyes = new Map<string, () => void>();
	readonly #joined = new Map<Member, { readonly page: string; readonly sessionId: string | undefined }>();
	#stopped = false;

	constructor({ clock }: World, voice: VoiceMembers) {
		this.#clock = clock;
		this.#voice = voice;
	}

	/** Records a page's connection. @returns a function to call when the connection ends */
	come(page: string): () => void {
		this.#goodbyes.get(page)?.();
		this.#goodbyes.delete(page);
		this.#connections.set(page, (this.#connections.get(page) ?? 0) + 1);
		return () => this.#go(page);
	}

	joined(page: string, member: Member): void {
		this.#joined.set(member, { page, sessionId: this.#sessionOf(member) });
	}

	/** From now on, members stay in their voice channels, even if their page is closed or has just been closed. */
	stop(): void {
		this.#stopped = true;
		for (const cancel of this.#goodbyes.values()) cancel();
	}

	#go(page: string): void {
		const left = (this.#connections.get(page) ?? 1) - 1;
		if (left > 0) {
			this.#connections.set(page, left);
			return;
		}
		this.#connections.delete(page);
		if (this.#stopped) return;
		const cancel = this.#clock.after(patienceMs, () => {
			this.#goodbyes.delete(page);
			this.#takeOut(page);
		});
		this.#goodbyes.set(page, cancel);
	}

	#takeOut(page: string): void {
		for (const [member, at] of [...this.#joined]) {
			if (at.page !== page) continue;
			this.#joined.delete(member);
			// A member who left and rejoined elsewhere no longer belongs to this page.
			if (at.sessionId === this.#sessionOf(member)) this.#voice.leave(member);
		}
	}

	#sessionOf(member: Member): string | undefined {
		return member.guild.voiceStates.get(member.user.id)?.sessionId;
	}
}
