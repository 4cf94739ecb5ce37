/** A kind of reason not to start; process/refuse-to-start.js has the exit code of each. */
export type StartReason = "node" | "settings" | "discord" | "data" | "storage" | "other" | "bug";

/** A program can't start. The message is one complete sentence for the operator. */
export class StartError extends Error {
	override readonly name: string = this.constructor.name;
	readonly reason: StartReason = "other";
}

/** A database or a secret can't be used. The message tells the operator what to do, in one sentence. */
export class StoreError extends StartError {
	override readonly name = "StoreError";
	override readonly reason: "storage" | "data" = "storage";
}

/** What is stored is damaged, lost, of another version or of another secret: only the operator can put that right. */
export class DataError extends StoreError {
	override readonly reason = "data";
}
