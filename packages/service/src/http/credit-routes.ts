import type { Logger } from "@herald/common/log.ts";
import { SlidingWindow } from "@herald/common/sliding-window.ts";
import type { Database } from "@herald/common/storage/open-database.ts";
import {
	type SelfAnswer,
	type TopupAnswer,
	topupRequest,
	type UsageAnswer,
} from "@herald/common/wire/credit.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hashCode, redeemCode, type WorthlessCode } from "../accounts/redemption-codes.ts";
import { authorize, readBearer, readOwnAccount } from "./authorize.ts";
import { type GatewayError, invalidRequest, tooMany, unauthorized } from "./gateway-error.ts";
import { isKeyUsedUp, meetFault, meetGate } from "./simulated-trouble.ts";

export interface CreditParts {
	readonly database: Database;
	/** The secret with which codes are hashed. */
	readonly secret: Buffer;
	readonly logger: Logger;
	/** A clock in ms, from any starting point, by which attempts are counted. */
	readonly now?: () => number;
}

/** The most attempts of an account in a window. Nobody can guess 140 bits, but guessers would cause load. */
const attemptsMax = 20;
const attemptsWindowMs = 20 * 60_000;
const bodyMaxBytes = 16 * 1024;

/** The refusals of older gateways, in English. */
const refusals: Readonly<Record<WorthlessCode, string>> = {
	unknown: "Redemption failed, invalid redemption code",
	used: "Redemption failed, this redemption code has already been used",
	expired: "This redemption code has expired",
};
const busy = "Top-up is processing, please try again later";

const fail = (message: string): TopupAnswer & { success: false } => ({ success: false, message });

/** @returns the JSON of an error below `/api` */
export const writeRefusal = ({ status, message, code }: GatewayError): TopupAnswer => ({
	...fail(message),
	...(status === 401 ? { code } : {}),
});

/** Serves operation 2 (docs/interface.md 4.2) and the balance, in the shapes of the newest New API gateways. */
export const addCreditRoutes = (
	app: FastifyInstance,
	{ database, secret, logger, now = () => performance.now() }: CreditParts,
): void => {
	const limit = new SlidingWindow(attemptsMax, attemptsWindowMs);
	/** The id of the request that is redeeming a code, by account. */
	const redeeming = new Map<number, string>();
	const release = (accountId: number, requestId: string) => {
		if (redeeming.get(accountId) === requestId) redeeming.delete(accountId);
	};

	const admitted = async (request: FastifyRequest, reply: FastifyReply) => {
		const { id } = readOwnAccount(database, request);
		const time = now();
		const freeAt = limit.admit([String(id)], time);
		if (freeAt !== undefined)
			throw tooMany("Too many attempts, please try again later", Math.ceil((freeAt - time) / 1_000));
		// One redemption at a time for each account, from the request's headers to its answer.
		if (redeeming.has(id)) return reply.send(fail(busy));
		redeeming.set(id, request.id);
		reply.raw.once("close", () => release(id, request.id));
		return undefined;
	};

	const identified = async (request: FastifyRequest, reply: FastifyReply) => {
		authorize(request, database, readBearer(request), keyRefusals);
		return meetFault(database, reply);
	};

	app.post(
		"/api/user/topup",
		{
			bodyLimit: bodyMaxBytes,
			onRequest: [identified, admitted],
		},
		async (request): Promise<TopupAnswer> => {
			const { id } = readOwnAccount(database, request);
			try {
				const parsed = topupRequest.safeParse(request.body);
				if (!parsed.success) throw invalidRequest("body: is not an object with a string `key`");
				const { key = "" } = parsed.data;
				if (key.trim() === "") return fail("key: a redemption code is required");
				const closed = await meetGate(database);
				if (closed !== undefined) return fail(closed);
				const codeHash = hashCode(secret, key);
				const units = redeemCode(database, { accountId: id, codeHash, requestId: request.id });
				if (typeof units === "string") return fail(refusals[units]);
				logger.info({ event: "code_redeemed", requestId: request.id, accountId: id, units }, "code redeemed");
				return { success: true, message: "", data: units };
			} catch (error) {
				// Another process holds the lock because it redeems or mints codes: nothing was changed.
				if ((error as { code?: unknown }).code === "SQLITE_BUSY") return fail(busy);
				throw error;
			} finally {
				release(id, request.id);
			}
		},
	);

	for (const path of ["/api/usage/token", "/api/usage/token/"])
		app.get(path, { onRequest: identified }, async (request): Promise<UsageAnswer> => {
			const { unlimited, balance, used } = readOwnAccount(database, request);
			const isUsedUp = isKeyUsedUp(database);
			return {
				code: true,
				message: "ok",
				data: {
					object: "token_usage",
					name: request.owner?.keyName ?? "",
					total_granted: balance + used,
					total_used: used,
					total_available: isUsedUp ? 0 : balance,
					unlimited_quota: unlimited && !isUsedUp,
					model_limits: {},
					model_limits_enabled: false,
					expires_at: 0,
				},
			};
		});

	app.get("/api/user/self", { onRequest: identified }, async (request): Promise<SelfAnswer> => {
		const { id, name, balance, used, requests } = readOwnAccount(database, request);
		return {
			success: true,
			message: "",
			data: {
				id,
				username: name,
				display_name: name,
				role: 1,
				status: 1,
				quota: balance,
				used_quota: used,
				request_count: requests,
				group: "default",
			},
		};
	});
};

const unknownKey = () =>
	unauthorized("Unauthorized, not logged in or the access token is invalid", "AUTH_UNAUTHORIZED");
const keyRefusals = {
	anonymous: unknownKey,
	unknown: unknownKey,
	disabled: () => unauthorized("This account is disabled", "AUTH_USER_DISABLED"),
};
