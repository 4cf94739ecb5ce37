import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { type Member, startPlayground } from "@herald/playground";
import { ChannelType } from "discord-api-types/v10";
import { serverPanel } from "../test/support/server-panel.ts";
import { startUpstream } from "../test/support/upstream.ts";
import type { Result } from "./index.ts";
import { describeWorld, HeraldProcess } from "./support/herald-process.ts";
import type { Turns } from "./support/longest-turn.ts";

const token = "bench";
const channelCount = 500;
/** How many voice states are measured, and how far they are apart, in ms. */
const stateCount = 200;
const everyMs = 5;
/** Until nothing is left to do of what came before, in ms. */
const settleMs = 1_000;
const settledMs = 20;

type Place = "spread over all channels" | "in Herald's channel" | "on a busy stage";

/** @returns when Herald has nothing left to do */
const settle = async (herald: HeraldProcess): Promise<void> => {
	do await wait(settleMs);
	while ((await herald.ask<Turns>("turns")).longestMs > settledMs);
};

const measurePlace = async (people: number, place: Place): Promise<Result["rows"][number]> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const voices = Array.from({ length: channelCount - 2 }, (_, n) => ({
		name: `voice ${n}`,
		type: ChannelType.GuildVoice as const,
	}));
	const playground = await startPlayground({
		logger: createLogger("playground", "fatal"),
		botToken: token,
		// Nobody is heard here.
		daveVersion: 0,
		guilds: [
			{
				name: "Full",
				members: [{ username: "owner" }],
				channels: [{ name: "general" }, { name: "stage", type: ChannelType.GuildStageVoice }, ...voices],
			},
		],
	});
	const upstream = await startUpstream();
	const herald = new HeraldProcess(
		new URL("./support/stalled-bot.ts", import.meta.url),
		describeWorld({ dataDir, token, playground, upstream }),
	);
	try {
		const guild = [...playground.guilds.values()][0];
		if (!guild) throw new Error("The guild isn't there");
		const channels = [...guild.channels.values()];
		const [stage] = channels.filter(({ type }) => type === ChannelType.GuildStageVoice);
		const rooms = channels.filter(({ type }) => type === ChannelType.GuildVoice);
		const here = place === "on a busy stage" ? stage : rooms[0];
		const owner = [...guild.members.values()].find(({ user }) => user.id === guild.ownerId);
		if (!here || !owner) throw new Error("The guild isn't as it should be");
		const crowd: Member[] = Array.from({ length: people }, (_, n) =>
			playground.addMember(guild, { username: `member${n}` }),
		);
		const homeOf = (n: number) =>
			(place === "spread over all channels" ? rooms[n % rooms.length] : here) ?? here;
		for (const [n, member] of crowd.entries()) playground.voice.join(member, homeOf(n));
		playground.voice.join(owner, here);
		await herald.start();
		await serverPanel(playground, owner).set({ voiceChat: true, listenersOnly: false });
		await playground.command(owner, "join").firstAnswer();
		playground.post(owner, "Something to read, so that reading has begun.", { channel: here });
		await settle(herald);
		const before = await herald.ask<Turns>("turns");
		let longestMs = 0;
		for (let n = 0; n < stateCount; n += 1) {
			const at = (n * 7) % people;
			const member = crowd[at];
			if (!member) continue;
			// Some come and go, the others mute themselves.
			if (n % 4 === 0) playground.voice.leave(member);
			else if (n % 4 === 1)
				playground.voice.join(crowd[((n - 1) * 7) % people] ?? member, homeOf(((n - 1) * 7) % people));
			else playground.voice.setSelfMute(member, n % 4 === 2);
			await wait(everyMs);
			if (n % 10 === 0) longestMs = Math.max(longestMs, (await herald.ask<Turns>("turns")).longestMs);
		}
		await settle(herald);
		const after = await herald.ask<Turns>("turns");
		const beforeMessage = after.allMs;
		playground.post(owner, "One message.", { channel: here });
		await settle(herald);
		const message = await herald.ask<Turns>("turns");
		return {
			people,
			where: place,
			"ms a voice state": ((after.allMs - before.allMs) / stateCount).toFixed(2),
			"longest turn, ms": longestMs.toFixed(0),
			"ms a message": (message.allMs - beforeMessage).toFixed(0),
		};
	} finally {
		await herald.end("SIGKILL");
		await playground.stop();
		await upstream.close();
		rmSync(dataDir, { recursive: true, force: true });
	}
};

/** What one voice state costs in a crowd, in processor time of the event loop: the same with ten people and thousands. */
export const run = async (
	given: readonly string[],
	tell: (row: Result["rows"][number]) => void,
): Promise<Result> => {
	const counts = given.length > 0 ? given.map(Number) : [10, 600, 1_000, 5_000];
	const places: readonly Place[] = ["spread over all channels", "in Herald's channel", "on a busy stage"];
	const rows: Result["rows"][number][] = [];
	for (const place of places)
		for (const people of counts) {
			const row = await measurePlace(people, place);
			rows.push(row);
			tell(row);
		}
	return { title: `${stateCount} voice states in a server of ${channelCount} channels, read aloud`, rows };
};
