import type { InteractionTrace, Member } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { type Herald, startHerald } from "../support/herald.ts";
import { speakThroughout, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";
import { install } from "./places.ts";

const everywhere = ["say", "Speak", "voice", "redeem", "my-account", "forget-me", "help"];

const { upstream, herald } = await useWorld({
	INSTALLS: "both",
	USER_SECONDS_PER_DAY: "0",
	ALL_USERS_SECONDS_PER_DAY: "0",
	MEMBER_TEXTS_PER_MINUTE: "0",
});
const { owner, ordinary } = herald.playground.home;
const { direct, group, friend, stranger } = install(herald, ordinary, owner);
beforeEach(() => {
	upstream.behave(speakWell);
	herald.playground.faults.clear();
	herald.playground.setPermissions(stranger, {});
	direct.guild.attachmentLimit = 10 * 1024 * 1024;
});

const say = (who: Member, values: Record<string, string>): InteractionTrace =>
	herald.playground.command(who, "say", values);
const withSound = (trace: InteractionTrace) => trace.message((seen) => seen.attachments.length === 1);
const button = (message: { components: readonly { custom_id?: unknown }[] }, route: string): string =>
	String(message.components.find(({ custom_id: id }) => String(id).startsWith(`${route}:`))?.custom_id);
const registered = ({ playground }: Herald) => {
	const put = playground.requests.findLast(
		({ method, path }) => method === "PUT" && path.endsWith("/commands"),
	);
	return put?.body as { name: string; integration_types: number[]; contexts: number[] }[];
};

describe("commands", () => {
	test("for members are offered everywhere, the others in servers alone", () => {
		for (const { name, integration_types, contexts } of registered(herald))
			expect([name, integration_types, contexts]).toEqual(
				everywhere.includes(name) ? [name, [0, 1], [0, 1, 2]] : [name, [0], [0]],
			);
		expect(() => herald.playground.command(group, "join")).toThrow("not offered here");
	});

	test("are offered in servers alone by default, and if INSTALLS is members, only those for members are offered", async () => {
		const other = await startHerald({ SPEECH_BASE_URL: upstream.baseUrl, SPEECH_API_KEY: "sk" });
		try {
			for (const { integration_types, contexts } of registered(other))
				expect([integration_types, contexts]).toEqual([[0], [0]]);
			expect(registered(other).map(({ name }) => name)).toContain("join");
			await other.restart({ INSTALLS: "members" });
			expect(registered(other).map(({ name }) => name)).toEqual(everywhere);
		} finally {
			await other.stop();
		}
	});
});

describe("/say", () => {
	test.each([
		["a direct message", () => direct],
		["a group", () => group],
		["a server without Herald", () => stranger],
	])("in %s answers with a file whose buttons work", async (_, who) => {
		const text = `Hello from ${who().user.username}`;
		const message = await withSound(say(who(), { text, as: "file" }));
		expect(message.ephemeral).toBe(false);
		expect(message.content).toContain(text);
		const trace = herald.playground.click(who(), message, button(message, "say:revoice"));
		await trace.message((seen) => seen.content.includes("Which voice?"));
	});

	test("answers with a voice message on request, except where Discord lets apps outside of a server send none", async () => {
		const message = await withSound(say(group, { text: "Listen" }));
		const trace = herald.playground.click(group, message, button(message, "say:voicemessage"));
		await trace.message((seen) => seen.voiceMessage);
		const elsewhere = await withSound(say(stranger, { text: "Listen" }));
		expect(JSON.stringify(elsewhere.components)).not.toContain("say:voicemessage");
	});

	test.each([
		["a voice channel", { as: "channel" }, /only works in a server that Herald is in\./],
		["an unknown voice", { voice: "Kora" }, /no voice called “Kora”\. Did you mean/],
		["an unknown language", { language: "Germam" }, /Did you mean/],
	])(
		"outside of servers, refuses %s with a sentence, and has a button that speaks without it",
		async (_, wish, sentence) => {
			const answer = await say(direct, { text: "Loud", ...wish }).firstAnswer();
			expect(answer).toMatchObject({ ephemeral: true, content: expect.stringMatching(sentence) });
			await withSound(herald.playground.click(direct, answer, button(answer, "say:again")));
		},
	);

	test("answers with six files at most, as Discord allows five follow-ups there", async () => {
		upstream.behave(speakThroughout);
		const { guild } = direct;
		// A text of twelve Lines.
		const text = `${"Largely and so on ".repeat(24)}at last. `.repeat(12).trim();
		const [whole] = (await withSound(say(direct, { text }))).attachments;
		const inPartsOf = (lines: number) => {
			// Herald leaves 64 KB for the rest of the answer.
			guild.attachmentLimit = Math.ceil(((whole?.bytes.byteLength ?? 0) * (lines + 0.5)) / 12) + 65_536;
			return say(direct, { text });
		};
		const six = inPartsOf(2);
		await six.message(({ content }) => content.includes("part 6"));
		expect(six.messages.filter(({ attachments }) => attachments.length > 0)).toHaveLength(6);
		const twelve = inPartsOf(1);
		const refused = await twelve.message(({ ephemeral }) => ephemeral);
		expect(refused.content).toContain("Discord doesn't take a file this large here.");
		expect(twelve.messages.filter(({ attachments }) => attachments.length > 0)).toEqual([]);
	});

	test("answers privately if members may not use their own apps openly", async () => {
		herald.playground.setPermissions(stranger, { deny: ["UseExternalApps", "AttachFiles"] });
		const message = await withSound(say(stranger, { text: "In private" }));
		expect(message.ephemeral).toBe(true);
		const answered = herald.playground.requests.findLast(({ path }) => path.endsWith("/callback"));
		expect(answered?.body).toMatchObject({ data: { flags: 64 } });
	});

	test("has buttons that only its own member can use", async () => {
		const message = await withSound(say(group, { text: "Mine" }));
		const trace = herald.playground.click(friend, message, button(message, "say:voicemessage"));
		expect((await trace.firstAnswer()).content).toContain("Only the member who used the command");
	});
});
