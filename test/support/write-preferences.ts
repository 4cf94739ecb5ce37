/** A process of its own that changes preferences for ever, and says which change is done. To be killed. */
import { openDatabase } from "../../src/store/open.ts";
import { Preferences } from "../../src/store/preferences.ts";

const preferences = new Preferences(
	openDatabase(process.argv[2] as string, new URL("../../migrations/bot", import.meta.url)),
);
for (let n = 0; ; n++) {
	preferences.changeMember("guild", `member ${n}`, { voice: "Puck" });
	// Waits until the other side has it: what is acknowledged is what was said.
	await new Promise<void>((resolve) => process.send?.(n, undefined, undefined, () => resolve()));
}
