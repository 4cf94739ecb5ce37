import { readRows } from "@herald/common/testing/read-rows.ts";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { expect, test } from "vitest";
import {
	type AuthorFacts,
	decide,
	decideEarly,
	findReadPrefix,
	type MessageFacts,
	type SkipReason,
} from "../../src/reading/skip-reasons.ts";
import { applyGuildDefaults, chooseNothing, guildSettings } from "../../src/settings/settings.ts";

const readingDefaults = applyGuildDefaults(chooseNothing(guildSettings));

const speaks = PermissionFlagsBits.Connect | PermissionFlagsBits.Speak;
const now = Date.UTC(2026, 0, 1);

type MemberAuthor = Extract<AuthorFacts, { kind: "member" }>;
const anna: MemberAuthor = {
	kind: "member",
	id: "anna",
	roles: ["friends"],
	manages: false,
	optedOut: false,
	voice: { channelId: "lounge", permissions: speaks, muted: false, suppressed: false, timedOutUntil: null },
};

/** The facts of a message that is read. */
const fine: MessageFacts = {
	mode: "all",
	mentionsHerald: false,
	voiceChannelId: "lounge",
	paused: false,
	channel: { id: "general", isPrivateThread: false },
	author: anna,
	isOrdinary: true,
	isSilent: false,
	content: "Hello",
	presets: [],
	settings: readingDefaults,
	channels: [{ channelId: "general", spokenIn: null }],
	ignores: [],
	sources: [],
	now,
	listeners: "may_view",
	forwarded: undefined,
	forbidden: undefined,
	speakable: "something",
	load: undefined,
};

type Change = (facts: MessageFacts) => MessageFacts;

/** Changes the author if they are a member. */
const member =
	(change: (author: MemberAuthor) => Partial<MemberAuthor>): Change =>
	(facts) => {
		const { author } = facts;
		return author.kind === "member" ? { ...facts, author: { ...author, ...change(author) } } : facts;
	};
const voice = (change: Partial<MemberAuthor["voice"]>): Change =>
	member((author) => ({ voice: { ...author.voice, ...change } }));
const set =
	(change: Partial<MessageFacts>): Change =>
	(facts) => ({ ...facts, ...change });
const choose =
	(change: Partial<MessageFacts["settings"]>): Change =>
	(facts) => ({ ...facts, settings: { ...facts.settings, ...change } });
const ignore =
	(kind: "user" | "role" | "prefix", value: string): Change =>
	(facts) => ({ ...facts, ignores: [...facts.ignores, { kind, value }] });

/** For each reason, a change that makes it apply, in the order in which reasons are checked. */
const spoilers: readonly (readonly [SkipReason, Change])[] = [
	["reading_off", set({ mode: "off" })],
	["not_in_voice", set({ voiceChannelId: undefined })],
	["paused", set({ paused: true })],
	["quiet_hours", choose({ quietHours: { from: 0, to: 1_439 } })],
	["private_thread", set({ channel: { id: "general", isPrivateThread: true } })],
	["channel_not_read", set({ channels: [] })],
	["spoken_elsewhere", set({ channels: [{ channelId: "general", spokenIn: "stage" }] })],
	["own_message", set({ author: { kind: "herald" } })],
	["bot_not_read", set({ author: { kind: "bot", id: "bot", roles: [] } })],
	["bot_not_read", set({ author: { kind: "webhook", id: "hook" } })],
	["not_ordinary", set({ isOrdinary: false })],
	// `fine` doesn't mention Herald, so it isn't read in the mode `mentions`.
	["mentions_only", set({ mode: "mentions" })],
	["silent", set({ isSilent: true })],
	["opted_out", member(() => ({ optedOut: true }))],
	["ignored_member", ignore("user", "anna")],
	["ignored_role", ignore("role", "friends")],
	["ignored_prefix", ignore("prefix", "hell")],
	["no_prefix", choose({ readPrefix: ";" })],
	["role_required", choose({ speakerRole: "speakers" })],
	["role_required", choose({ readRole: "readers" })],
	["author_timed_out", voice({ timedOutUntil: now + 1 })],
	["not_listening", voice({ channelId: "other" })],
	["author_muted", voice({ muted: true })],
	["author_may_not_speak", voice({ permissions: PermissionFlagsBits.Connect })],
	["forwarded_opted_out", set({ forwarded: "forwarded_opted_out" })],
	["nobody_listens", set({ listeners: "none" })],
	["listener_may_not_view", set({ listeners: "may_not_view" })],
	["forbidden_word", set({ forbidden: "text" })],
	["forbidden_name", set({ forbidden: "name" })],
	["unspeakable", set({ speakable: "nothing" })],
	["unread_script", set({ speakable: "foreign" })],
	["too_fast", set({ load: "too_fast" })],
	["repeated", set({ load: "repeated" })],
	["member_over_share", set({ load: "member_over_share" })],
	["guild_over_share", set({ load: "guild_over_share" })],
];

const told = (facts: MessageFacts): SkipReason | "read" => {
	const verdict = decide(facts);
	return verdict.read ? "read" : verdict.reason;
};

/**
 * Reasons whose changes mostly set the same fact, so that the later change undoes the earlier one. Pairs of them aren't
 * tested.
 */
const oneOfAKind: readonly (readonly SkipReason[])[] = [
	["reading_off", "mentions_only"],
	["private_thread", "channel_not_read", "spoken_elsewhere"],
	["own_message", "bot_not_read"],
	["forbidden_word", "forbidden_name"],
	["unspeakable", "unread_script"],
	["too_fast", "repeated", "member_over_share", "guild_over_share"],
	["nobody_listens", "listener_may_not_view"],
];
const pairs = spoilers.flatMap(([earlier, spoilEarlier], at) =>
	spoilers
		.slice(at + 1)
		.filter(([later]) => !oneOfAKind.some((kind) => kind.includes(earlier) && kind.includes(later)))
		.map(([later, spoilLater]) => ({ earlier, later, spoilEarlier, spoilLater })),
);

test("if several reasons apply, the earliest in the order of checks is given", () => {
	for (const [reason, spoil] of spoilers) expect(told(spoil(fine))).toBe(reason);
	for (const { earlier, later, spoilEarlier, spoilLater } of pairs)
		for (const facts of [spoilLater(spoilEarlier(fine)), spoilEarlier(spoilLater(fine))]) {
			expect(told(facts), `${earlier}, not ${later}`).toBe(earlier);
			// An early decision is the final one.
			expect([undefined, earlier]).toContain(decideEarly(facts));
		}
});

const allOf =
	(...changes: readonly Change[]): Change =>
	(facts) =>
		changes.reduce((changed, change) => change(changed), facts);
const inChat = (id: string) =>
	allOf(set({ channels: [], channel: { id, isPrivateThread: false } }), choose({ voiceChat: true }));
const ofBot = set({ author: { kind: "bot", id: "bot", roles: [] }, sources: [{ kind: "bot", id: "bot" }] });

test.each<[string, SkipReason | "read", Change]>([
	["in the chat of Herald's own voice channel, once that is on", "read", inChat("lounge")],
	["in the chat of another voice channel", "channel_not_read", inChat("other")],
	[
		"of a bot that is listed, without the speakers' role",
		"read",
		allOf(ofBot, choose({ speakerRole: "speakers" })),
	],
	[
		"of a webhook with a listed bot's id",
		"bot_not_read",
		allOf(ofBot, set({ author: { kind: "webhook", id: "bot" } })),
	],
	["with the default prefix", "ignored_prefix", set({ content: " // not this" })],
])("a message %s: %s", (_, expected, change) => {
	expect(told(change(fine))).toBe(expected);
});

const preset = (prefix: string) => {
	return { name: `preset ${prefix}`, voice: "Leda", style: null, language: null, speed: null, prefix };
};
type Row = [content: string, required: string, presets: string, told: string, spoken: string];
test.each(readRows<Row>(import.meta.url, "prefixes.tsv"))(
	"“%s”, where the prefix “%s” is required, with presets for “%s”, gets the verdict %s and the preset for “%s”",
	(content, required, prefixes, verdict, spoken) => {
		const readPrefix = required || null;
		const presets = prefixes.split(" ").filter(Boolean).map(preset);
		expect(told({ ...choose({ readPrefix })(fine), content, presets })).toBe(verdict);
		expect(findReadPrefix(content, readPrefix, presets)?.preset ?? "").toBe(spoken && `preset ${spoken}`);
	},
);
