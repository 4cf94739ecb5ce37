import { anyString } from "@herald/common/testing/any-string.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nameFile } from "../../src/discord/files.ts";

test.each([
	["Kore", "Good morning, everyone! How are you today? Fine.", "Kore_Good_morning_everyone_How_are_you"],
	["Kore", "it's 5/4 C:\\con.txt", "Kore_its_5_4_C_con_txt"],
	["Kore", "🙂🎉 \u202eevil\u202c", "Kore_evil"],
	["Zoë", "שלום עולם", "Zoë_שלום_עולם"],
	["Kore", "…", "Kore"],
	["con", "", "speech_con"],
	["🙂", "!", "speech"],
])("the file in the voice %s of “%s” is named %s", (voice, text, name) => {
	expect(nameFile(voice, text)).toBe(name);
});

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
