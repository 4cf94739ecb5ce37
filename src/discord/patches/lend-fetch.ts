import { createRequire, Module } from "node:module";

const require = createRequire(import.meta.url);
const ofLibrary = createRequire(require.resolve("discord.js"));
const ofRest = createRequire(ofLibrary.resolve("@discordjs/rest"));

/** All that the two take of it, of which Herald replaces the requests (`rest.ts`). */
const lent = { fetch, FormData, Headers };

/**
 * Gives discord.js and @discordjs/rest Node's own `fetch`: imported before them, it saves two copies of an HTTP client.
 *
 * @remarks Both load an undici 6 of their own, which takes 6 MB and a tenth of a second, to make requests that Herald
 *   makes instead. Can go when they take the platform's `fetch`.
 */
for (const { resolve } of [ofLibrary, ofRest]) {
	const file = resolve("undici");
	require.cache[file] = Object.assign(new Module(file), { exports: lent, loaded: true });
}
