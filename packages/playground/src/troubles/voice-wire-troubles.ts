import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import { type Texts, writeAll } from "../texts/write.js";
import type { DaveDisturbance } from "../voice/dave/disturbance.ts";
import type { Voice } from "../voice/index.ts";
import type { Guild } from "../world/guild.ts";
import type { Trouble } from "./panel.ts";
import { requireConnection } from "./require-connection.ts";

const lateMs = 1_000;

/**
 * The troubles with the events of a voice connection: its packets in another order, another server without a voice state,
 * and encryption that doesn't fit or isn't there.
 */
export const voiceWireTroubles = (name: string, voice: Voice): readonly Trouble[] => {
	const comesServerFirst = () => voice.packetOrder?.first === "server";
	const comesLate = () => (voice.packetOrder?.gapMs ?? 0) > 0;
	const order = (serverFirst: boolean, late: boolean) => {
		if (!serverFirst && !late) voice.orderPackets();
		else voice.orderPackets({ first: serverFirst ? "server" : "state", gapMs: late ? lateMs : 0 });
	};
	const changeServer = (code: number): Trouble => ({
		id: `change-server-${code}`,
		label: writeAll("changeRegion", { code: String(code) }),
		run: (guild: Guild) => {
			requireConnection(name, voice, guild);
			voice.changeServer(guild, { code });
		},
	});
	const disturbDave = (id: string, label: Texts, how: DaveDisturbance): Trouble => ({
		id,
		label,
		run: (guild: Guild) => {
			requireConnection(name, voice, guild);
			voice.disturbDave(guild, how);
		},
	});
	return [
		{
			id: "server-first",
			label: writeAll("serverFirst"),
			isOn: comesServerFirst,
			run: () => order(!comesServerFirst(), comesLate()),
		},
		{
			id: "late-packets",
			label: writeAll("serverLate"),
			isOn: comesLate,
			run: () => order(comesServerFirst(), !comesLate()),
		},
		changeServer(VoiceCloseCodes.Disconnected),
		changeServer(VoiceCloseCodes.CallTerminated),
		{
			id: "plain-stages",
			label: writeAll("plainStages"),
			isOn: () => voice.leavesStagesPlain,
			run: () => voice.leaveStagesPlain(!voice.leavesStagesPlain),
		},
		disturbDave("dave-wrong-epoch", writeAll("wrongEpoch"), "proposals of another epoch"),
		disturbDave("dave-stuck-epoch", writeAll("stuckEpoch"), "a new epoch"),
	];
};
