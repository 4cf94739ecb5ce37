import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Member, SeenMessage } from "@herald/playground";
import { beforeEach, describe, expect, test } from "vitest";
import { alone, button, showing, withSound } from "../support/answers.ts";
import { serverPanel } from "../support/server-panel.ts";
import { refuse, sendJson, speakThroughout, speakWell } from "../support/upstream.ts";
import { useWorld } from "../support/world.ts";
import { install } from "./places.ts";

const everywhere = ["say", "Speak", "voice", "redeem", "my-account", "forget-me", "help"];

/** Matches the paths that need only an interaction's token: an application can use no others where it isn't installed. */
const byToken =
	/^\/(?:interactions\/\d+\/[^/]+\/callback|webhooks\/\d+\/[^/]+(?:\/messages\/(?:\d+|%40original))?)$/;

const { upstream, herald, playground, owner, member } = await useWorld({
	INSTALLS: "both",
	TOPUP_TOKEN: "the-token",
	TOPUP_USER_ID: "7",
	FORBIDDEN_WORDS: "heck",
	USER_SECONDS_PER_DAY: "0",
	ALL_USERS_SECONDS_PER_DAY: "0",
	MEMBER_TEXTS_PER_MINUTE: "0",
});
const { direct, group, friend, stranger } = install(herald, member, owner);
beforeEach(() => {
	upstream.behave(speakWell);
	playground.faults.clear();
	playground.setPermissions(stranger, {});
	direct.guild.attachmentLimit = 10 * 1024 * 1024;
});

const say = (who: Member, values: Record<string, string>) => playground.command(who, "say", values);
const speak = (who: Member, message: { readonly id: string }) =>
	playground.messageCommand(who, "Speak", message);
const textOf = ({ content, texts }: SeenMessage): string => [content, ...texts].join("\n");
const answerTo = async (who: Member, name: string, values: Record<string, string> = {}): Promise<string> =>
	textOf(await playground.command(who, name, values).message(({ thinking }) => !thinking));
const askedFor = (text: string) => upstream.requests.filter(({ body }) => body.includes(text)).length;
/** All that Herald has written to disk and to its log. */
const written = () =>
	readdirSync(herald.dataDir)
		.map((name) => readFileSync(join(herald.dataDir, name), "latin1"))
		.concat(JSON.stringify(herald.logs))
		.join();

test("commands for members are offered everywhere or in servers alone, as INSTALLS says, and a member's earlier install doesn't count", async () => {
	const registered = () => {
		const put = playground.requests.findLast(
			({ method, path }) => method === "PUT" && path.endsWith("/commands"),
		);
		return put?.body as { name: string; integration_types: number[]; contexts: number[] }[];
	};
	for (const { name, integration_types, contexts } of registered())
		expect([name, integration_types, contexts]).toEqual(
			everywhere.includes(name) ? [name, [0, 1], [0, 1, 2]] : [name, [0], [0]],
		);
	expect(() => playground.command(group, "join")).toThrow("not offered here");
	const spoken = await withSound(say(direct, { text: "Hello" }));
	try {
		await herald.restart({ INSTALLS: "members" });
		expect(registered().map(({ name }) => name)).toEqual(everywhere);
		const none = { USER_SECONDS_PER_DAY: "", ALL_USERS_SECONDS_PER_DAY: "" };
		await herald.restart({ INSTALLS: "", ...none });
		for (const { integration_types, contexts } of registered())
			expect([integration_types, contexts]).toEqual([[0], [0]]);
		expect(registered().map(({ name }) => name)).toContain("join");
		const again = playground.click(direct, spoken, button(spoken, "say:"));
		expect(textOf(await again.firstAnswer())).toBe(
			"Herald isn't enabled here. Whoever hosts this bot can enable it.",
		);
		await herald.restart({ ALLOWED_GUILDS: playground.home.guild.id });
		await withSound(say(member, { text: "Here" }));
		await withSound(say(direct, { text: "There" }));
		expect(await answerTo(stranger, "say", { text: "Nowhere" })).toContain("isn't enabled here");
	} finally {
		await herald.restart({});
	}
});

test.each([
	["a direct message", direct, direct],
	["a group", group, friend],
	["a server without Herald", stranger, stranger],
])(
	"in %s, Herald answers by the interaction's token alone: /say with a file whose buttons work, and Speak with one of which nothing is kept",
	async (place, who, writer) => {
		const before = playground.requests.length;
		const text = `Hello from ${place}`;
		const message = await withSound(say(who, { text, as: "file" }));
		expect(message).toMatchObject({ ephemeral: false, content: expect.stringContaining(text) });
		await showing(playground.click(who, message, button(message, "say:revoice")), /Which voice\?/);
		const words = `Zebras in ${place} wander`;
		const posted = playground.post(writer, words);
		for (const times of [1, 2]) {
			const { content, components } = await withSound(speak(who, posted));
			expect(content).toContain(words);
			// There are no buttons, because for them Herald would have to keep the words.
			expect(components).toEqual([]);
			// Herald keeps no sound here, so it requests the sound each time.
			expect(askedFor(words)).toBe(times);
		}
		expect(written()).not.toContain("Zebras");
		const sent = playground.requests.slice(before);
		expect(sent.filter(({ path, status }) => !byToken.test(path) || status >= 300)).toEqual([]);
	},
);

describe("/say", () => {
	test("answers with a voice message on request, except where Discord lets apps outside of a server send none", async () => {
		const message = await withSound(say(group, { text: "Listen" }));
		const id = button(message, "say:voicemessage");
		const refused = await playground.click(friend, message, id).firstAnswer();
		expect(refused.content).toContain("Only the member who used the command");
		await playground.click(group, message, id).message((seen) => seen.voiceMessage);
		const elsewhere = await withSound(say(stranger, { text: "Listen" }));
		expect(JSON.stringify(elsewhere.components)).not.toContain("say:voicemessage");
	});

	test.each([
		["a voice channel", { as: "channel" }, /only works in a server that Herald is in\./],
		["an unknown voice", { voice: "Kora" }, /no voice called “Kora”\. Did you mean/],
		["an unknown language", { language: "Germam" }, /Did you mean/],
	])("outside of servers, refuses %s, with a button that speaks without it", async (_, wish, sentence) => {
		const answer = await say(direct, { text: "Loud", ...wish }).firstAnswer();
		expect(answer).toMatchObject(alone(sentence));
		await withSound(playground.click(direct, answer, button(answer, "say:again")));
	});

	test("answers with six files at most, as Discord allows five follow-ups there, and refuses a file that would take several answers", async () => {
		upstream.behave(speakThroughout);
		// A text of twelve Lines.
		const text = `${"Largely and so on ".repeat(24)}at last. `.repeat(12).trim();
		const [whole] = (await withSound(say(direct, { text }))).attachments;
		const inPartsOf = (lines: number) => {
			// Herald leaves 64 KB for the rest of the answer.
			const size = ((whole?.bytes.byteLength ?? 0) * (lines + 0.5)) / 12;
			direct.guild.attachmentLimit = Math.ceil(size) + 65_536;
			return say(direct, { text });
		};
		const six = inPartsOf(2);
		await showing(six, /part 6/);
		expect(six.messages.filter(({ attachments }) => attachments.length > 0)).toHaveLength(6);
		const twelve = inPartsOf(1);
		const refused = await twelve.message(({ ephemeral }) => ephemeral);
		expect(refused.content).toContain("Discord doesn't take a file this large here.");
		expect(twelve.messages.filter(({ attachments }) => attachments.length > 0)).toEqual([]);

		const { length } = upstream.requests;
		const upload = (words: string) => ({ file: playground.upload("story.txt", Buffer.from(words)) });
		expect(await answerTo(direct, "say", upload("A word or two. ".repeat(500)))).toContain(
			"up to 6,000 char",
		);
		expect(upstream.requests).toHaveLength(length);
		await withSound(say(direct, upload("A word or two.")));
	});

	test("answers privately if members may not use their own apps openly", async () => {
		playground.setPermissions(stranger, { deny: ["UseExternalApps", "AttachFiles"] });
		expect((await withSound(say(stranger, { text: "In private" }))).ephemeral).toBe(true);
		const answered = playground.requests.findLast(({ path }) => path.endsWith("/callback"));
		expect(answered?.body).toMatchObject({ data: { flags: 64 } });
	});

	test("tells a member of a server with Herald's commands alone that Herald is missing there", async () => {
		playground.world.setPresence(member.guild, "commands");
		expect(await answerTo(member, "say", { text: "Hello" })).toContain(
			"Herald's commands, but not Herald itself",
		);
		expect(upstream.requests).toHaveLength(0);
		playground.world.setPresence(member.guild, "bot");
	});
});

test("in a server, neither its own blocked words nor the operator's are spoken", async () => {
	await serverPanel(playground, owner).add("words", { words: "bogey" });
	for (const text of ["What the heck", "A bogey"])
		expect(await answerTo(member, "say", { text })).toContain("contains a blocked word");
	await withSound(say(member, { text: "Fine" }));
});

describe("Speak", () => {
	test("keeps a message's sound in a server", async () => {
		const message = playground.post(owner, "Kept for a while");
		for (const _ of [1, 2]) await withSound(speak(member, message));
		expect(askedFor("Kept for a while")).toBe(1);
	});

	test("refuses a message without a button to say it again, which would have to keep it, or if its author isn't to be read", async () => {
		upstream.behave(refuse(500));
		const refusalOf = (words: string) =>
			speak(group, playground.post(friend, words)).message((seen) => seen.ephemeral);
		expect((await refusalOf("Yaks are refused")).components).toEqual([]);
		upstream.behave(speakWell);
		playground.world.setInstalled(owner.user, true);
		const setReading = (reading: string) => answerTo(playground.openDirect(owner), "voice me", { reading });
		await setReading("off");
		expect((await refusalOf("Not me")).content).toContain("doesn't want");
		expect(askedFor("Not me")).toBe(0);
		await setReading("on");
	});

	test("shows no names of channels in Herald's servers outside of them", async () => {
		const secret = playground.createChannel({ name: "the-secret-plan" }, owner.guild);
		const { content } = await withSound(speak(group, playground.post(friend, `Look at <#${secret.id}> now`)));
		expect(content).not.toContain("the-secret-plan");
		expect([askedFor("secret-plan"), askedFor("secret plan")]).toEqual([0, 0]);
	});
});

test("outside of servers, sentences mention no server: of /help, of a blocked word, and of a code whose outcome is unknown", async () => {
	upstream.behave((response, attempt, request) =>
		request.path.endsWith("/topup") ? sendJson(response, 200, {}) : speakWell(response, attempt, request),
	);
	for (const [n, who] of [direct, group].entries()) {
		const about = await answerTo(who, "help");
		expect(about).toContain("as a file or as a voice message.");
		const listed = JSON.stringify((await playground.command(who, "help").firstAnswer()).raw.embeds);
		for (const name of ["/say", "/voice", "/redeem", "/forget-me"]) expect(listed).toContain(name);
		for (const name of ["/join", "/server", "/queue"]) expect(listed).not.toContain(name);
		expect(await answerTo(who, "help", { topic: "name" })).not.toContain("how my name is pronounced");
		expect(await answerTo(who, "say", { text: "What the heck" })).toMatch(
			/^That text contains a blocked word\./,
		);
		expect(await answerTo(who, "redeem", { code: `REDEEM12345${n}` })).toMatch(
			/Don't throw it away: whoever hosts this bot can ask the service\.$/,
		);
	}
	expect(await answerTo(owner, "help")).toContain("live in a voice channel");
	expect(await answerTo(owner, "redeem", { code: "REDEEM123459" })).toContain("`/credit show`");
});
