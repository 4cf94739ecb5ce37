/** The used part of the package, which has no types of its own. */
declare module "seek-bzip" {
	interface Input {
		readByte(): number;
		/** @returns how many bytes were read */
		read(into: Uint8Array, from: number, count: number): number;
		eof(): boolean;
	}
	interface Output {
		writeByte(byte: number): void;
	}
	const bunzip: {
		/** @param multistream - whether several compressed streams may follow each other */
		decode(input: Input, output: Output, multistream: boolean): void;
	};
	export default bunzip;
}
