import { receivedAccountBalance, receivedKeyBalance } from "@herald/common/wire/balance.ts";
import { isSuccess, type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";

/** The balance in quota units: of the account, or only of its speech key, which a redemption doesn't change. */
export interface Balance {
	readonly of: "account" | "key";
	/** May be below zero; undefined when there is no limit. */
	readonly units?: number;
	readonly unlimited?: boolean;
	/** Whether the service doesn't take the account's own token, or its user id. */
	readonly isRefused?: boolean;
}

/** @returns whether an answer refuses the key or token: older gateways do with a 200 */
export const isRefusal = ({ status, body }: ReceivedAnswer): boolean =>
	status === 401 ||
	status === 403 ||
	(readJson(body) as { success?: unknown } | undefined)?.success === false;

/** @returns the balance that an answer shows; undefined when it shows none */
export const readBalance = (answer: ReceivedAnswer, of: Balance["of"]): Balance | undefined => {
	if (of === "account" && isRefusal(answer)) return { of, isRefused: true };
	if (!isSuccess(answer.status)) return undefined;
	const json = readJson(answer.body);
	if (of === "account") {
		const units = readUnits(receivedAccountBalance.safeParse(json).data?.data.quota, Number.MIN_SAFE_INTEGER);
		return units === undefined ? undefined : { of, units };
	}
	const balance = receivedKeyBalance.safeParse(json).data?.data;
	if (balance?.unlimited_quota) return { of, unlimited: true };
	const units = readUnits(balance?.total_available, Number.MIN_SAFE_INTEGER);
	return units === undefined ? undefined : { of, units };
};
