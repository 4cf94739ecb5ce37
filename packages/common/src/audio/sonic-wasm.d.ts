/** The used part of the package, which has no types of its own. */
declare module "@echogarden/sonic-wasm" {
	interface Sonic {
		readonly HEAP16: Int16Array<ArrayBuffer>;
		/** @returns 0 if memory has run out */
		_malloc(bytes: number): number;
		_free(at: number): void;
		/** @returns 0 if memory has run out */
		_sonicCreateStream(sampleRate: number, channels: number): number;
		_sonicDestroyStream(stream: number): void;
		_sonicSetSpeed(stream: number, speed: number): void;
		/** @returns 0 if memory has run out */
		_sonicWriteShortToStream(stream: number, at: number, count: number): 0 | 1;
		/** Makes the rest of what was written readable. @returns 0 if memory has run out */
		_sonicFlushStream(stream: number): 0 | 1;
		/** @returns how many samples were read, at most `most` */
		_sonicReadShortFromStream(stream: number, at: number, most: number): number;
	}
	const load: () => Promise<Sonic>;
	export default load;
}
