/** A problem with an encrypted connection, and advice for the operator. */
interface TlsTrouble {
	readonly why: string;
	readonly advice: string;
}

/** Advice by OpenSSL's error codes. */
const ofCertificates: readonly (readonly [codes: RegExp, advice: string])[] = [
	[
		/^(?:DEPTH_ZERO_)?SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|^CERT_SIGNATURE/,
		"its certificate isn't from an authority that this machine trusts: name yours in DATABASE_URL, as sslrootcert=/path/ca.pem",
	],
	[/^CERT_HAS_EXPIRED/, "its certificate has expired, or this machine's clock is wrong: renew it"],
	[/^CERT_NOT_YET_VALID/, "its certificate isn't valid yet, or this machine's clock is wrong"],
	[
		/^ERR_TLS_CERT_ALTNAME_INVALID/,
		"its certificate is for another name: write the host in DATABASE_URL as the certificate has it",
	],
];

/** @returns the problem with an encrypted connection; undefined for any other error */
export const findTlsTrouble = ({
	code = "",
	message,
	path,
}: NodeJS.ErrnoException): TlsTrouble | undefined => {
	// The client's own errors have no code.
	if (message === "The server does not support SSL connections")
		return {
			why: "it offers no TLS",
			advice: "turn on ssl there, or leave sslmode out of DATABASE_URL where nobody can listen in between",
		};
	if (message.includes("sslmode=verify-ca"))
		return {
			why: "sslmode=verify-ca takes an authority",
			advice: "name its file in DATABASE_URL, as sslrootcert=/path/ca.pem",
		};
	if (path !== undefined)
		return { why: message, advice: "DATABASE_URL names that file: check that it is there and can be read" };
	const advice = ofCertificates.find(([codes]) => codes.test(code))?.[1];
	return advice === undefined ? undefined : { why: code, advice };
};
