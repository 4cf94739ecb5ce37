import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@herald/common/storage/open-database.ts";
import type { TopupAnswer } from "@herald/common/wire/credit.ts";
import type { FastifyReply } from "fastify";
import { readTrouble, type ServiceTrouble } from "../administration.ts";
import { GatewayError } from "./gateway-error.ts";

/**
 * How long a slow service delays each answer, in ms: long enough to annoy members, shorter than any client's timeout.
 */
const slowMs = 6_000;
/** How long a simulated lock lasts at most, in ms: as long as gateways lock an account to redeem a code. */
const lockMaxMs = 3_000;

/** Refusals of speech in the words of gateways (docs/interface.md 11). */
const refusals: Partial<Record<ServiceTrouble, () => GatewayError>> = {
	failing: () => new GatewayError(500, "A failing service is being simulated", { code: "do_request_failed" }),
	channel: () =>
		new GatewayError(400, "API key expired. Please renew the API key.", {
			type: "upstream_error",
			code: "400",
		}),
	key: () => new GatewayError(401, "Invalid token"),
	subscription: () =>
		new GatewayError(403, "订阅额度不足或未配置订阅: no active subscription", {
			code: "insufficient_user_quota",
		}),
};

/** Applies the simulated trouble to a request for speech. @throws the trouble's refusal; the signal's reason on abort */
export const meetTrouble = async (database: Database, signal: AbortSignal): Promise<void> => {
	const trouble = readTrouble(database);
	if (trouble === "slow") await wait(slowMs, undefined, { signal }).catch(() => signal.throwIfAborted());
	const refuse = trouble && refusals[trouble];
	if (refuse) throw refuse();
};

/** Applies the simulated trouble to a request under /api. @returns the answer if the trouble replaces it */
export const meetFault = async (
	database: Database,
	reply: FastifyReply,
): Promise<FastifyReply | undefined> =>
	readTrouble(database) === "database"
		? reply.code(500).send({
				success: false,
				message: "Database error, please try again later",
				code: "AUTH_INTERNAL_ERROR",
			} satisfies TopupAnswer)
		: undefined;

/** Applies the simulated trouble to a redemption before its code is looked up. @returns the refusal, if any */
export const meetGate = async (database: Database): Promise<string | undefined> => {
	const trouble = readTrouble(database);
	if (trouble === "lock") await wait(Math.random() * lockMaxMs);
	return trouble === "terms"
		? "Payment, redemption, subscription, and invitation reward features are disabled. The administrator must confirm compliance terms before enabling them."
		: undefined;
};

export const isKeyUsedUp = (database: Database): boolean => readTrouble(database) === "key";
