import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Database } from "../store/open.ts";

const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** Whether a key is one of the service's. Takes as long for a nearly right key as for a wrong one. */
export const isKnownKey = (database: Database, key: string): boolean => {
	const hash = hashKey(key);
	const rows = database.prepare("SELECT hash FROM api_keys").all() as { hash: Buffer }[];
	return rows.filter((row) => timingSafeEqual(row.hash, hash)).length > 0;
};

/** The service's own key, and where it came from. */
export interface FirstKey {
	readonly key: string;
	/** `kept`: as before. `made`: the first start. `replaced`: its file was lost, so the old one ended. */
	readonly origin: "kept" | "made" | "replaced";
}

const readKeyFile = (file: string): string | undefined => {
	try {
		return readFileSync(file, "utf8").trim() || undefined;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
};

/**
 * Finds the service's own key in its file, or makes one and writes it there, readable by its owner only. The database
 * knows it by hash, so a key whose file is lost cannot come back: it is replaced.
 */
export const openFirstKey = (database: Database, file: string): FirstKey => {
	const found = readKeyFile(file);
	if (found !== undefined && isKnownKey(database, found)) return { key: found, origin: "kept" };
	const key = `sk-${randomBytes(32).toString("base64url")}`;
	// Removed first: a file that is there keeps its mode, whatever mode the writing asks for.
	rmSync(file, { force: true });
	writeFileSync(file, `${key}\n`, { mode: 0o600 });
	const removed = database.transaction(() => {
		const { changes } = database.prepare("DELETE FROM api_keys WHERE name = 'first'").run();
		database
			.prepare("INSERT INTO api_keys (name, hash, created_at) VALUES ('first', ?, ?)")
			.run(hashKey(key), Date.now());
		return changes;
	})();
	return { key, origin: removed > 0 ? "replaced" : "made" };
};
