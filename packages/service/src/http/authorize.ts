import type { Database } from "@herald/common/storage/open-database.ts";
import type { FastifyRequest } from "fastify";
import { type Account, findKeyOwner, type KeyOwner, readAccount } from "../accounts/accounts.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** The owner of the request's key; null until a route has authorized it. */
		owner: KeyOwner | null;
	}
}

/** The credentials of a request: none, a key that doesn't exist, a disabled account's, or an account's. */
export type Caller =
	| { readonly kind: "anonymous" | "unknown" | "disabled" }
	| { readonly kind: "owner"; readonly owner: KeyOwner };

/**
 * @returns the token of an Authorization header (docs/interface.md 5), which of two such headers is none that exists; a
 *   token in the URL would end up in logs
 */
export const readBearer = ({ headers }: FastifyRequest): string | undefined =>
	/^Bearer +(\S.*)$/i.exec(headers.authorization ?? "")?.[1];

/** Finds the owner of a request's key. */
export const identify = (database: Database, key: string | undefined): Caller => {
	if (key === undefined || key === "") return { kind: "anonymous" };
	const owner = findKeyOwner(database, key);
	if (!owner) return { kind: "unknown" };
	return readAccount(database, owner.accountId).disabled ? { kind: "disabled" } : { kind: "owner", owner };
};

/** @returns the current account of an authorized request */
export const readOwnAccount = (database: Database, { owner }: FastifyRequest): Account => {
	if (!owner) throw new Error("The route didn't authorize the request");
	return readAccount(database, owner.accountId);
};
