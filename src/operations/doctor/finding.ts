import { StartError } from "@herald/common/start-error.ts";

/** The result of one of the doctor's checks. */
export interface Finding {
	/** `wrong` keeps Herald from working. A `note` doesn't, but the operator should know. */
	readonly verdict: "ok" | "note" | "wrong";
	/** One sentence for the operator, with what to do unless all is well. */
	readonly sentence: string;
}

export const ok = (sentence: string): Finding => ({ verdict: "ok", sentence });
export const note = (sentence: string): Finding => ({ verdict: "note", sentence });
export const wrong = (sentence: string): Finding => ({ verdict: "wrong", sentence });

/** Drops `false` and `undefined`. */
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
 * @param setting - the variable with the address
 * @returns why the address can't be reached, and what to do, as the end of a sentence
 */
export const describeConnection = (code: string, setting: string): string => {
	if (isUntrusted(code)) return `${untrusted} (${code}).`;
	if (speaksNoTls(code))
		return `it doesn't speak TLS: check whether ${setting} should start with http:// (${code}).`;
	const meaning = meanings.get(code)?.(setting) ?? `check ${setting}, and this machine's network`;
	return `${meaning} (${code}).`;
};
