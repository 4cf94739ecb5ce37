import { StartError } from "../start-error.ts";

/** A database can't be used; the message tells the operator what to do, in one sentence. */
export class StoreError extends StartError {
	override readonly name = "StoreError";
	override readonly reason: "storage" | "data" = "storage";
}

/** What is stored is damaged, lost, of another version or of another secret: only the operator can put that right. */
export class DataError extends StoreError {
	override readonly reason = "data";
}
