import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { newFolder } from "@herald/common/testing/afterwards.ts";
import { expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { serverUrl } from "../support/databases.ts";
import { openPort } from "../support/listen.ts";

/** The folder of an authority's certificates, one of which the server has. */
const certificates = process.env.TEST_DATABASE_CERTIFICATES ?? "";
const authority = join(certificates, "authority.pem");

const serverPort = serverUrl === undefined ? "" : (new URL(serverUrl).searchParams.get("port") ?? "");

/** @param protection - the parameters about TLS @returns a database URL of the test's server, or of another one */
const describeUrl = (
	protection: Readonly<Record<string, string>>,
	{ host = "127.0.0.1", port = serverPort } = {},
): string => `postgres://herald@${host}:${port}/postgres?${new URLSearchParams(protection)}`;

const open = async (databaseUrl: string) => {
	const store = await openStore({ dataDir: newFolder(), databaseUrl }, {});
	await store.close();
};

/**
 * Starts a server that answers a request for TLS as PostgreSQL does.
 * @param name - the name of the server's certificate; without one, the server refuses TLS
 * @returns the server's port
 */
const startOther = async (name?: string): Promise<string> => {
	const shown = name && {
		cert: readFileSync(join(certificates, `${name}.pem`)),
		key: readFileSync(join(certificates, `${name}.key`)),
	};
	const server = createServer((socket) => {
		socket.on("error", () => {});
		socket.once("data", () => {
			socket.write(shown ? "S" : "N");
			if (shown) new TLSSocket(socket, { isServer: true, ...shown }).on("error", () => {});
		});
	});
	return String(await openPort(server));
};

test.skipIf(certificates === "")("the server's certificate is checked as the address demands", async () => {
	await open(describeUrl({ sslmode: "verify-full", sslrootcert: authority }));
	await open(describeUrl({ sslmode: "require" }));
	await open(describeUrl({ sslmode: "verify-ca", sslrootcert: authority }, { host: "localhost" }));
	const refused = (url: string) => expect(open(url)).rejects;
	await refused(
		describeUrl({ sslmode: "verify-full", sslrootcert: authority }, { host: "localhost" }),
	).toThrow(
		/^The database localhost:\d+\/postgres can't be used \(ERR_TLS_CERT_ALTNAME_INVALID\): its certificate is for/,
	);
	for (const sslrootcert of ["", "system", join(certificates, "other.pem")])
		await refused(describeUrl({ sslmode: "verify-full", ...(sslrootcert && { sslrootcert }) })).toThrow(
			/ isn't from an authority that this machine trusts: name yours in DATABASE_URL, as sslrootcert=/,
		);
	const port = await startOther("expired");
	await refused(describeUrl({ sslmode: "verify-full", sslrootcert: authority }, { port })).toThrow(
		/can't be used \(CERT_HAS_EXPIRED\): its certificate has expired/,
	);
});

test("an address with demands that can't be met ends the start with a sentence", async () => {
	const port = await startOther();
	const refused = (protection: Readonly<Record<string, string>>) =>
		expect(open(describeUrl(protection, { port }))).rejects;
	await refused({ sslmode: "require" }).toThrow(
		/can't be used \(it offers no TLS\): turn on ssl there, or leave/,
	);
	await refused({ sslmode: "verify-ca" }).toThrow(/: name its file in DATABASE_URL, as sslrootcert=/);
	await refused({ sslmode: "verify-full", sslrootcert: "/nowhere/ca.pem" }).toThrow(
		/\(ENOENT: .+\/nowhere\/ca\.pem'\): DATABASE_URL names that file: check that it is there and can be read\.$/,
	);
});
