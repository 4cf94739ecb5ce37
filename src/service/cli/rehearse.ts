/** What `npm run simulate` was called before. */
import { tell } from "./run-command.ts";

tell("npm run rehearse is called npm run simulate now.");
await import("./simulate.ts");
