import type { PackedClip } from "@herald/common/audio/clip.ts";

/** Clips that must not be written anywhere: the least recently used go when `maxBytes` is reached. */
export class ClipMemory {
	readonly #maxBytes: number;
	/** The least recently used first. */
	readonly #clips = new Map<string, PackedClip>();
	#bytes = 0;

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	/** @returns the first of `keys` that is kept, which counts as used */
	find(keys: readonly string[]): (PackedClip & { readonly key: string }) | undefined {
		for (const key of keys) {
			const clip = this.#clips.get(key);
			if (!clip) continue;
			this.#clips.delete(key);
			this.#clips.set(key, clip);
			return { key, packed: clip.packed, durationMs: clip.durationMs };
		}
		return undefined;
	}

	/** Keeps a Clip and makes room for it; one that is larger than all there is isn't kept. */
	keep(key: string, { packed, durationMs }: PackedClip): void {
		this.#drop(key);
		if (packed.byteLength > this.#maxBytes) return;
		this.#clips.set(key, { packed, durationMs });
		this.#bytes += packed.byteLength;
		for (const oldest of this.#clips.keys()) {
			if (this.#bytes <= this.#maxBytes) return;
			this.#drop(oldest);
		}
	}

	#drop(key: string): void {
		this.#bytes -= this.#clips.get(key)?.packed.byteLength ?? 0;
		this.#clips.delete(key);
	}
}
