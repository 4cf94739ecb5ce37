/** What `npm run simulate` was called before. */
import { tell } from "./run-command.ts";

tell("npm run rehearse is now npm run simulate.");
await import("./simulate.ts");
