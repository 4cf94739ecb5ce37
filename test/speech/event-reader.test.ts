import fc from "fast-check";
import { expect, test } from "vitest";
import { EventError, EventReader } from "../../src/speech/clips/answer.ts";

const read = (chunks: readonly Uint8Array[]): string[] => {
	const reader = new EventReader();
	return [...chunks.flatMap((chunk) => [...reader.add(chunk)]), ...reader.end()];
};

/** @returns the bytes in chunks that end at these fractions of them */
const cut = (bytes: Uint8Array, shares: readonly number[]): Uint8Array[] => {
	const ends = [...shares.map((share) => Math.floor(share * bytes.length)), bytes.length].sort(
		(a, b) => a - b,
	);
	return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
};

test("events are found wherever their bytes are cut, even within a character", () => {
	const line = fc.string({ unit: fc.constantFrom("a", " ", ":", "é", "語", "😀", '"') });
	const newline = fc.constantFrom("\n", "\r\n", "\r");
	const share = fc.double({ min: 0, max: 1, noNaN: true });
	const event = fc.array(line, { minLength: 1, maxLength: 3 });
	fc.assert(
		fc.property(fc.array(event), newline, fc.array(share), fc.boolean(), (events, end, shares, isEnded) => {
			const written = events.map((lines) =>
				[": a comment", "event: x", ...lines.map((text) => `data: ${text}`), ""]
					.map((text) => text + end)
					.join(""),
			);
			const stream = `\uFEFF${written.join("")}`;
			const bytes = Buffer.from(isEnded ? stream : stream.slice(0, -end.length));
			const found = events.map((lines) => lines.join("\n"));
			expect(read(cut(bytes, shares))).toEqual(found);
			expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(found);
		}),
	);
});

test("other bytes give no events and no error", () => {
	fc.assert(fc.property(fc.array(fc.uint8Array()), (chunks) => void read(chunks)));
	expect(read([Buffer.from("<html>\n\n{}")])).toEqual([]);
});

test("an endless event is given up with an error", () => {
	const endless = function* () {
		for (let n = 0; n < 30; n++) yield Buffer.alloc(1024 * 1024, "x");
	};
	expect(() => read([...endless()])).toThrow(EventError);
});
