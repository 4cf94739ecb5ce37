/** A process that changes preferences until it is killed, and reports each finished change. */
import { inGuild } from "../../src/shared/party.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";

const { settings } = openSqliteStore(process.argv[2] as string);
for (let n = 0; ; n++) {
	await settings.changeMember(inGuild("guild"), `member ${n}`, { voice: "Puck" });
	// Waits until the other side has the message, so that every reported change is received.
	await new Promise<void>((resolve) => process.send?.(n, undefined, undefined, () => resolve()));
}
