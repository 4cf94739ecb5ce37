/** Codes of errors from before a connection stood: nothing of the request has left, so sending it again does no harm. */
export const connectFailures: ReadonlySet<string> = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"UND_ERR_CONNECT_TIMEOUT",
]);
