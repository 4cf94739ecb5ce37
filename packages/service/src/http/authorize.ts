import type { Database } from "@herald/common/storage/open-database.ts";
import type { FastifyRequest } from "fastify";
import { type Account, findKeyOwner, type KeyOwner, readAccount } from "../accounts/accounts.ts";
import type { GatewayError } from "./gateway-error.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** The owner of the request's key; null until a route has authorized the request. */
		owner: KeyOwner | null;
	}
}

/**
 * @returns the token of the Authorization header (docs/interface.md 5); undefined without one. Two such headers are
 *   joined, which makes an unknown token. A token in the URL isn't read, because URLs end up in logs
 */
export const readBearer = ({ headers }: FastifyRequest): string | undefined =>
	/^Bearer +(\S.*)$/i.exec(headers.authorization ?? "")?.[1];

/** Makes the key's owner that of the request. @throws the refusal of a client without a key that may be used */
export const authorize = (
	request: FastifyRequest,
	database: Database,
	key: unknown,
	refusals: Readonly<Record<"anonymous" | "unknown" | "disabled", () => GatewayError>>,
): void => {
	if (typeof key !== "string" || key === "") throw refusals.anonymous();
	const owner = findKeyOwner(database, key);
	if (!owner) throw refusals.unknown();
	if (readAccount(database, owner.accountId).disabled) throw refusals.disabled();
	request.owner = owner;
};

/** @returns the account of an authorized request, as it is now */
export const readOwnAccount = (database: Database, { owner }: FastifyRequest): Account => {
	if (!owner) throw new Error("The route didn't authorize the request");
	return readAccount(database, owner.accountId);
};
