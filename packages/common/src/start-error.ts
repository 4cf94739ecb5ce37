/** A program can't start: the message is one sentence for the operator, and says all there is to say. */
export class StartError extends Error {
	override readonly name: string = "StartError";
}

/** Discord takes this bot no more, however often it is started, until somebody changes something. */
export class FinalError extends StartError {
	override readonly name = "FinalError";
}
