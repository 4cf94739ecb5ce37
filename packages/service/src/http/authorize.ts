import type { Database } from "@herald/common/storage/open-database.ts";
import type { FastifyRequest } from "fastify";
import { type Account, findKeyOwner, type KeyOwner, readAccount } from "../accounts/accounts.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** The owner of the request's key; null until a route has authorized the request. */
		owner: KeyOwner | null;
	}
}

/**
 * Who sent a request. `anonymous`: a client without a key. `unknown`: a client whose key isn't active. `disabled`: a
 * disabled account. `owner`: an account that may use the service.
 */
export type Caller =
	| { readonly kind: "anonymous" | "unknown" | "disabled" }
	| { readonly kind: "owner"; readonly owner: KeyOwner };

/**
 * @returns the token of the Authorization header (docs/interface.md 5); undefined without one. Two such headers are
 *   joined, which makes an unknown token. A token in the URL isn't read, because URLs end up in logs
 */
export const readBearer = ({ headers }: FastifyRequest): string | undefined =>
	/^Bearer +(\S.*)$/i.exec(headers.authorization ?? "")?.[1];

export const identify = (database: Database, key: string | undefined): Caller => {
	if (key === undefined || key === "") return { kind: "anonymous" };
	const owner = findKeyOwner(database, key);
	if (!owner) return { kind: "unknown" };
	return readAccount(database, owner.accountId).disabled ? { kind: "disabled" } : { kind: "owner", owner };
};

/** @returns the account of an authorized request, as it is now */
export const readOwnAccount = (database: Database, { owner }: FastifyRequest): Account => {
	if (!owner) throw new Error("The route didn't authorize the request");
	return readAccount(database, owner.accountId);
};
