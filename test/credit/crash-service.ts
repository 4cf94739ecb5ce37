/**
 * The credit part of the speech service, in a process that can be
 * killed. Its clock jumps, so that no limit on attempts applies.
 */
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import {
	createService,
	openCodeSecret,
	openFirstKey,
	openServiceDatabase,
} from "@herald/service/testing/internals.ts";

const [dataDir = "", port = "0"] = process.argv.slice(2);
let leaps = 0;
const now = (): number => Date.now() + leaps * 30 * 60_000;

const database = openServiceDatabase(dataDir);
const { key } = openFirstKey(database, join(dataDir, "speech-service.key"), 0);
const app = createService({
	database,
	secret: openCodeSecret(dataDir),
	engine: {
		speak: () => Promise.reject(new Error("this service only redeems")),
		spoken: () => ({ languages: new Map(), casts: new Map() }),
	},
	logger: createLogger("service", "silent"),
	now,
});
app.addHook("onRequest", async () => {
	leaps += 1;
});
const origin = await app.listen({ host: "127.0.0.1", port: Number(port) });
process.on("disconnect", () => process.exit(0));
flushCompileCache();
process.send?.({ origin, key });
