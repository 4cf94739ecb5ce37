import { within } from "@herald/common/retry.ts";
import { onMeasure } from "../shared/measures.ts";

/** The state of the connection to Discord's gateway. `given up` means that Discord ended it for good. */
type GatewayState = "connecting" | "ready" | "given up";

export interface HealthSources {
	readonly gateway: () => GatewayState;
	/** Rejects if the database can't be written. */
	readonly checkDatabase: () => Promise<void>;
	readonly isStopping: () => boolean;
}

/** An answer at the operations address. */
export interface Report<Body = object> {
	readonly ok: boolean;
	readonly body: Body;
}

export interface Liveness {
	readonly status: "ok" | "failed";
	/** `unknown` if a process doesn't answer. */
	readonly gateway: GatewayState | "unknown";
}

export interface Readiness {
	readonly status: "ready" | "not ready";
	readonly gateway: Liveness["gateway"];
	readonly database: "writable" | "not writable" | "unknown";
	readonly stopping: boolean;
	/** The speech service's state, as its last answer shows it. */
	readonly speech: SpeechState;
}

interface SpeechState {
	readonly state: "not asked yet" | "working" | "failing";
	readonly status?: number | string;
}

/** The shortest interval between database checks, in ms, however many probes come. */
const databaseMaxAgeMs = 1_000;
/** The timeout of a database check, in ms. A supervisor waits a little longer for its processes. */
const databaseMaxMs = 1_500;

/** Answers liveness and readiness probes. */
export class Health {
	readonly #sources: HealthSources;
	readonly #stopListening: () => void;
	#speech: SpeechState = { state: "not asked yet" };
	/**
	 * The last check. `at` is when it ended, by `performance.now()`; infinite while it runs. Callers share the check for
	 * `databaseMaxAgeMs` after that.
	 */
	#database: { at: number; readonly isWritable: Promise<boolean> } | undefined;

	constructor(sources: HealthSources) {
		this.#sources = sources;
		this.#stopListening = onMeasure("speechAnswered", ({ status }) => {
			if (status !== "aborted")
				this.#speech = { state: typeof status === "number" && status < 300 ? "working" : "failing", status };
		});
	}

	/** Fails only if Discord has ended the connection for good: a restart doesn't help while Discord can't be reached. */
	live(): Report<Liveness> {
		const gateway = this.#sources.gateway();
		const ok = gateway !== "given up";
		return { ok, body: { status: ok ? "ok" : "failed", gateway } };
	}

	/**
	 * Includes the speech service's state, but doesn't fail because of it: an outage elsewhere must not stop a rollout.
	 */
	async ready(): Promise<Report<Readiness>> {
		const gateway = this.#sources.gateway();
		const isWritable = await this.isWritable();
		const stopping = this.#sources.isStopping();
		const ok = gateway === "ready" && isWritable && !stopping;
		const database = isWritable ? "writable" : "not writable";
		return {
			ok,
			body: { status: ok ? "ready" : "not ready", gateway, database, stopping, speech: this.#speech },
		};
	}

	close(): void {
		this.#stopListening();
	}

	/** @returns whether the database can be written; the result is at most a second old */
	isWritable(): Promise<boolean> {
		if (!this.#database || performance.now() - this.#database.at > databaseMaxAgeMs) {
			const database = { at: Number.POSITIVE_INFINITY, isWritable: this.#write() };
			this.#database = database;
			void database.isWritable.then(() => {
				database.at = performance.now();
			});
		}
		return this.#database.isWritable;
	}

	async #write(): Promise<boolean> {
		const written = this.#sources.checkDatabase().then(
			() => true,
			() => false,
		);
		return (await within(databaseMaxMs, written)) ?? false;
	}
}
