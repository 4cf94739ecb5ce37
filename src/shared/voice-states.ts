import { Collection, type Guild, type VoiceState } from "discord.js";

/** A guild's voice states, indexed by channel: otherwise each change would need a scan of all of them. */
export class VoiceStates extends Collection<string, VoiceState> {
	readonly #inChannel = new Map<string, Set<string>>();

	/** @returns the ids of all in a channel, bots too */
	inChannel(channelId: string): ReadonlySet<string> {
		return this.#inChannel.get(channelId) ?? nobody;
	}

	/** Notes that a state that was in a channel is where it says now. */
	move(from: string | null, { id, channelId }: Pick<VoiceState, "id" | "channelId">): void {
		if (from !== null) this.#leave(from, id);
		if (channelId === null) return;
		const there = this.#inChannel.get(channelId) ?? new Set();
		this.#inChannel.set(channelId, there.add(id));
	}

	override set(id: string, state: VoiceState): this {
		this.move(this.get(id)?.channelId ?? null, state);
		return super.set(id, state);
	}

	override delete(id: string): boolean {
		const channelId = this.get(id)?.channelId;
		if (channelId) this.#leave(channelId, id);
		return super.delete(id);
	}

	override clear(): void {
		this.#inChannel.clear();
		super.clear();
	}

	#leave(channelId: string, id: string): void {
		const there = this.#inChannel.get(channelId);
		there?.delete(id);
		if (there?.size === 0) this.#inChannel.delete(channelId);
	}

	static override get [Symbol.species]() {
		return Collection;
	}
}

const nobody: ReadonlySet<string> = new Set();

/** @returns a guild's voice states, as a client of Herald keeps them */
export const voiceStatesOf = ({ voiceStates }: Guild): VoiceStates => voiceStates.cache as VoiceStates;
