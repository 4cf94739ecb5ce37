import { onMeasure } from "../measures.ts";

/** How the connection to Discord's gateway is; `given up` when Discord ended it for good. */
type GatewayState = "connecting" | "ready" | "given up";

export interface HealthSources {
	readonly gateway: () => GatewayState;
	/** Rejects when the database can't be written. */
	readonly checkDatabase: () => Promise<void>;
	readonly isStopping: () => boolean;
}

/** An answer of the operations address. */
export interface Report<Body = object> {
	readonly ok: boolean;
	readonly body: Body;
}

export interface Liveness {
	readonly status: "ok" | "failed";
	readonly gateway: GatewayState;
}

export interface Readiness {
	readonly status: "ready" | "not ready";
	readonly gateway: GatewayState;
	readonly database: "writable" | "not writable";
	readonly stopping: boolean;
	/** What the speech service's last answer said. */
	readonly speech: SpeechState;
}

interface SpeechState {
	readonly state: "not asked yet" | "working" | "failing";
	readonly status?: number | string;
}

/** A probe may come at any pace: the database is written to at most so often, in ms. */
const databaseMaxAgeMs = 1_000;

/** What probes are told: whether Herald lives, and whether it is ready to serve. */
export class Health {
	readonly #sources: HealthSources;
	readonly #stopListening: () => void;
	#speech: SpeechState = { state: "not asked yet" };
	#database: { readonly at: number; readonly isWritable: Promise<boolean> } | undefined;

	constructor(sources: HealthSources) {
		this.#sources = sources;
		this.#stopListening = onMeasure("speechAnswered", ({ status }) => {
			if (status !== "aborted") this.#speech = { state: status === 200 ? "working" : "failing", status };
		});
	}

	/** Only a restart could help where this isn't ok: Herald itself works while Discord can't be reached. */
	live(): Report<Liveness> {
		const gateway = this.#sources.gateway();
		const ok = gateway !== "given up";
		return { ok, body: { status: ok ? "ok" : "failed", gateway } };
	}

	/** The speech service is told of and fails nothing: an outage elsewhere must not stop a rollout. */
	async ready(): Promise<Report<Readiness>> {
		const gateway = this.#sources.gateway();
		const isWritable = await this.#isWritable();
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

	#isWritable(): Promise<boolean> {
		const now = performance.now();
		if (!this.#database || now - this.#database.at > databaseMaxAgeMs) {
			const isWritable = this.#sources.checkDatabase().then(
				() => true,
				() => false,
			);
			this.#database = { at: now, isWritable };
		}
		return this.#database.isWritable;
	}
}
