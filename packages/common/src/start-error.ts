/** A kind of reason not to start; process/refuse-to-start.js has the exit code of each. */
export type StartReason = "node" | "settings" | "discord" | "data" | "storage" | "other" | "bug";

/** A program can't start: the message is one sentence for the operator, and says all there is to say. */
export class StartError extends Error {
	override readonly name: string = "StartError";
	readonly reason: StartReason = "other";
}
