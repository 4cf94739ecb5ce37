import { StartError } from "../start-error.ts";

/** A database can't be used; the message tells the operator what to do, in one sentence. */
export class StoreError extends StartError {
	override readonly name = "StoreError";
	override readonly reason = "data";
}
