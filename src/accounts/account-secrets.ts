import { chownSync, existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataError, StoreError } from "@herald/common/start-error.ts";
import { makePrivate, makePrivateFile, makeSecret, markSecret } from "@herald/common/storage/private-file.ts";
import { type Party, partyKey } from "../shared/party.ts";
import { makeSeal, type Seal } from "../shared/seal.ts";
import type { AccountLinks } from "../store/account-links.ts";

/** The file of secrets in the data folder, used if ACCOUNTS_SECRET isn't set. */
const accountsSecretFile = "accounts.secret";

const secretBytes = 32;
const purpose = "herald account links";
const orElse = "or disconnect all accounts with npm run links -- remove all";

export interface SecretsPlace {
	readonly dataDir: string;
	/** The secrets in ACCOUNTS_SECRET, in Base64, the newest first; empty if the secrets are in a file. */
	readonly accountsSecrets: readonly string[];
}

const readFile = (file: string): Buffer[] => {
	if (!makePrivate(file)) return [];
	const bytes = readFileSync(file);
	if (bytes.length === 0 || bytes.length % secretBytes !== 0)
		throw new DataError(
			`The file ${file} doesn't hold secrets of ${secretBytes} bytes: restore it from a backup, ${orElse}.`,
		);
	return Array.from({ length: bytes.length / secretBytes }, (_, n) =>
		bytes.subarray(n * secretBytes, (n + 1) * secretBytes),
	);
};

/** Replaces the file of secrets. The file keeps its owner, even if root runs this. */
const writeFile = (file: string, secrets: readonly Buffer[]): void => {
	const draft = `${file}.new`;
	rmSync(draft, { force: true });
	makePrivateFile(draft, Buffer.concat(secrets));
	if (process.getuid?.() === 0 && existsSync(file)) {
		const { uid, gid } = statSync(file);
		chownSync(draft, uid, gid);
	}
	renameSync(draft, file);
};

/** The secrets that encrypt connected accounts, by their ids. During a rotation there are two. */
export class AccountSecrets {
	readonly #place: SecretsPlace;
	#secrets: ReadonlyMap<string, Buffer> = new Map();

	/** @throws StoreError if the file can't be used */
	constructor(place: SecretsPlace) {
		this.#place = place;
		this.#load();
	}

	get #file(): string {
		return join(this.#place.dataDir, accountsSecretFile);
	}

	get #isGiven(): boolean {
		return this.#place.accountsSecrets.length > 0;
	}

	#load(): void {
		const secrets = this.#isGiven
			? this.#place.accountsSecrets.map((secret) => Buffer.from(secret, "base64"))
			: readFile(this.#file);
		this.#secrets = new Map(secrets.map((secret) => [markSecret(secret), secret]));
	}

	/**
	 * Looks a secret up by its id. If no known secret has this id, reads the file again.
	 *
	 * @returns the secret's seal; undefined if there is no such secret
	 */
	find(id: string): Seal | undefined {
		if (!this.#secrets.has(id) && !this.#isGiven) this.#load();
		const secret = this.#secrets.get(id);
		return secret && makeSeal(secret, purpose);
	}

	/**
	 * Checks that the secret that encrypts the database's accounts is known. If no secret is in use yet, takes the newest
	 * known one, or creates one.
	 *
	 * @throws DataError if the secret isn't known
	 */
	async check(links: Pick<AccountLinks, "readSecretId" | "claimSecret">): Promise<void> {
		const [newest] = this.#secrets.keys();
		const inUse = (await links.readSecretId()) ?? (await links.claimSecret(newest ?? this.#make()));
		if (this.find(inUse)) return;
		const what = this.#isGiven
			? "ACCOUNTS_SECRET isn't the secret"
			: existsSync(this.#file)
				? `The file ${this.#file} isn't the secret`
				: `There is no ${this.#file}, the secret`;
		throw new DataError(
			`${what} that connected accounts are encrypted with here: restore it from a backup, take ACCOUNTS_SECRET of the other machines, ${orElse}.`,
		);
	}

	#make(): string {
		if (!this.#isGiven) makePrivateFile(this.#file, makeSecret());
		this.#load();
		const [newest = ""] = this.#secrets.keys();
		return newest;
	}

	/**
	 * Encrypts all accounts anew: with a new secret, or with the first one in ACCOUNTS_SECRET. Herald may be running.
	 *
	 * @returns the number of accounts
	 * @throws StoreError if an account can't be decrypted
	 */
	async rotate(links: AccountLinks): Promise<number> {
		const before = [...this.#secrets.values()];
		if (!this.#isGiven) writeFile(this.#file, [makeSecret(), ...before]);
		this.#load();
		const [newest = "", secret] = [...this.#secrets][0] ?? [];
		const count = await links.reseal(newest, ({ guildId: party, service, secretId, sealed }) => {
			const place = bindingOf(party, service);
			const keys = this.find(secretId)?.open(sealed, place);
			if (keys === undefined)
				throw new StoreError(
					`The account of ${partyKey(party)} is encrypted with another secret: nothing was changed.`,
				);
			return makeSeal(secret ?? "", purpose).close(keys, place);
		});
		if (!this.#isGiven && secret) writeFile(this.#file, [secret]);
		return count;
	}
}

/** @returns the context that binds a sealed account to its guild or member, and to its service */
export const bindingOf = (party: Party, service: string): string => `${partyKey(party)} ${service}`;
