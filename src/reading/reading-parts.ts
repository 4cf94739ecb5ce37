import type { Logger } from "@herald/common/log.ts";
import type { Client } from "discord.js";
import type { ReadingMode } from "../discord/message-events.ts";
import type { Say } from "../say/say.ts";
import type { Clock } from "../shared/clock.ts";
import type { UnderWay } from "../shared/under-way.ts";
import type { Store } from "../store/store.ts";
import type { SessionControl } from "../voice/session-control.ts";
import type { Examiner } from "./examiner.ts";
import type { LeakGuard } from "./leak-guard.ts";

export interface ReadingParts {
	readonly voice: SessionControl;
	readonly store: Pick<Store, "reading" | "readingNotes" | "settings">;
	readonly client: Client;
	readonly say: Say;
	readonly examiner: Examiner;
	readonly guard: LeakGuard;
	readonly edits: UnderWay;
	readonly clock: Clock;
	readonly logger: Logger;
	/** @returns which messages reach Herald */
	readonly mode: () => ReadingMode;
	/** Whether Herald works in a guild and isn't stopping. */
	readonly admits: (guildId: string) => boolean;
}
