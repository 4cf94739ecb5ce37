import fc from "fast-check";

interface Damage {
	/** The changed bytes: where each is, as a share of the length that is left, and which of its bits are flipped. */
	readonly changes: readonly (readonly [number, number])[];
	/** The share of the file that is left. */
	readonly kept: number;
}
/** Ways to damage a file. */
export const damages: fc.Arbitrary<Damage> = fc.record({
	changes: fc.array(
		fc.tuple(fc.double({ min: 0, max: 0.999_999, noNaN: true }), fc.integer({ min: 1, max: 255 })),
		{ maxLength: 8 },
	),
	kept: fc.oneof({ weight: 2, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
});

export const damage = (bytes: Buffer, { changes, kept }: Damage): Buffer => {
	const damaged = Buffer.from(bytes.subarray(0, Math.floor(bytes.length * kept)));
	for (const [where, mask] of changes) {
		const at = Math.floor(where * damaged.length);
		if (damaged.length > 0) damaged[at] = (damaged[at] as number) ^ mask;
	}
	return damaged;
};
