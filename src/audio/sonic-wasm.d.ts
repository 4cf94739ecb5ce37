/** The part of the package that is used here; it brings no types. */
declare module "@echogarden/sonic-wasm" {
	interface Sonic {
		readonly HEAP16: Int16Array<ArrayBuffer>;
		/** @returns 0 where there is no memory left */
		_malloc(bytes: number): number;
		_free(at: number): void;
		/** Changes samples in place. @returns how many there are then */
		_sonicChangeShortSpeed(
			at: number,
			count: number,
			speed: number,
			pitch: number,
			rate: number,
			volume: number,
			useChordPitch: 0 | 1,
			sampleRate: number,
			channels: number,
		): number;
	}
	const load: () => Promise<Sonic>;
	export default load;
}
