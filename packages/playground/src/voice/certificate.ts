import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";

const dayMs = 24 * 3_600_000;

/** What the voice gateway shows its clients. They trust it only when told to: by `NODE_EXTRA_CA_CERTS`, say. */
export interface Certificate {
	/** PEM. */
	readonly certificate: string;
	readonly privateKey: string;
	/** Where the certificate lies, without its key, and with what else this process was told to trust. */
	readonly file: string;
	remove(): void;
}

// `NODE_EXTRA_CA_CERTS` names one file only, so that ours has to hold what was in one before.
const othersTrusted = (): string => {
	const file = process.env.NODE_EXTRA_CA_CERTS;
	return file ? readFileSync(file, "utf8") : "";
};

/** Makes a certificate for 127.0.0.1 and writes it to a temporary file. */
export const makeCertificate = async (): Promise<Certificate> => {
	// Two of one name could not both be trusted by a process: it looks for an issuer by name.
	const name = `playground ${randomBytes(8).toString("hex")}`;
	const { cert, private: privateKey } = await generate([{ name: "commonName", value: name }], {
		keyType: "ec",
		algorithm: "sha256",
		notBeforeDate: new Date(Date.now() - dayMs),
		notAfterDate: new Date(Date.now() + 365 * dayMs),
		extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
	});
	const folder = mkdtempSync(join(tmpdir(), "playground-certificate-"));
	const file = join(folder, "certificate.pem");
	writeFileSync(file, `${cert}\n${othersTrusted()}`, { mode: 0o600 });
	return {
		certificate: cert,
		privateKey,
		file,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
};
