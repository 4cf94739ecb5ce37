import type { ControlParts } from "../members/control.ts";
import type { Member } from "../world/guild.ts";

/** How long a page may be away before it is gone, in ms: a reload, or a connection that was lost, is none. */
const patienceMs = 5_000;

/** Which pages are open, so that whoever joined a voice channel on one of them leaves it when the page is closed. */
export class PagePresence {
	readonly #parts: Pick<ControlParts, "clock" | "voice">;
	readonly #connections = new Map<string, number>();
	readonly #goodbyes = new Map<string, () => void>();
	readonly #joined = new Map<Member, { readonly page: string; readonly sessionId: string | undefined }>();
	#stopped = false;

	constructor(parts: Pick<ControlParts, "clock" | "voice">) {
		this.#parts = parts;
	}

	/** Notes a connection of a page. @returns what to call at its end */
	come(page: string): () => void {
		this.#goodbyes.get(page)?.();
		this.#goodbyes.delete(page);
		this.#connections.set(page, (this.#connections.get(page) ?? 0) + 1);
		return () => this.#go(page);
	}

	/** Notes that a member has just joined a voice channel on a page. */
	joined(page: string, member: Member): void {
		this.#joined.set(member, { page, sessionId: this.#sessionOf(member) });
	}

	/** Lets nobody leave any more. */
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
		const cancel = this.#parts.clock.after(patienceMs, () => {
			this.#goodbyes.delete(page);
			this.#takeOut(page);
		});
		this.#goodbyes.set(page, cancel);
	}

	#takeOut(page: string): void {
		for (const [member, at] of [...this.#joined]) {
			if (at.page !== page) continue;
			this.#joined.delete(member);
			// Who has left and come again by other means is none of this page's.
			if (at.sessionId === this.#sessionOf(member)) this.#parts.voice.leave(member);
		}
	}

	#sessionOf(member: Member): string | undefined {
		return member.guild.voiceStates.get(member.user.id)?.sessionId;
	}
}
