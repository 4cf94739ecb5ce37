import type { exitCodes } from "./process/refuse-to-start.js";

/** A kind of reason not to start. */
export type StartReason = keyof typeof exitCodes;

/** A program can't start: the message is one sentence for the operator, and says all there is to say. */
export class StartError extends Error {
	override readonly name: string = "StartError";
	readonly reason: StartReason = "other";
}
