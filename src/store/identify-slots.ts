/** When shards may log in, over all processes: Discord lets in one of each bucket at a time. */
export interface IdentifySlots {
	/**
	 * Takes the right to log in now with one shard of a bucket, for so long, in ms, that nobody else may.
	 *
	 * @returns 0 where it was free; else how long until it is worth asking again, in ms
	 */
	take(bucket: number, spacingMs: number): Promise<number>;
}
