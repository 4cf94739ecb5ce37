import { expect, onTestFinished, test } from "vitest";
import { AutoJoin, type AutoJoinFacts, decideAutoJoin } from "../../src/reading/auto-join.ts";
import type { ReadingParts } from "../../src/reading/reading-parts.ts";
import { applyGuildDefaults, chooseNothing, guildSettings } from "../../src/settings/settings.ts";
import { startVoiceHerald } from "../voice/support.ts";
import given from "./auto-join.json" with { type: "json" };

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
type Row = [what: string, change: Parameters<typeof facts>[0]];
test.each(given.joins as unknown as Row[])("Herald joins by itself %s", (_, change) =>
	expect(decideAutoJoin(facts(change))).toBe(true),
);
test.each(given.stays as unknown as Row[])("Herald doesn't join by itself if %s", (_, change) =>
	expect(decideAutoJoin(facts(change))).toBe(false),
);

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
