import type { ControlParts } from "../members/control.ts";
import type { Faults } from "../troubles/faults.ts";
import type { TroublePanel } from "../troubles/panel.ts";
import type { Commands } from "../world/commands.ts";
import type { FirstStep } from "./first-step.ts";
import type { PagePresence } from "./page-presence.ts";

/** What the page's server works on. */
export interface PageParts extends ControlParts {
	readonly commands: Commands;
	readonly troubles: TroublePanel;
	/** What happens to requests for the files of messages and commands. */
	readonly fileFaults: Faults;
	readonly presence: PagePresence;
	readonly firstSteps: readonly FirstStep[];
}
