import { StartError } from "@herald/common/start-error.ts";

/** Discord refuses this bot. Starting it again doesn't help until the operator changes something. */
export class FinalError extends StartError {
	override readonly name = "FinalError";
	override readonly reason = "discord";
}
