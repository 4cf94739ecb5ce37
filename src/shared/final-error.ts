import { StartError } from "@herald/common/start-error.ts";

/** Discord takes this bot no more, however often it is started, until the operator changes something. */
export class FinalError extends StartError {
	override readonly name = "FinalError";
	override readonly reason = "discord";
}
