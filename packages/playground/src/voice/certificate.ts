import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";

const dayMs = 24 * 3_600_000;

/** The voice gateway's certificate. Clients trust it only when configured to, as with `NODE_EXTRA_CA_CERTS`. */
export interface Certificate {
	/** PEM. */
	readonly certificate: string;
	readonly privateKey: string;
	/** The file with the certificate (not its key), and with those of this process's `NODE_EXTRA_CA_CERTS`. */
	readonly file: string;
	remove(): void;
}

// `NODE_EXTRA_CA_CERTS` takes a single file, so ours must include the certificates of an earlier one.
const othersTrusted = (): string => {
	const file = process.env.NODE_EXTRA_CA_CERTS;
	return file ? readFileSync(file, "utf8") : "";
};

/** Makes a certificate for 127.0.0.1 and writes it to a temporary file. */
export const makeCertificate = async (): Promise<Certificate> => {
	// A process looks up issuers by name, so it couldn't trust two certificates with the same name.
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
