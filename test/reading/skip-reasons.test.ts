import { PermissionFlagsBits } from "discord-api-types/v10";
import { describe, expect, test } from "vitest";
import {
	type AuthorFacts,
	decide,
	decideEarly,
	defaultPrefix,
	findReadPrefix,
	type MessageFacts,
	type SkipReason,
} from "../../src/reading/skip-reasons.ts";
import { chooseNothing } from "../../src/settings/setting.ts";
import { applyGuildDefaults, guildSettings } from "../../src/settings/settings.ts";

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

const witch = {
	name: "Old Witch",
	voice: "Leda",
	style: null,
	language: null,
	speed: null,
	prefix: "!w",
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

test("a member's message in a channel that is read is read", () => {
	expect(told(fine)).toBe("read");
	expect(decideEarly(fine)).toBeUndefined();
});

test.each(spoilers)("the reason %s keeps a message from being read", (reason, spoil) => {
	expect(told(spoil(fine))).toBe(reason);
});

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

test.each(pairs)(
	"if both apply, $earlier is given as the reason and not $later",
	({ earlier, spoilEarlier, spoilLater }) => {
		for (const facts of [spoilLater(spoilEarlier(fine)), spoilEarlier(spoilLater(fine))]) {
			expect(told(facts)).toBe(earlier);
			// An early decision is the final one.
			expect([undefined, earlier]).toContain(decideEarly(facts));
		}
	},
);

const read: readonly (readonly [string, Change])[] = [
	[
		"in the chat of Herald's own voice channel, once that is on",
		set({
			channels: [],
			channel: { id: "lounge", isPrivateThread: false },
			settings: { ...readingDefaults, voiceChat: true },
		}),
	],
	[
		"in a channel bound to the voice channel",
		set({ channels: [{ channelId: "general", spokenIn: "lounge" }] }),
	],
	[
		"of a bot that is listed, wherever it is and without the speakers' role",
		set({
			author: { kind: "bot", id: "bot", roles: [] },
			sources: [{ kind: "bot", id: "bot" }],
			settings: { ...readingDefaults, speakerRole: "speakers" },
		}),
	],
	[
		"of a webhook that is listed",
		set({ author: { kind: "webhook", id: "hook" }, sources: [{ kind: "webhook", id: "hook" }] }),
	],
	["that mentions Herald, in mention mode", set({ mode: "mentions", mentionsHerald: true })],
	[
		"of somebody outside, if not only listeners are read",
		(facts) =>
			set({ settings: { ...readingDefaults, listenersOnly: false } })(voice({ channelId: null })(facts)),
	],
	[
		"of a manager without the speakers' role",
		(facts) =>
			set({ settings: { ...readingDefaults, speakerRole: "speakers" } })(
				member(() => ({ manages: true }))(facts),
			),
	],
	[
		"that begins with the default prefix, once there is another",
		(facts) => set({ content: "// hello" })(ignore("prefix", "!")(facts)),
	],
];
test.each(read)("a message is read %s", (_, change) => {
	expect(told(change(fine))).toBe("read");
});

const skipped: readonly (readonly [string, SkipReason, Change])[] = [
	["begins with the default prefix", "ignored_prefix", set({ content: ` ${defaultPrefix} not this` })],
	["begins with a prefix in other letters", "ignored_prefix", ignore("prefix", "HELLO")],
	[
		"is in the chat of a voice channel that is off",
		"channel_not_read",
		set({ channel: { id: "lounge", isPrivateThread: false } }),
	],
	[
		"is in the chat of another voice channel than Herald's",
		"channel_not_read",
		set({
			channel: { id: "other", isPrivateThread: false },
			settings: { ...readingDefaults, voiceChat: true },
		}),
	],
	[
		"is a webhook's with the id of a bot that is listed",
		"bot_not_read",
		set({ author: { kind: "webhook", id: "same" }, sources: [{ kind: "bot", id: "same" }] }),
	],
	[
		"is a listed bot's that is ignored",
		"ignored_member",
		(facts) =>
			set({ author: { kind: "bot", id: "bot", roles: [] }, sources: [{ kind: "bot", id: "bot" }] })(
				ignore("user", "bot")(facts),
			),
	],
	["is a manager's who opted out", "opted_out", member(() => ({ manages: true, optedOut: true }))],
	["is a member's in a stage's audience", "author_may_not_speak", voice({ suppressed: true })],
	[
		"is in Herald's own chat, where somebody may not view it",
		"listener_may_not_view",
		(facts) => ({
			...facts,
			channel: { id: "lounge", isPrivateThread: false },
			settings: { ...readingDefaults, voiceChat: true },
			listeners: "may_not_view",
		}),
	],
];
test.each(skipped)("a message isn't read that %s", (_, reason, change) => {
	expect(told(change(fine))).toBe(reason);
});

describe("a message with prefixes", () => {
	const wizard = { ...witch, name: "Wizard", prefix: "!" };
	test.each([
		[";hello", ";", [], "read", undefined],
		["  ; hello", ";", [], "read", undefined],
		["；こんにちは", ";", [], "read", undefined],
		["hello", ";", [], "no_prefix", undefined],
		["", ";", [], "no_prefix", undefined],
		["TTS hello", "tts", [], "read", undefined],
		["ttsuki", "tts", [], "no_prefix", undefined],
		["// not this", "/", [], "ignored_prefix", undefined],
		["/ but this", "/", [], "read", undefined],
		["// this", "//", [], "read", undefined],
		["!w hello", null, [witch], "read", "Old Witch"],
		["!W hello", ";", [witch], "read", "Old Witch"],
		["!w hello", "!", [wizard, witch], "read", "Old Witch"],
		["!x hello", "!", [wizard, witch], "read", "Wizard"],
		["!x hello", "!x", [wizard, witch], "read", undefined],
		["hello", null, [witch], "read", undefined],
	] as const)(
		"such as “%s”, where “%s” is required, with the presets %j, gets the verdict %s and the preset %s",
		(content, readPrefix, presets, told, preset) => {
			const facts = { ...fine, content, presets, settings: { ...readingDefaults, readPrefix } };
			const verdict = decide(facts);
			expect(verdict.read ? "read" : verdict.reason).toBe(told);
			expect(findReadPrefix(content, readPrefix, presets)?.preset).toBe(preset);
		},
	);
});
