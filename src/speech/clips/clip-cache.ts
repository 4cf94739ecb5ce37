import { rmSync, statSync } from "node:fs";
import { StoreError } from "@herald/common/start-error.ts";
import { isDamage, openDatabase } from "@herald/common/storage/open-database.ts";
import type { Database } from "better-sqlite3";

/** A failure of the cache: it was damaged and has been replaced, or a Clip couldn't be written. */
export type CacheTrouble =
	| { readonly kind: "damaged" }
	| { readonly kind: "unwritable"; readonly code: string };

export interface CacheSettings {
	readonly cacheFile: string;
	readonly cacheBytes: number;
}

/** How long a Clip is kept after it was made, in ms: a month. */
const clipMaxAgeMs = 30 * 24 * 60 * 60 * 1_000;

/** How old `used_at` may get before a hit updates it, in ms. Not every read should cause a write. */
const touchEveryMs = 60_000;

/**
 * Makes sure that the cache's file can be used, and replaces it if it is damaged or from another version. Called once,
 * before several threads open the file.
 *
 * @throws StoreError if it can be neither used nor replaced
 */
export const prepareCache = (file: string): void => {
	if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
		throw new StoreError(`The cache ${file} is a folder: remove it, and Herald makes a file there.`);
	openClipCache(file, 0).close();
};

const openFresh = (file: string): Database => {
	for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
	return openCacheFile(file);
};

const openCacheFile = (file: string): Database => {
	const database = openDatabase(file, new URL("../../../migrations/clips", import.meta.url), {
		// An unreadable Clip is a miss, so the file needn't be checked as a whole.
		check: false,
	});
	// Losing the last second of a cache in a power cut is harmless.
	database.pragma("synchronous = OFF");
	return database;
};

/** @returns the file's inode, which tells whether the file was replaced; undefined if there is no file */
const identify = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

export type ClipCache = ReturnType<typeof openClipCache>;

/**
 * The Clips on disk, in `file`, which is replaced if it is damaged or from another version. The least recently used
 * Clips are dropped when `maxBytes` would be exceeded, and no Clip is used a month after it was made. Callers treat any
 * failure as a miss.
 *
 * @param onDamage - called when damage is found later and the file is replaced
 */
export const openClipCache = (file: string, maxBytes: number, onDamage: () => void = () => {}) => {
	let opened: Database | undefined;
	/** The inode of the open file: another thread may have replaced the file. */
	let identity: number | undefined;

	const open = (): Database => {
		try {
			opened = openCacheFile(file);
		} catch {
			opened = openFresh(file);
		}
		identity = identify(file);
		return opened;
	};
	open();

	/** @throws what `work` throws. After damage, the next call uses a new file */
	const run = <T>(work: (database: Database) => T): T => {
		const database = opened ?? open();
		try {
			return work(database);
		} catch (error) {
			if (isDamage(error)) replace(database);
			throw error;
		}
	};

	const replace = (damaged: Database): void => {
		opened = undefined;
		damaged.close();
		if (identify(file) !== identity) return;
		onDamage();
		opened = openFresh(file);
		identity = identify(file);
	};

	return {
		/** @returns the first of `keys` that is in the cache, with its packed Clip. Doesn't wait for writers */
		find: (keys: readonly string[], now: number) =>
			run((database) => {
				const select = database.prepare("SELECT clip, used_at FROM clips WHERE key = ? AND made_at > ?");
				for (const key of keys) {
					const row = select.get(key, now - clipMaxAgeMs) as { clip: Buffer; used_at: number } | undefined;
					if (!row) continue;
					/** Whether `used_at` should be updated. */
					return { key, packed: row.clip, isStale: now - row.used_at > touchEveryMs };
				}
				return undefined;
			}),

		touch: (key: string, now: number): void => {
			run((database) => database.prepare("UPDATE clips SET used_at = ? WHERE key = ?").run(now, key));
		},

		/** Stores a packed Clip, and drops others to make room. A Clip larger than the whole cache isn't stored. */
		keep: (key: string, packed: Uint8Array, now: number): void => {
			if (packed.byteLength > maxBytes) return;
			run((database) => {
				const keep = database.transaction(() => {
					database.prepare("DELETE FROM clips WHERE key = ? OR made_at <= ?").run(key, now - clipMaxAgeMs);
					database
						.prepare("INSERT INTO clips (key, clip, bytes, made_at, used_at) VALUES (?, ?, ?, ?, ?)")
						.run(key, packed, packed.byteLength, now, now);
					const total = database.prepare("SELECT bytes FROM clips_total").pluck();
					const oldest = database.prepare("SELECT key FROM clips ORDER BY used_at, key LIMIT 1").pluck();
					const remove = database.prepare("DELETE FROM clips WHERE key = ?");
					while ((total.get() as number) > maxBytes) remove.run(oldest.get());
				});
				keep.immediate();
			});
		},

		close: (): void => {
			opened?.close();
		},
	};
};
