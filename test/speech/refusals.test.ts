import { expect, test } from "vitest";
import { classifyRefusal } from "../../src/speech/ask/classify.ts";

const now = Date.UTC(2026, 10, 21, 8);
const hour = 60 * 60 * 1_000;
const refuse = (error: unknown, headers: Record<string, string> = {}) =>
	classifyRefusal({ status: 429, headers, body: JSON.stringify({ error }) }, now);
const daily = (retryDelay: string) => ({
	code: 429,
	status: "RESOURCE_EXHAUSTED",
	message: "You exceeded your current quota.",
	details: [{ violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel" }] }, { retryDelay }],
});

test("a daily limit holds until the end of the day, even if the service names a few seconds", () => {
	expect(refuse(daily("15s"))).toMatchObject({
		detail: { kind: "rate_limited", retryAt: now + 16 * hour, daily: true },
		next: "end",
	});
});

test("a daily limit holds as long as the service says, if that is longer than the day", () => {
	expect(refuse(daily("72000s")).detail).toMatchObject({ retryAt: now + 20 * hour });
});

test.each([
	["a header", refuse({}, { "retry-after": "99999999999999999" })],
	["a header of more digits than a number holds", refuse({}, { "retry-after": "9".repeat(400) })],
	["a date", refuse({}, { "retry-after": "Tue, 01 Jan 9999 00:00:00 GMT" })],
	["details", refuse({ details: [{ retryDelay: "99999999999s" }] })],
	["a text", refuse({ message: "Please retry in 99999999 h" })],
	["a day's limit", refuse(daily("99999999999s"))],
])("an unreasonable wait in %s is believed up to a day", (_, { detail, waitMs }) => {
	expect(waitMs).toBe(24 * hour);
	expect(detail).toMatchObject({ kind: "rate_limited", retryAt: now + 24 * hour });
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
	"a code or type called %s is treated as unknown",
	(name) => {
		for (const error of [
			{ type: "new_api_error", code: name },
			{ type: name, code: "" },
		]) {
			const body = JSON.stringify({ error });
			const failure = classifyRefusal({ status: 500, headers: {}, body }, now);
			expect(failure).toMatchObject({ detail: { kind: "upstream" }, next: "again" });
		}
	},
);
