/** Where Clips are kept, and how much of them. */
export interface CacheSettings {
	readonly cacheFile: string;
	readonly cacheBytes: number;
}
