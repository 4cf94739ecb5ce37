import type { UntoldRedemption } from "../store/redemptions.ts";
import type { RefusalReason, Verdict } from "./redemption.ts";

/** @returns what came of a code, as the journal has it */
export const readVerdict = ({ outcome, reason, units, account }: UntoldRedemption): Verdict => {
	if (outcome === "redeemed")
		return { kind: outcome, units: units ?? undefined, ...(account !== null && { isOwn: true }) };
	if (outcome === "refused") return { kind: outcome, reason: (reason ?? "rejected") as RefusalReason };
	return { kind: outcome, stillUnknown: false };
};

/** @returns what the journal keeps of a verdict besides its kind */
export const describeVerdict = (verdict: Verdict): { reason?: string; units?: number | undefined } => {
	if (verdict.kind === "refused") return { reason: verdict.reason };
	if (verdict.kind === "unavailable") return { reason: verdict.why };
	return verdict.kind === "redeemed" ? { units: verdict.units } : {};
};
