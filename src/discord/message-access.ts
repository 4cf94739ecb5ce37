import { ApplicationFlags, GatewayIntentBits } from "discord.js";

/** Which messages reach Herald with their content: all, only those that mention it, or none. */
export type ReadingMode = "all" | "mentions" | "off";

/** Why it isn't all: the operator's setting, or an intent that Discord doesn't grant, or no longer. */
export type ReadingHindrance = "setting" | "not_granted";

/** The operator's setting: as much as Discord grants, only mentions of Herald, or nothing. */
export type ReadMessages = "auto" | "mentions" | "off";

const always = GatewayIntentBits.Guilds | GatewayIntentBits.GuildVoiceStates;
/** Messages, and bans, so that messages of banned members aren't read. Neither intent is privileged. */
const forMessages = GatewayIntentBits.GuildMessages | GatewayIntentBits.GuildModeration;
const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Which messages Herald may read, and the intents to ask the gateway for. */
export class MessageAccess {
	readonly setting: ReadMessages;
	#isGranted = false;

	constructor(setting: ReadMessages) {
		this.setting = setting;
	}

	get mode(): ReadingMode {
		if (this.setting !== "auto") return this.setting;
		return this.#isGranted ? "all" : "mentions";
	}

	/** Why `mode` isn't "all"; undefined when it is. */
	get hindrance(): ReadingHindrance | undefined {
		if (this.setting !== "auto") return "setting";
		return this.#isGranted ? undefined : "not_granted";
	}

	get intents(): number {
		const { mode } = this;
		if (mode === "off") return always;
		return mode === "all" ? always | forMessages | GatewayIntentBits.MessageContent : always | forMessages;
	}

	/** Learns from the application's flags whether Discord grants the Message Content intent. */
	learn(applicationFlags: number): void {
		this.#isGranted = (applicationFlags & contentFlags) !== 0;
	}

	/**
	 * Discord has refused the intents (close code 4014): drops Message Content until the next start.
	 *
	 * @returns whether fewer intents are left to try
	 */
	giveUp(): boolean {
		if (this.mode !== "all") return false;
		this.#isGranted = false;
		return true;
	}
}
