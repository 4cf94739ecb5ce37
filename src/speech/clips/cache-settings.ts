/** What goes wrong with the cache: it was found damaged, and is made anew, or a Clip couldn't be kept. */
export type CacheTrouble =
	| { readonly kind: "damaged" }
	| { readonly kind: "unwritable"; readonly code: string };

/** Where Clips are kept, and how much of them. */
export interface CacheSettings {
	readonly cacheFile: string;
	readonly cacheBytes: number;
}
