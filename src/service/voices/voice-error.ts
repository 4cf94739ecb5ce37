import { StartError } from "../../start-error.ts";

/** A voice can't be taken or used; the message is a sentence for the operator, and nothing was changed. */
export class VoiceError extends StartError {
	override readonly name = "VoiceError";
}
