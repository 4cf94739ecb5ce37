import { checkHeraldCode, codeBytes, formatCode, parseCode } from "@herald/common/wire/code-format.ts";
import fc from "fast-check";
import { expect, test } from "vitest";

const symbols = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const code = fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes }).map(formatCode);
const place = fc.integer({ min: 0, max: 27 }).map((n) => 5 + n + Math.floor(n / 4));

test("a code has 140 bits in groups of four, Herald's prefix and a check symbol", () => {
	expect(formatCode(new Uint8Array(codeBytes))).toBe("HRLD-0000-0000-0000-0000-0000-0000-0000-0");
	expect(formatCode(new Uint8Array(codeBytes).fill(255))).toMatch(/^HRLD-(ZZZZ-){7}[0-9A-Z*~$=]$/);
	const one = formatCode(Uint8Array.from({ length: codeBytes }, (_, n) => (n === codeBytes - 1 ? 16 : 0)));
	expect(one).toBe("HRLD-0000-0000-0000-0000-0000-0000-0001-1");
	expect(() => formatCode(new Uint8Array(16))).toThrow(RangeError);
});

test("a code is recognised however people retype it", () => {
	fc.assert(
		fc.property(code, fc.constantFrom("", " ", "-", "–", "\u2011", " - "), (written, separator) => {
			expect(checkHeraldCode(written)).toBe("valid");
			const retyped = `  ${written
				.toLowerCase()
				.replaceAll("-", separator)
				.replace(/(?<=^.{4}.*)0/g, "o")}\n`;
			expect(parseCode(retyped)).toBe(written);
			expect(parseCode(written.replace(/(?<=^.{4}.*)1/g, "l"))).toBe(written);
		}),
	);
});

test("a single wrong symbol is always noticed", () => {
	fc.assert(
		fc.property(code, place, fc.constantFrom(...symbols), (written, at, symbol) => {
			fc.pre(written[at] !== symbol);
			expect(checkHeraldCode(written.slice(0, at) + symbol + written.slice(at + 1))).toBe("mistyped");
		}),
	);
});

test("two swapped neighbours are always noticed", () => {
	fc.assert(
		fc.property(code, fc.integer({ min: 0, max: 26 }), (written, n) => {
			const bare = [...written.replaceAll("-", "")];
			const at = 4 + n;
			fc.pre(bare[at] !== bare[at + 1]);
			[bare[at], bare[at + 1]] = [bare[at + 1] as string, bare[at] as string];
			expect(checkHeraldCode(bare.join(""))).toBe("mistyped");
		}),
	);
});

test.each([
	["a short code with Herald's prefix", "HRLD-1234"],
	["Herald's prefix alone", "HRLD-"],
	["a code with an invalid symbol", "HRLD-0000-0000-0000-0000-0000-0000-000!-0"],
	["a code with one symbol too many", "HRLD-0000-0000-0000-0000-0000-0000-0000-00"],
])("%s is mistyped", (_, text) => {
	expect(checkHeraldCode(text)).toBe("mistyped");
});

test.each(["", "REDEEM123456", "0123456789abcdef0123456789abcdef", "hrldays2026", "HR1D-0000"])(
	"%j is taken for another service's code",
	(text) => {
		expect(checkHeraldCode(text)).toBe("foreign");
		expect(parseCode(text)).toBeUndefined();
	},
);
