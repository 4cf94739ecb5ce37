/** The old name of `npm run simulate`. */
import { tell } from "./run-command.ts";

tell("npm run rehearse is now npm run simulate.");
await import("./simulate.ts");
