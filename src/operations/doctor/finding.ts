import { StartError } from "@herald/common/start-error.ts";

export interface Finding {
	/** `ok`: all is well. `note`: Herald works, but the operator should know. `wrong`: Herald can't work like this. */
	readonly verdict: "ok" | "note" | "wrong";
	/** One sentence for the operator, with what to do unless all is well. */
	readonly sentence: string;
}

export const ok = (sentence: string): Finding => ({ verdict: "ok", sentence });
export const note = (sentence: string): Finding => ({ verdict: "note", sentence });
export const wrong = (sentence: string): Finding => ({ verdict: "wrong", sentence });

export const found = (...findings: readonly (Finding | false | undefined)[]): Finding[] =>
	findings.filter((finding) => finding !== undefined && finding !== false);

/** Runs a check. A StartError becomes a finding. */
export const attempt = async (check: () => Promise<Finding[]>): Promise<Finding[]> => {
	try {
		return await check();
	} catch (error) {
		if (error instanceof StartError) return [wrong(error.message)];
		throw error;
	}
};

/** What connection errors mean, for the operator who set the address. */
const meanings = new Map<string, (setting: string) => string>([
	["ENOTFOUND", (setting) => `nobody knows that host: check ${setting}, and this machine's DNS`],
	["EAI_AGAIN", () => "this machine's DNS doesn't answer: check its network"],
	["ECONNREFUSED", (setting) => `nothing listens there: check ${setting}, and that the service runs`],
	["ECONNRESET", (setting) => `the connection was cut: check ${setting}, and what stands in between`],
	["UND_ERR_CONNECT_TIMEOUT", (setting) => `no answer came: check ${setting}, and firewalls in between`],
	["CERT_HAS_EXPIRED", () => "its certificate has expired, or this machine's clock is wrong"],
	["CERT_NOT_YET_VALID", () => "its certificate isn't valid yet, or this machine's clock is wrong"],
	["ERR_TLS_CERT_ALTNAME_INVALID", (setting) => `its certificate is for another name: check ${setting}`],
]);

const untrusted =
	"its certificate isn't trusted: name the authority's file in NODE_EXTRA_CA_CERTS, which must be set before Node starts and not in .env";

/** OpenSSL's codes for an untrusted certificate. */
const isUntrusted = (code: string): boolean =>
	/^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)/.test(code);

const speaksNoTls = (code: string): boolean => code === "EPROTO" || /^ERR_SSL_/.test(code);

/**
 * @param setting - how the sentence names the setting that has the address
 * @returns why the address can't be reached, and what to do, as the end of a sentence
 */
export const describeConnection = (code: string, setting: string): string => {
	if (isUntrusted(code)) return `${untrusted} (${code}).`;
	if (speaksNoTls(code))
		return `it doesn't speak TLS: check whether ${setting} should start with http:// (${code}).`;
	const meaning = meanings.get(code)?.(setting) ?? `check ${setting}, and this machine's network`;
	return `${meaning} (${code}).`;
};

/** What a server's Date header tells about this machine's clock. */
export interface ServerTime {
	/** The server's name, such as "Discord". */
	readonly of: string;
	/** How far this machine's clock is ahead of the server's, in ms; negative if it is behind. */
	readonly aheadMs: number;
}

/**
 * The largest offset that isn't reported, in ms: deadlines of buttons and answers are minutes away, and a Date header
 * has whole seconds.
 */
const toleratedMs = 10_000;

/** @returns the clock's offset; undefined if the answer's Date header is missing or can't be read */
export const readServerTime = (
	of: string,
	date: string | null | undefined,
	{ sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
): ServerTime | undefined => {
	const at = Date.parse(date ?? "");
	// The header has whole seconds, so the time was half a second later on average.
	return Number.isNaN(at) ? undefined : { of, aheadMs: (sentAt + receivedAt) / 2 - (at + 500) };
};

const describeSpan = (ms: number): string => {
	const [amount, unit] =
		ms < 120_000
			? [ms / 1_000, "second"]
			: ms < 7_200_000
				? [ms / 60_000, "minute"]
				: [ms / 3_600_000, "hour"];
	return new Intl.NumberFormat("en-GB", {
		style: "unit",
		unit,
		unitDisplay: "long",
		maximumFractionDigits: 0,
	}).format(amount);
};

const describe = ({ of, aheadMs }: ServerTime): Finding =>
	wrong(
		`This machine's clock is ${describeSpan(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"} ${of}'s: let the system keep it right (timedatectl set-ntp true), or days and deadlines end at the wrong time.`,
	);

/**
 * @returns a finding for each server whose time differs too much from this machine's, or else a single finding that the
 * clock is right; none if no server told its time
 */
export const checkClock = (times: readonly ServerTime[]): Finding[] => {
	if (times.length === 0) return [];
	const off = new Map(
		times.filter(({ aheadMs }) => Math.abs(aheadMs) > toleratedMs).map((time) => [time.of, time]),
	);
	if (off.size > 0) return [...off.values()].map(describe);
	return [ok(`The clock agrees with that of ${[...new Set(times.map(({ of }) => of))].join(" and ")}.`)];
};
