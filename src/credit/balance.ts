import { receivedAccountBalance, receivedKeyBalance, receivedTopup } from "@herald/common/wire/credit.ts";
import { isDatabaseFault } from "@herald/common/wire/errors.ts";
import { isSuccess, type ReceivedAnswer, readJson } from "@herald/common/wire/http.ts";
import { readUnits } from "@herald/common/wire/prices.ts";

/** The balance of an account, or only of its speech key, which a redemption doesn't change. */
export interface Balance {
	readonly of: "account" | "key";
	/** In quota units; negative if overdrawn, undefined if unlimited or in `trouble`. */
	readonly units?: number;
	readonly unlimited?: boolean;
	/** The service `refused` the token or user id, or had a `fault`. */
	readonly trouble?: "refused" | "fault";
}

/** @returns why an answer shows no balance; older gateways refuse a token with status 200 */
const findTrouble = ({ status, body }: ReceivedAnswer): Balance["trouble"] => {
	const { success, code = "", message = "" } = receivedTopup.safeParse(readJson(body)).data ?? {};
	if (code.startsWith("AUTH_")) return code === "AUTH_INTERNAL_ERROR" ? "fault" : "refused";
	if (status >= 500 || isDatabaseFault(message)) return "fault";
	return status === 401 || status === 403 || success === false ? "refused" : undefined;
};

/** @returns an answer's balance, or the trouble; undefined if it shows no balance */
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
