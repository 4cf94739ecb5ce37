import type { DiscordAccess } from "./ask-discord.ts";
import type { Options } from "./options.ts";
import type { Terminal } from "./terminal.ts";

/** What each step of the setup works with. */
export interface Context {
	readonly terminal: Terminal;
	readonly options: Options;
	/** The settings as Herald reads them: those of the environment, else of the file. */
	readonly environment: NodeJS.ProcessEnv;
	/** The settings of the file. */
	readonly settings: Readonly<Record<string, string>>;
	/** The file's name, as it is shown. */
	readonly file: string;
	/** How Discord is asked, but for the token. */
	readonly asking: Omit<DiscordAccess, "token">;
	/** Waits so many ms; rejects when the signal aborts. */
	readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}
