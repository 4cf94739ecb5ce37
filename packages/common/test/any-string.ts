import fc from "fast-check";

const surrogates = { from: 0xd800, count: 0x800 };

/** Strings of any characters. fast-check's own unit for that would first make a table of all million characters. */
export const anyString = (constraints: { minLength?: number; maxLength?: number } = {}) =>
	fc.string({
		...constraints,
		unit: fc
			.nat({ max: 0x10_ffff - surrogates.count })
			.map((n) => String.fromCodePoint(n < surrogates.from ? n : n + surrogates.count)),
	});
