import { rmSync, statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import { StoreError } from "../../store/error.ts";
import { openDatabase } from "../../store/open.ts";

/** Clips that nobody requested for a month are dropped. */
const clipMaxAgeMs = 30 * 24 * 60 * 60 * 1_000;

/** How stale `used_at` may get before a hit updates it: not every read should cause a write. */
const touchEveryMs = 60_000;

/**
 * Sees to it that the cache's file can be used, and makes it anew if it is damaged or from another version: once, before
 * several threads open it.
 *
 * @throws StoreError when it can be neither used nor replaced
 */
export const prepareCache = (file: string): void => {
	if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
		throw new StoreError(`The cache ${file} is a folder: remove it, and Herald makes a file there.`);
	new ClipCache(file, 0).close();
};

const openFresh = (file: string): Database => {
	for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
	return openCacheFile(file);
};

const openCacheFile = (file: string): Database => {
	const database = openDatabase(file, new URL("../../../migrations/clips", import.meta.url), {
		// What can't be read counts as missing.
		check: false,
	});
	// Losing the last second of a cache in a power cut is harmless.
	database.pragma("synchronous = OFF");
	return database;
};

/**
 * The Clips on disk: the least recently used are dropped when `maxBytes` is reached, unused ones after a month. Any
 * failure here counts as a miss.
 */
export class ClipCache {
	readonly #database: Database;
	readonly #maxBytes: number;

	/** Opens `file`, or recreates it if it is damaged or from another version. */
	constructor(file: string, maxBytes: number) {
		this.#maxBytes = maxBytes;
		try {
			this.#database = openCacheFile(file);
		} catch {
			this.#database = openFresh(file);
		}
	}

	/** @returns the first of `keys` in the cache, with its packed Clip */
	find(keys: readonly string[], now: number): { key: string; packed: Buffer } | undefined {
		const select = this.#database.prepare("SELECT clip, used_at FROM clips WHERE key = ? AND made_at > ?");
		for (const key of keys) {
			const row = select.get(key, now - clipMaxAgeMs) as { clip: Buffer; used_at: number } | undefined;
			if (!row) continue;
			if (now - row.used_at > touchEveryMs)
				this.#database.prepare("UPDATE clips SET used_at = ? WHERE key = ?").run(now, key);
			return { key, packed: row.clip };
		}
		return undefined;
	}

	/** Keeps a packed Clip and makes room for it. */
	keep(key: string, packed: Uint8Array, now: number): void {
		if (packed.byteLength > this.#maxBytes) return;
		this.#database
			.transaction(() => {
				this.#database
					.prepare("DELETE FROM clips WHERE key = ? OR made_at <= ?")
					.run(key, now - clipMaxAgeMs);
				this.#database
					.prepare("INSERT INTO clips (key, clip, bytes, made_at, used_at) VALUES (?, ?, ?, ?, ?)")
					.run(key, packed, packed.byteLength, now, now);
				this.#evict();
			})
			.immediate();
	}

	#evict(): void {
		const total = this.#database.prepare("SELECT bytes FROM clips_total").pluck();
		const oldest = this.#database.prepare("SELECT key FROM clips ORDER BY used_at, key LIMIT 1").pluck();
		const remove = this.#database.prepare("DELETE FROM clips WHERE key = ?");
		while ((total.get() as number) > this.#maxBytes) remove.run(oldest.get());
	}

	close(): void {
		this.#database.close();
	}
}
