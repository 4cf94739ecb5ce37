import { receivedAccountBalance, receivedKeyBalance } from "@herald/common/wire/balance.ts";
import { isDatabaseFault } from "@herald/common/wire/errors.ts";
import { isSuccess, type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";
import { receivedTopup } from "@herald/common/wire/topup.ts";

/** The balance in quota units: of the account, or only of its speech key, which a redemption doesn't change. */
export interface Balance {
	readonly of: "account" | "key";
	/** May be below zero; undefined when there is no limit, or trouble. */
	readonly units?: number;
	readonly unlimited?: boolean;
	/** The service `refused` the token, or the user id beside it, or had a `fault` of its own. */
	readonly trouble?: "refused" | "fault";
}

/** @returns what keeps an answer from showing a balance; older gateways refuse a token with a 200 */
const findTrouble = ({ status, body }: ReceivedAnswer): Balance["trouble"] => {
	const { success, code = "", message = "" } = receivedTopup.safeParse(readJson(body)).data ?? {};
	if (code.startsWith("AUTH_")) return code === "AUTH_INTERNAL_ERROR" ? "fault" : "refused";
	if (status >= 500 || isDatabaseFault(message)) return "fault";
	return status === 401 || status === 403 || success === false ? "refused" : undefined;
};

/** @returns the balance that an answer shows, or why not; undefined when it shows none */
export const readBalance = (answer: ReceivedAnswer, of: Balance["of"]): Balance | undefined => {
	const trouble = findTrouble(answer);
	if (trouble) return { of, trouble };
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
