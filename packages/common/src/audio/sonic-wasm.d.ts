/** The part of the package that is used here; it brings no types. */
declare module "@echogarden/sonic-wasm" {
	interface Sonic {
		readonly HEAP16: Int16Array<ArrayBuffer>;
		/** @returns 0 where there is no memory left */
		_malloc(bytes: number): number;
		_free(at: number): void;
		/** @returns 0 where there is no memory left */
		_sonicCreateStream(sampleRate: number, channels: number): number;
		_sonicDestroyStream(stream: number): void;
		_sonicSetSpeed(stream: number, speed: number): void;
		/** @returns 0 where there is no memory left */
		_sonicWriteShortToStream(stream: number, at: number, count: number): 0 | 1;
		/** Has the rest of what was written come out. @returns 0 where there is no memory left */
		_sonicFlushStream(stream: number): 0 | 1;
		/** @returns how many samples were read, at most `most`; 0 where there are none */
		_sonicReadShortFromStream(stream: number, at: number, most: number): number;
	}
	const load: () => Promise<Sonic>;
	export default load;
}
