import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuietEnd } from "../../src/settings/quiet-hours.ts";
import { guildSettings } from "../../src/settings/settings.ts";

const night = { from: 22 * 60, to: 7 * 60 };
const endOf = (timeZone: string, at: string, quietHours = night) => {
	const end = findQuietEnd({ quietHours, timeZone }, Date.parse(at));
	return end === undefined ? undefined : new Date(end).toISOString();
};

describe("quiet hours", () => {
	test("may pass midnight, in the time of their zone", () => {
		expect(endOf("Europe/Berlin", "2026-01-10T20:59:59Z")).toBeUndefined();
		expect(endOf("Europe/Berlin", "2026-01-10T21:00:00Z")).toBe("2026-01-11T06:00:00.000Z");
		expect(endOf("Europe/Berlin", "2026-01-11T05:59:59Z")).toBe("2026-01-11T06:00:00.000Z");
		expect(endOf("Europe/Berlin", "2026-01-11T06:00:00Z")).toBeUndefined();
		expect(endOf("Asia/Kathmandu", "2026-01-10T16:15:00Z")).toBe("2026-01-11T01:15:00.000Z");
	});

	test("end at their set time if the clocks change during them", () => {
		// In Berlin, the clocks go forward on 29 March 2026, and back on 25 October. In New York, they go back on 1
		// November.
		expect(endOf("Europe/Berlin", "2026-03-28T22:30:00Z")).toBe("2026-03-29T05:00:00.000Z");
		expect(endOf("Europe/Berlin", "2026-10-24T21:30:00Z")).toBe("2026-10-25T06:00:00.000Z");
		expect(endOf("America/New_York", "2026-11-01T03:30:00Z")).toBe("2026-11-01T12:00:00.000Z");
	});

	test("end once if the clocks show their end twice, and later if the clocks skip it", () => {
		const early = { from: 60, to: 150 };
		expect(endOf("Europe/Berlin", "2026-10-25T00:00:00Z", early)).toBe("2026-10-25T00:30:00.000Z");
		expect(endOf("Europe/Berlin", "2026-10-25T01:15:00Z", early)).toBeUndefined();
		expect(endOf("Europe/Berlin", "2026-03-29T00:30:00Z", early)).toBe("2026-03-29T01:30:00.000Z");
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
		const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Tokyo"];
		const times = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2035-01-01") });
		fc.assert(
			fc.property(
				fc.nat(1_439),
				fc.nat(1_440),
				fc.constantFrom(...zones),
				times,
				(from, to, timeZone, now) => {
					fc.pre((to - from) % 1_440 !== 0);
					const end = findQuietEnd({ quietHours: { from, to }, timeZone }, now);
					if (end === undefined) return;
					expect(end).toBeGreaterThan(now);
					expect(end - now).toBeLessThanOrEqual(25 * 3_600_000);
					expect(findQuietEnd({ quietHours: { from, to }, timeZone }, end)).toBeUndefined();
				},
			),
		);
	});
});
