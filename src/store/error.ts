import { StartError } from "../start-error.ts";

/** A database that can't be used, told to the operator in one sentence that says what to do. */
export class StoreError extends StartError {
	override readonly name = "StoreError";
}
