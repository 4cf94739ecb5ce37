import { expect, test } from "vitest";
import { ofGuild } from "../../src/shared/party.ts";
import { sendJson } from "../support/upstream.ts";
import { never, speechKey, succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();

const accountOf = (name: string) => ({
	baseUrl: fixture.upstream.baseUrl,
	apiKey: `sk-${name}`,
	ownId: name,
});
const keysSeen = (path: string): string[] =>
	fixture.upstream.requests
		.filter((request) => request.path === path)
		.map(({ headers }) => String(headers.authorization).replace("Bearer sk-", ""));

test("frequent balance checks of one account leave requests for other accounts", async () => {
	fixture.upstream.behave((response) => sendJson(response, 200, { data: { total_available: 5 } }));
	const { credit } = fixture.start({ hasOthers: true });
	for (const name of ["greedy", "second", "third"])
		for (let tries = 0; tries < 6; tries += 1) {
			await credit.balances.read(never, accountOf(name));
			fixture.pass(61_000);
		}
	expect(keysSeen("/api/usage/token/")).toEqual(["greedy", "greedy", "greedy", "second", "second", "third"]);
});

test("one account's limit of topups doesn't hold for others, and the journal says which account a code was for", async () => {
	const { credit, journal } = fixture.start();
	const redeem = (code: string, name: string) =>
		credit.redeem({ code, userId: name, party: ofGuild(name), account: accountOf(name), signal: never });
	fixture.upstream.behave((response) => sendJson(response, 429, {}, { "retry-after": "600" }));
	expect(await redeem("CODE-1", "limited")).toMatchObject({ kind: "rate_limited" });
	fixture.upstream.behave(succeed());
	expect(await redeem("CODE-2", "limited")).toMatchObject({ kind: "too_fast", why: "service" });
	expect(await redeem("CODE-3", "other")).toMatchObject({ kind: "redeemed", isOwn: true });
	expect(
		await credit.redeem({ code: "CODE-4", userId: "1", party: ofGuild("1"), signal: never }),
	).not.toHaveProperty("isOwn");
	expect(keysSeen("/api/user/topup")).toEqual(["other", speechKey.replace("sk-", "")]);
	expect(await credit.list(ofGuild("other"), 9, accountOf("other"))).toHaveLength(1);
	expect(await credit.list(ofGuild("other"), 9, accountOf("limited"))).toEqual([]);
	expect(await journal.list(ofGuild("other"), 9)).toEqual([]);
});
