/** The embedded service can't be started: its message is one sentence for the operator. */
export class ServiceStartError extends Error {
	override readonly name = "ServiceStartError";
}
