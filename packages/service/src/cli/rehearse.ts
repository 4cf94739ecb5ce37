/** The old name of `npm run simulate`. */
import { report } from "./run-command.ts";

report("npm run rehearse is now npm run simulate.");
await import("./simulate.ts");
