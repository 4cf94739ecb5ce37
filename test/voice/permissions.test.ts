import { PermissionFlagsBits } from "discord-api-types/v10";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	type ChannelFacts,
	checkEntry,
	checkMember,
	type MemberFacts,
} from "../../src/voice/channel-facts.ts";
import { decideAct, type SessionAct, type Standing } from "../../src/voice/permissions.ts";
import { admitItem } from "../../src/voice/voice-channels.ts";

const { MoveMembers, ManageGuild, Administrator, ViewChannel, Connect, Speak, ManageChannels } =
	PermissionFlagsBits;
const acts: readonly SessionAct[] = ["skip", "stop", "leave", "move"];

const standing = (more: Partial<Standing> = {}): Standing => ({
	memberId: "me",
	permissions: 0n,
	listeners: ["me", "you", "them"],
	own: false,
	votes: [],
	...more,
});

const people = fc.uniqueArray(fc.constantFrom("me", "you", "them", "a", "b", "c"));

describe("the decision about a session", () => {
	const allowed = (more: Partial<Standing>) => acts.filter((act) => decideAct(act, standing(more)).allowed);

	test("lets members skip and stop their own texts, but not make Herald leave others", () => {
		expect(allowed({ own: true })).toEqual(["skip", "stop"]);
	});

	test.each([
		["Move Members", MoveMembers],
		["Manage Server", ManageGuild],
		["Administrator", Administrator],
	])("is free with %s", (_, permissions) => {
		expect(allowed({ permissions })).toEqual(acts);
	});

	test("is free if nobody else listens", () => {
		for (const listeners of [[], ["me"]]) expect(allowed({ listeners })).toEqual(acts);
	});

	test("to skip needs the votes of more than half of the listeners", () => {
		fc.assert(
			fc.property(people, people, (listeners, votes) => {
				const decision = decideAct("skip", standing({ listeners, votes }));
				const others = listeners.filter((id) => id !== "me");
				const wanting = listeners.filter((id) => id === "me" || votes.includes(id));
				const expected = others.length === 0 || wanting.length * 2 > listeners.length;
				expect(decision.allowed).toBe(expected);
				if (!decision.allowed) expect(decision.needed).toBeGreaterThan(decision.votes);
			}),
		);
	});

	test("to stop, move or leave can't be made by votes", () => {
		expect(allowed({ votes: ["me", "you", "them"] })).toEqual(["skip"]);
	});
});

const enough = ViewChannel | Connect | Speak;
const facts = (
	more: Partial<ChannelFacts> = {},
	herald: Partial<ChannelFacts["herald"]> = {},
): ChannelFacts => ({
	channelId: "c",
	stage: false,
	afk: false,
	userLimit: 0,
	occupants: 3,
	...more,
	herald: {
		canView: true,
		permissions: enough,
		inChannel: false,
		muted: false,
		suppressed: false,
		timedOutUntil: null,
		...herald,
	},
});
const full = (permissions: bigint) => facts({ userLimit: 3 }, { permissions });
const now = 1_000_000;

describe("before it joins, Herald checks a channel", () => {
	test.each<[string, ChannelFacts, string | undefined]>([
		["that it was dragged into", facts({}, { permissions: Speak, inChannel: true }), undefined],
		["that it came to unseen", facts({}, { canView: false, permissions: 0n, inChannel: true }), undefined],
		["where it is an administrator", facts({}, { permissions: Administrator }), undefined],
		["that is full with Herald in it", facts({ userLimit: 3 }, { inChannel: true }), undefined],
		["with one place left", facts({ userLimit: 4 }), undefined],
		["that is full, with Move Members", full(enough | MoveMembers), undefined],
		["that is full, with Manage Channels alone", full(enough | ManageChannels), "channel_full"],
		["after a timeout", facts({}, { timedOutUntil: now - 1 }), undefined],
		["that is a stage", facts({ stage: true }, { permissions: ViewChannel | Connect }), undefined],
	])("%s", (_, channel, reason) => {
		expect(checkEntry(channel, now)?.reason).toBe(reason);
	});
});

describe("a member who wants to be heard", () => {
	const member: MemberFacts = {
		channelId: "c",
		permissions: enough,
		muted: false,
		suppressed: false,
		timedOutUntil: null,
	};
	const mayNot = "member_may_not_speak";
	test.each<[string, Partial<MemberFacts>, string | undefined]>([
		["is heard", {}, undefined],
		["is not heard without Speak", { permissions: ViewChannel | Connect }, mayNot],
		["is not heard without Connect", { permissions: ViewChannel | Speak, channelId: "d" }, mayNot],
		["is heard if in the audience of another channel", { suppressed: true, channelId: "d" }, undefined],
	])("%s", (_, more, reason) => {
		expect(checkMember({ ...member, ...more }, "c", now)?.reason).toBe(reason);
	});
});

describe("a queue", () => {
	const text = (userId: string, estimateMs = 1_000) => ({ userId, estimateMs });
	const many = (count: number, estimateMs?: number) =>
		Array.from({ length: count }, (_, n) => text(`member ${n}`, estimateMs));

	test.each([
		["a text that is too long", [], text("me", 180_001), "text_too_long", 180],
		["a member's sixth text", many(5).map(() => text("me")), text("me"), "too_many_of_yours", 5],
		["the fifty-first text", many(50), text("me"), "queue_full", 50],
		["what makes it longer than ten minutes", many(5, 119_900), text("me"), "queue_too_long", 600],
	])("refuses %s", (_, queue, next, reason, limit) => {
		expect(() => admitItem(queue, next, 180_000)).toThrow(
			expect.objectContaining({ detail: { kind: "voice", reason, limit } }),
		);
	});

	test("accepts texts just within every limit", () => {
		admitItem(many(49), text("me"), 180_000);
		admitItem(many(4, 105_000), text("me", 180_000), 180_000);
	});
});
