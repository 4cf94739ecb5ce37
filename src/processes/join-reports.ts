import type { Liveness, Readiness, Report } from "../monitoring/health.ts";

/** What processes said; undefined of one that said nothing: it isn't ready, and is looked after. */
type Said<Body> = readonly (Report<Body> | undefined)[];

interface Told {
	readonly stopping: boolean;
	/** Whether shards wait because Discord allows few more logins. */
	readonly fewLogins: boolean;
}

const joinGateways = (bodies: readonly (Pick<Liveness, "gateway"> | undefined)[]): Liveness["gateway"] => {
	if (bodies.some((body) => body?.gateway === "given up")) return "given up";
	return bodies.every((body) => body?.gateway === "ready") ? "ready" : "connecting";
};

/** Whoever the speech service fails for tells more than whoever it works for, and both more than whoever hasn't asked. */
const joinSpeech = (bodies: readonly Readiness[]): Readiness["speech"] =>
	["failing", "working"]
		.map((state) => bodies.find(({ speech }) => speech.state === state)?.speech)
		.find((speech) => speech !== undefined) ?? { state: "not asked yet" };

/** @returns whether processes live: none of those that say so has been given up by Discord */
export const joinLiveness = (said: Said<Liveness>): Report<Liveness> => {
	const gateway = joinGateways(said.map((report) => report?.body));
	const ok = gateway !== "given up";
	return { ok, body: { status: ok ? "ok" : "failed", gateway } };
};

/** @returns whether all processes are ready, and how many are */
export const joinReadiness = (
	said: Said<Readiness>,
	{ stopping, fewLogins }: Told,
): Report<Readiness & { readonly processes: object; readonly logins?: string }> => {
	const bodies = said.flatMap((report) => report?.body ?? []);
	const ready = said.filter((report) => report?.ok).length;
	const ok = ready === said.length && !stopping;
	return {
		ok,
		body: {
			status: ok ? "ready" : "not ready",
			gateway: joinGateways(said.map((report) => report?.body)),
			database: bodies.some(({ database }) => database === "not writable") ? "not writable" : "writable",
			stopping,
			speech: joinSpeech(bodies),
			processes: { ready, of: said.length },
			...(fewLogins && { logins: "few left" }),
		},
	};
};
