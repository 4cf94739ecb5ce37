import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import { VoiceCloseCodes } from "discord-api-types/voice/v8";
import { InputError } from "../checks/form.ts";
import type { Parts } from "../parts.ts";
import { type TextKey, writeAll } from "../texts/write.js";
import type { DaveDisturbance } from "../voice/dave/group.ts";
import type { Voice } from "../voice/index.ts";
import { type Channel, type Guild, isVoice } from "../world/guild.ts";
import { mayDo } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { type Trouble, untilUsed } from "./faults.ts";

/** Requests that edit the answer to an interaction, or send a follow-up. */
const answers = { method: ["PATCH", "POST"], path: /^\/webhooks\/\d+\/[^/]+(\/messages\/[^/]+)?$/ };
const anyFile = { method: "GET", path: /^\/attachments\// };

const trouble = (id: string, label: TextKey, act: Pick<Trouble, "run" | "isOn">, values = {}): Trouble => ({
	id,
	label: writeAll(label, values),
	...act,
});

/** @returns a trouble with the next request that matches a planned fault */
const once = (id: string, label: TextKey, plan: Parameters<typeof untilUsed>[0]): Trouble =>
	trouble(id, label, untilUsed(plan));

/**
 * @returns the page's troubles: in voice channels, with the gateway, with answers to the application's requests, and with
 *   files, which have addresses outside the API
 */
export const listTroubles = ({ world, gateway, interactions, ...parts }: Parts): Trouble[] => [
	...voiceTroubles(world, parts.voice),
	trouble("drop-gateway", "dropGateway", { run: () => gateway.drop() }),
	trouble("forget-sessions", "forgetSession", { run: () => gateway.forgetSessions() }),
	once("refuse-answer", "refuseAnswer", () => parts.faults.fail(answers, 403, 50_013, "Missing Permissions")),
	once("limit-request", "limitRate", () => parts.faults.rateLimit({ path: /./ }, 1)),
	{
		id: "lose-file",
		label: { en: "Lose the next file that is fetched (404)", de: "Nächste abgerufene Datei verlieren (404)" },
		...untilUsed(() => parts.fileFaults.page(anyFile, 404)),
	},
	{
		id: "hold-file",
		label: { en: "Never deliver the next file that is fetched", de: "Nächste abgerufene Datei nie liefern" },
		// Nobody keeps what would release it.
		...untilUsed(() => parts.fileFaults.hold(anyFile)),
	},
	{
		id: "redirect-file",
		label: { en: "Redirect the next file that is fetched", de: "Nächste abgerufene Datei umleiten" },
		...untilUsed(() => parts.fileFaults.redirect(anyFile, "http://127.0.0.1:9/elsewhere")),
	},
	trouble("hide-mentions", "unresolvedMentions", {
		isOn: () => !interactions.resolvesMentions,
		run: () => {
			interactions.resolvesMentions = !interactions.resolvesMentions;
		},
	}),
	trouble("withdraw-content", "withdrawContent", {
		isOn: () => world.messageContent === "refused",
		run: () => gateway.grantMessageContent(world.messageContent === "refused" ? "limited" : "refused"),
	}),
];

/** @returns the channel to move the application to: the guild's first voice channel that it isn't in */
const nextChannel = ({ bot, channels, voiceStates }: Guild): Channel => {
	const current = voiceStates.get(bot.user.id)?.channelId;
	for (const channel of channels.values())
		if (channel.type === ChannelType.GuildVoice && channel.id !== current) return channel;
	throw new InputError("noOtherVoice");
};

const voiceOf = ({ channels }: Guild): Channel[] => [...channels.values()].filter(isVoice);
const isHidden = (channel: Channel): boolean => !mayDo(channel.guild.bot, "ViewChannel", channel);

const lateMs = 1_000;

/**
 * @returns the troubles in voice channels: moderators' measures, lost connections, events late or in another order, a
 *   change of the voice server without a voice state, and missing or disturbed encryption
 */
const voiceTroubles = (world: World, voice: Voice): readonly Trouble[] => {
	const name = world.application.username;
	/** @returns an act that throws an InputError unless the application has a voice connection for the guild */
	const ifConnected = (act: (guild: Guild) => void) => (guild: Guild) => {
		if (!voice.isConnected(guild)) throw new InputError("notConnected", { name });
		act(guild);
	};
	const comesServerFirst = () => voice.packetOrder?.first === "server";
	const comesLate = () => (voice.packetOrder?.gapMs ?? 0) > 0;
	const order = (serverFirst: boolean, late: boolean) => {
		if (!serverFirst && !late) voice.orderPackets();
		else voice.orderPackets({ first: serverFirst ? "server" : "state", gapMs: late ? lateMs : 0 });
	};
	const ofBot = (id: string, label: TextKey, act: Pick<Trouble, "run" | "isOn">) =>
		trouble(id, label, act, { name });
	const changeServer = (code: number) => {
		const run = ifConnected((guild) => voice.changeServer(guild, { code }));
		return trouble(`change-server-${code}`, "changeRegion", { run }, { code: String(code) });
	};
	const disturbDave = (how: DaveDisturbance) => ({
		run: ifConnected((guild) => voice.disturbDave(guild, how)),
	});
	return [
		ofBot("kick-bot", "kickBot", { run: ({ bot }) => voice.kick(bot) }),
		ofBot("move-bot", "moveBot", {
			run: (guild) => {
				voice.states.of(guild.bot);
				voice.move(guild.bot, nextChannel(guild));
			},
		}),
		ofBot("mute-bot", "muteBot", {
			isOn: ({ bot }) => bot.mute,
			run: ({ bot }) => voice.setServerMute(bot, !bot.mute),
		}),
		ofBot("hide-voice", "hideVoice", {
			isOn: (guild) => voiceOf(guild).some((channel) => isHidden(channel)),
			run: (guild) => {
				const channels = voiceOf(guild);
				const deny = String(channels.some(isHidden) ? 0n : PermissionFlagsBits.ViewChannel);
				const overwrite = { id: guild.bot.user.id, type: OverwriteType.Member, allow: "0", deny };
				for (const channel of channels) world.setOverwrite(channel, overwrite);
			},
		}),
		ofBot("speaker-bot", "speakerBot", {
			isOn: ({ bot, voiceStates }) =>
				voice.isOnStage(bot) && voiceStates.get(bot.user.id)?.suppress === false,
			run: ({ bot }) => {
				if (!voice.isOnStage(bot)) throw new InputError("onNoStage", { name });
				voice.setSuppressed(bot, !voice.states.of(bot).suppress);
			},
		}),
		trouble("drop-voice", "dropVoice", { run: ifConnected((guild) => voice.drop(guild)) }),
		trouble("server-first", "serverFirst", {
			isOn: comesServerFirst,
			run: () => order(!comesServerFirst(), comesLate()),
		}),
		trouble("late-packets", "serverLate", {
			isOn: comesLate,
			run: () => order(comesServerFirst(), !comesLate()),
		}),
		changeServer(VoiceCloseCodes.Disconnected),
		changeServer(VoiceCloseCodes.CallTerminated),
		trouble("plain-stages", "plainStages", {
			isOn: () => voice.troubles.stagesPlain,
			run: () => {
				voice.troubles.stagesPlain = !voice.troubles.stagesPlain;
			},
		}),
		trouble("dave-wrong-epoch", "wrongEpoch", disturbDave("proposals of another epoch")),
		trouble("dave-stuck-epoch", "stuckEpoch", disturbDave("a new epoch")),
	];
};
