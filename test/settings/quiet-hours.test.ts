import { readRows } from "@herald/common/testing/read-rows.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuietEnd } from "../../src/settings/quiet-hours.ts";
import { guildSettings } from "../../src/settings/settings.ts";

const endOf = (timeZone: string, at: string, quietHours: { from: number; to: number }) => {
	const end = findQuietEnd({ quietHours, timeZone }, Date.parse(at));
	return end === undefined ? undefined : new Date(end).toISOString();
};

const rows = readRows<[what: string, hours: string, zone: string, at: string, end: string]>(
	import.meta.url,
	"quiet-hours.tsv",
);
const readMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

describe("quiet hours", () => {
	test.each(rows)("%s (from %s in %s, asked at %s)", (_what, hours, zone, at, end) => {
		const [from = 0, to = 0] = hours.split("-").map(readMinutes);
		expect(endOf(zone, at, { from, to }) ?? "").toBe(end);
	});

	test("aren't observed if none are set", () => {
		expect(findQuietEnd({ quietHours: null, timeZone: "UTC" }, 0)).toBeUndefined();
	});

	test("last all day if their stored value can't be read", () => {
		const always = guildSettings.quietHours.strict;
		for (const at of ["2026-01-10T00:00:00Z", "2026-01-10T12:00:00Z", "2026-01-10T23:59:59Z"])
			expect(endOf("UTC", at, always)).toBe("2026-01-11T00:00:00.000Z");
		expect(endOf("Europe/Berlin", "2026-03-29T00:30:00Z", always)).toBe("2026-03-29T22:00:00.000Z");
	});

	test("never last longer than a day with a change of clocks, whatever the time and place", () => {
		const names = ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Tokyo"];
		const zones = fc.constantFrom(...names);
		const times = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2035-01-01") });
		fc.assert(
			fc.property(fc.nat(1_439), fc.nat(1_440), zones, times, (from, to, timeZone, now) => {
				fc.pre((to - from) % 1_440 !== 0);
				const end = findQuietEnd({ quietHours: { from, to }, timeZone }, now);
				if (end === undefined) return;
				expect(end).toBeGreaterThan(now);
				expect(end - now).toBeLessThanOrEqual(25 * 3_600_000);
				expect(findQuietEnd({ quietHours: { from, to }, timeZone }, end)).toBeUndefined();
			}),
		);
	});
});
