import { z } from "zod";
import { type ApiAnswer, readJson } from "./classify.ts";
import { readUnits } from "./units.ts";

/** What is left, in quota units: of the account, or only of its speech key, which a redemption doesn't change. */
export interface Balance {
	readonly of: "account" | "key";
	/** May be below zero; undefined when there is no limit. */
	readonly units?: number;
	readonly unlimited?: boolean;
}

const account = z.object({ success: z.literal(true).optional(), data: z.object({ quota: z.unknown() }) });
const key = z.object({
	data: z.object({ total_available: z.unknown().optional(), unlimited_quota: z.boolean().catch(false) }),
});

/** @returns the balance that an answer shows; undefined when it shows none */
export const readBalance = (answer: ApiAnswer, of: Balance["of"]): Balance | undefined => {
	if (answer.status !== 200) return undefined;
	const json = readJson(answer.body);
	if (of === "account") {
		const units = readUnits(account.safeParse(json).data?.data.quota, Number.MIN_SAFE_INTEGER);
		return units === undefined ? undefined : { of, units };
	}
	const told = key.safeParse(json).data?.data;
	if (told?.unlimited_quota) return { of, unlimited: true };
	const units = readUnits(told?.total_available, Number.MIN_SAFE_INTEGER);
	return units === undefined ? undefined : { of, units };
};
