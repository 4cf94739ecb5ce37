import fc from "fast-check";
import { expect, test } from "vitest";
import { UnreadGuild } from "../../../src/discord/patches/unread-guild.ts";

const id = "1574012101490376705";
const expected = new Set(["1574012101490376704", id]);

const write = (data: unknown): string => `{"t":"GUILD_CREATE","s":7,"op":0,"d":${JSON.stringify(data)}}`;

/** What a guild is told with, before and after its id: what looks like ids, and ids of others among it. */
const fields = fc.dictionary(
	fc.oneof(fc.string(), fc.constantFrom("channels", 'a"id":"1')).filter((name) => name !== "id"),
	fc.oneof(
		fc.jsonValue(),
		fc.constantFrom<unknown>('","id":"2"', "\\", '\\"', "}]", [{ id: "3" }], { a: { id: "4" } }),
	),
);

test("a guild's id is found wherever it stands, and the guild is read whole", () => {
	fc.assert(
		fc.property(fields, fields, (before, after) => {
			const text = write({ ...before, id, ...after });
			const unread = UnreadGuild.from(text, expected);
			expect(unread).toMatchObject({ op: 0, t: "GUILD_CREATE", s: 7, id });
			expect(unread?.read()).toEqual(JSON.parse(text));
		}),
	);
});

test.each([
	["another event", `{"t":"GUILD_UPDATE","s":7,"op":0,"d":{"id":"${id}"}}`],
	["a guild whose fields come in another order", `{"op":0,"t":"GUILD_CREATE","s":7,"d":{"id":"${id}"}}`],
	["a guild that isn't expected", write({ id: "1574012101490376706", name: `"id":"${id}"` })],
	["a beginning that isn't of an object", write([{ id }])],
])("%s isn't put off", (_, text) => {
	expect(UnreadGuild.from(text, expected)).toBeUndefined();
});

test("what turns out to be no JSON is nothing to read", () => {
	expect(UnreadGuild.from(write({ id }).slice(0, -3), expected)?.read()).toBeUndefined();
});
