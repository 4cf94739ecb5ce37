import { expect, test } from "vitest";
import { checkInstalls } from "../../src/operations/doctor/check-discord.ts";

const both = { servers: true, members: true };
const verdicts = (
	types: Record<number, object> | undefined,
	installs: Parameters<typeof checkInstalls>[1],
): string[] =>
	checkInstalls(
		{ id: "1234", ...(types && { integration_types_config: types }) } as Parameters<typeof checkInstalls>[0],
		installs,
	).map(({ verdict, sentence }) => `${verdict}: ${sentence}`);

test("the doctor says what the developer portal must allow", () => {
	expect(verdicts({ 0: {} }, { servers: true, members: false })).toEqual([]);
	expect(verdicts({ 0: {} }, both)).toEqual([
		expect.stringMatching(
			/^wrong: Members can't install Herald's application: npm run setup -- application turns User Install on/,
		),
	]);
	expect(verdicts({ 1: {} }, both)).toEqual([
		expect.stringMatching(/^note: Herald's application can't be added to servers/),
		expect.stringMatching(/^ok: Members can install Herald with https:.*integration_type=1/),
	]);
	expect(verdicts(undefined, { servers: false, members: true })).toEqual([expect.stringMatching(/^ok/)]);
});
