import { keep } from "../checks/limits.ts";

/**
 * One request of the application. `path` is below `/api/v10`, without its query; `status` is 0 if the connection was
 * cut.
 */
export interface LoggedRequest {
	readonly method: string;
	readonly path: string;
	readonly status: number;
	/** The request's JSON, or the `payload_json` of a multipart request. */
	readonly body: unknown;
}

/** The last requests, oldest first. */
export class RequestLog {
	#requests: LoggedRequest[] = [];

	add(request: LoggedRequest): void {
		this.#requests.push(request);
		if (this.#requests.length > keep.requests) this.#requests.shift();
	}

	all(): readonly LoggedRequest[] {
		return [...this.#requests];
	}
}
