/** A program can't start: the message is one sentence for the operator, and says all there is to say. */
export class StartError extends Error {
	override readonly name: string = "StartError";
}
