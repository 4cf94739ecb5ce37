/** A process of its own that changes preferences for ever, and says which change is done. To be killed. */
import { openSqliteStore } from "../../src/store/sqlite/store.ts";

const { preferences } = openSqliteStore(process.argv[2] as string);
for (let n = 0; ; n++) {
	await preferences.changeMember("guild", `member ${n}`, { voice: "Puck" });
	// Waits until the other side has it: what is acknowledged is what was said.
	await new Promise<void>((resolve) => process.send?.(n, undefined, undefined, () => resolve()));
}
