import { ApplicationFlags, GatewayIntentBits } from "discord.js";

/** The messages whose content reaches Herald: all, only those that mention it, or none. */
export type ReadingMode = "all" | "mentions" | "off";

/** Why the mode isn't `all`: the operator's setting, or an intent that Discord doesn't grant or has withdrawn. */
export type ReadingHindrance = "setting" | "not_granted";

/** The operator's setting: as much as Discord grants, only mentions of Herald, or nothing. */
export type ReadMessages = "auto" | "mentions" | "off";

const always = GatewayIntentBits.Guilds | GatewayIntentBits.GuildVoiceStates;
/** For messages, and for bans, so that messages of banned members aren't read. Neither intent is privileged. */
const forMessages = GatewayIntentBits.GuildMessages | GatewayIntentBits.GuildModeration;
const contentFlags = ApplicationFlags.GatewayMessageContent | ApplicationFlags.GatewayMessageContentLimited;

/** Which messages Herald may read, and the intents that it requests for them. */
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

	/** Why `mode` isn't "all"; undefined if it is. */
	get hindrance(): ReadingHindrance | undefined {
		if (this.setting !== "auto") return "setting";
		return this.#isGranted ? undefined : "not_granted";
	}

	get intents(): number {
		const { mode } = this;
		if (mode === "off") return always;
		return mode === "all" ? always | forMessages | GatewayIntentBits.MessageContent : always | forMessages;
	}

	/** Reads in the application's flags whether Discord grants the Message Content intent. */
	learn(applicationFlags: number): void {
		this.#isGranted = (applicationFlags & contentFlags) !== 0;
	}

	/**
	 * Drops Message Content until the next start. Call it if Discord has refused the intents (close code 4014).
	 *
	 * @returns whether the login can be tried with fewer intents
	 */
	giveUp(): boolean {
		if (this.mode !== "all") return false;
		this.#isGranted = false;
		return true;
	}
}
