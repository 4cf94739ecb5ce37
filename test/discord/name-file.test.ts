import { anyString } from "@herald/common/testing/any-string.ts";
import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nameFile } from "../../src/discord/files.ts";

test.each(readRows<[voice: string, text: string, name: string]>(import.meta.url, "file-names.tsv"))(
	"the file in the voice %s of “%s” is named %s",
	(voice, text, name) => expect(nameFile(voice, text)).toBe(name),
);

test("every file name fits all file systems, whatever the text", () => {
	fc.assert(
		fc.property(anyString({ maxLength: 60 }), anyString(), (voice, text) => {
			const name = nameFile(voice, text.toWellFormed());
			expect(name).toMatch(/^[\p{L}\p{N}\p{M}_]+$/u);
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(90);
			expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)$/i);
		}),
	);
});
