import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const dayMs = 24 * 3_600_000;

/** @returns a DER value: tag, length and content */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
	const held = Buffer.concat(parts);
	const { length } = held;
	const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Uint8Array.of(tag, ...size), held]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const time = (ms: number): Buffer =>
	der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14)}Z`));

const ecdsaWithSha256 = sequence(identifier("2a8648ce3d040302"));
const commonName = identifier("550403");
const subjectAltName = identifier("551d11");
const version3 = der(0xa0, der(0x02, Uint8Array.of(2)));
const forThisMachine = der(0x87, Uint8Array.of(127, 0, 0, 1));

/**
 * Makes the voice gateway's certificate, for 127.0.0.1, and writes it to a temporary file. Clients trust it only when
 * configured to, as with `NODE_EXTRA_CA_CERTS`.
 */
export const makeCertificate = () => {
	const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const id = randomBytes(8);
	// A process looks up issuers by name, so it couldn't trust two certificates with the same name.
	const text = der(0x0c, Buffer.from(`playground ${id.toString("hex")}`));
	const name = sequence(der(0x31, sequence(commonName, text)));
	const content = sequence(
		version3,
		der(0x02, Uint8Array.of(1), id),
		ecdsaWithSha256,
		name,
		sequence(time(Date.now() - dayMs), time(Date.now() + 365 * dayMs)),
		name,
		keys.publicKey.export({ type: "spki", format: "der" }),
		der(0xa3, sequence(sequence(subjectAltName, der(0x04, sequence(forThisMachine))))),
	);
	const signature = der(0x03, Uint8Array.of(0), sign("sha256", content, keys.privateKey));
	const base64 = sequence(content, ecdsaWithSha256, signature).toString("base64");
	const certificate = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`;
	const folder = mkdtempSync(join(tmpdir(), "playground-certificate-"));
	const file = join(folder, "certificate.pem");
	// `NODE_EXTRA_CA_CERTS` names a single file, so the new file must include the old file's certificates.
	const others = process.env.NODE_EXTRA_CA_CERTS;
	writeFileSync(file, `${certificate}${others ? readFileSync(others, "utf8") : ""}`, { mode: 0o600 });
	return {
		/** The certificate, as PEM. */
		certificate,
		privateKey: String(keys.privateKey.export({ type: "pkcs8", format: "pem" })),
		/**
		 * The path of a file with this certificate, without its key, and the certificates of this process's
		 * `NODE_EXTRA_CA_CERTS`.
		 */
		file,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
};
export type Certificate = ReturnType<typeof makeCertificate>;
