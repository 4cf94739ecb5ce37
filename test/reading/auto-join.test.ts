import { expect, onTestFinished, test } from "vitest";
import { AutoJoin, type AutoJoinFacts, decideAutoJoin } from "../../src/reading/auto-join.ts";
import type { ReadingParts } from "../../src/reading/reading-parts.ts";
import { chooseNothing } from "../../src/settings/setting.ts";
import { applyGuildDefaults, guildSettings } from "../../src/settings/settings.ts";
import { startVoiceHerald } from "../voice/support.ts";

const nothing = applyGuildDefaults(chooseNothing(guildSettings));
const facts = (
	change: Partial<Omit<AutoJoinFacts, "reading">> & {
		readonly settings?: Partial<AutoJoinFacts["reading"]["settings"]>;
		readonly spokenIn?: string | null;
	},
): AutoJoinFacts => {
	const { settings = { voiceChat: true, autoJoin: "on-entry" }, spokenIn, ...rest } = change;
	return {
		why: "on-entry",
		channelId: "lounge",
		stage: false,
		afk: false,
		here: undefined,
		sentAway: false,
		quiet: false,
		reading: {
			settings: { ...nothing, ...settings },
			channels: spokenIn === undefined ? [] : [{ channelId: "chat", spokenIn }],
		},
		...rest,
	};
};
const autoJoin = "on-entry" as const;

test.each<[string, Parameters<typeof facts>[0]]>([
	["if the voice channel's chat is read", {}],
	["if a channel is read in any voice channel", { settings: { autoJoin }, spokenIn: null }],
	["if a channel is read in this voice channel", { settings: { autoJoin }, spokenIn: "lounge" }],
	["to a stage that a channel is bound to", { stage: true, spokenIn: "lounge" }],
	["from a channel where nobody listens", { here: { channelId: "other", listened: false } }],
])("Herald joins by itself %s", (_, change) => expect(decideAutoJoin(facts(change))).toBe(true));

test.each<[string, Parameters<typeof facts>[0]]>([
	["the server has quiet hours", { quiet: true }],
	["the server hasn't turned that on", { settings: { voiceChat: true } }],
	[
		"it joins for messages only, and a member just enters",
		{ settings: { voiceChat: true, autoJoin: "on-message" } },
	],
	["nothing is read in this channel", { settings: { autoJoin }, spokenIn: "other" }],
	["the channel is a stage that no channel is bound to", { stage: true }],
	["the channel is the AFK channel", { afk: true }],
	["members listen where Herald is", { here: { channelId: "other", listened: true } }],
	["it is already in the channel", { here: { channelId: "lounge", listened: false } }],
	["it was sent away", { sentAway: true }],
])("Herald doesn't join by itself if %s", (_, change) => expect(decideAutoJoin(facts(change))).toBe(false));

test("Herald rejoins members who stayed after it left by itself, but not after it was sent away", async () => {
	const herald = await startVoiceHerald();
	onTestFinished(() => herald.stop());
	const { home, sessions } = herald;
	await herald.enter(home.owner);
	const read = async () => ({ ...facts({}).reading, ignores: [], sources: [] });
	const options = { voice: sessions, store: { reading: { read } }, clock: { now: () => 0 } };
	const autoJoin = new AutoJoin(options as unknown as ReadingParts);
	const guild = herald.guild();
	const comesAfter = (by: Parameters<typeof autoJoin.noteGone>[2]) => {
		autoJoin.noteOpened(guild.id);
		autoJoin.noteGone(guild, home.voice.id, by);
		return autoJoin.wouldJoin(guild, home.voice.id, "on-entry");
	};
	expect(await Promise.all((["idle", "connection_lost"] as const).map(comesAfter))).toEqual([true, true]);
	for (const by of ["asked", "removed", "call_ended"] as const) expect(await comesAfter(by)).toBe(false);
});
