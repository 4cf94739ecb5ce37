import type { Member, SeenMessage } from "@herald/playground";
import { expect, test } from "vitest";
import { sendJson, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";
import { install } from "./places.ts";

const { upstream, herald, playground } = await useWorld({
	TOPUP_TOKEN: "the-token",
	TOPUP_USER_ID: "7",
	INSTALLS: "both",
	MEMBER_TEXTS_PER_MINUTE: "0",
	FORBIDDEN_WORDS: "heck",
});
const { owner, ordinary } = playground.home;
const places = install(herald, ordinary, owner);
upstream.behave((response, attempt, request) =>
	request.path.endsWith("/topup") ? sendJson(response, 200, {}) : speakWell(response, attempt, request),
);

const textOf = ({ content, texts }: SeenMessage): string => [content, ...texts].join("\n");
const command = async (who: Member, name: string, values: Record<string, string> = {}): Promise<string> =>
	textOf(await playground.command(who, name, values).message(({ thinking }) => !thinking));

const there = () => [places.direct, places.group];

test("outside of servers, /help describes only what exists there", async () => {
	for (const who of there()) {
		const about = await command(who, "help");
		expect(about).toContain("as a file or as a voice message.");
		expect(await command(who, "help", { topic: "name" })).not.toContain("how my name is pronounced");
	}
	expect(await command(playground.home.owner, "help")).toContain("live in a voice channel");
});

test("outside of servers, the refusal of a blocked word mentions no server", async () => {
	for (const who of there())
		expect(await command(who, "say", { text: "What the heck" })).toMatch(
			/^That text contains a blocked word\./,
		);
});

test("outside of servers, a member whose code's outcome is unknown is told to ask whoever hosts the bot", async () => {
	const { owner } = playground.home;
	for (const [n, who] of there().entries())
		expect(await command(who, "redeem", { code: `REDEEM12345${n}` })).toMatch(
			/Don't throw it away: whoever hosts this bot can ask the service\.$/,
		);
	expect(await command(owner, "redeem", { code: "REDEEM123459" })).toContain("`/credit show`");
});

test("once Herald is for servers alone, a member who had installed it is told so without a mention of their server", async () => {
	const spoken = await playground
		.command(places.direct, "say", { text: "Hello" })
		.message(({ attachments }) => attachments.length === 1);
	await herald.restart({ INSTALLS: "servers" });
	const again = playground.click(places.direct, spoken, String(spoken.components[0]?.custom_id));
	expect(textOf(await again.firstAnswer())).toBe(
		"Herald isn't enabled here. Whoever hosts this bot can enable it.",
	);
});
