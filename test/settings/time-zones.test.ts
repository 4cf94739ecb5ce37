import { readRows } from "@herald/common/testing/read-rows.ts";
import { describe, expect, test } from "vitest";
import { isTimeZone } from "../../src/settings/settings.ts";
import { searchTimeZones } from "../../src/settings/time-zones.ts";

describe("a time zone is found", () => {
	test.each(
		readRows<[typed: string, locale: string, id: string, name: string]>(import.meta.url, "time-zones.tsv"),
	)("by %s (%s): %s", (typed, locale, id, name) => {
		expect(searchTimeZones(typed, locale)).toContainEqual({ id, name });
		expect(isTimeZone(id)).toBe(true);
	});

	test("by a city that begins with what is typed, before a country", () => {
		expect(searchTimeZones("Inde", "fr").map(({ id }) => id)).toEqual(["Asia/Kolkata", "Australia/Lindeman"]);
		expect(searchTimeZones("pari", "en-US")[0]?.id).toBe("Europe/Paris");
	});

	test("among all that Node lists, each once", () => {
		const ids = searchTimeZones("", "en-US").map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids).toHaveLength(Intl.supportedValuesOf("timeZone").length + 1);
		expect(ids.filter((id) => !isTimeZone(id))).toEqual([]);
	});
});
