import type { Liveness, Readiness, Report } from "../monitoring/health.ts";

/** The processes' reports; undefined for one that is starting, `silent` for one that was ready and doesn't answer. */
type ProcessReports<Body> = readonly (Report<Body> | "silent" | undefined)[];

interface SupervisorState {
	readonly stopping: boolean;
	/** Whether shards wait because Discord allows few more logins. */
	readonly fewLogins: boolean;
}

const joinGateways = (said: ProcessReports<Pick<Liveness, "gateway">>): Liveness["gateway"] => {
	const gateways = said.map((report) =>
		report === "silent" ? "unknown" : (report?.body.gateway ?? "connecting"),
	);
	return (
		(["given up", "connecting", "unknown"] as const).find((state) => gateways.includes(state)) ?? "ready"
	);
};

const joinDatabases = (bodies: readonly Readiness[]): Readiness["database"] => {
	if (bodies.length === 0) return "unknown";
	return bodies.some(({ database }) => database === "not writable") ? "not writable" : "writable";
};

/** The order in which speech states are reported: a failure in one process outweighs success in another. */
const joinSpeech = (bodies: readonly Readiness[]): Readiness["speech"] =>
	["failing", "working"]
		.map((state) => bodies.find(({ speech }) => speech.state === state)?.speech)
		.find((speech) => speech !== undefined) ?? { state: "not asked yet" };

/** @returns the liveness of all: failing if Discord has closed a process's connection for good */
export const joinLiveness = (said: ProcessReports<Liveness>): Report<Liveness> => {
	const gateway = joinGateways(said);
	const ok = gateway !== "given up";
	return { ok, body: { status: ok ? "ok" : "failed", gateway } };
};

/** @returns the readiness of all, with the number of ready processes */
export const joinReadiness = (
	said: ProcessReports<Readiness>,
	{ stopping, fewLogins }: SupervisorState,
): Report<Readiness & { readonly processes: object; readonly logins?: string }> => {
	const reports = said.flatMap((report) => (report === undefined || report === "silent" ? [] : [report]));
	const bodies = reports.map(({ body }) => body);
	const ready = reports.filter((report) => report.ok).length;
	const silent = said.filter((report) => report === "silent").length;
	const ok = ready === said.length && !stopping;
	return {
		ok,
		body: {
			status: ok ? "ready" : "not ready",
			gateway: joinGateways(said),
			database: joinDatabases(bodies),
			stopping,
			speech: joinSpeech(bodies),
			processes: { ready, of: said.length, ...(silent > 0 && { silent }) },
			...(fewLogins && { logins: "few left" }),
		},
	};
};
