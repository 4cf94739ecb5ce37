import { isGoogle } from "@herald/common/wire/http.ts";
import type { Config } from "../../config.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Checks the settings for /redeem. Whether the service takes them, only a request tells. */
export const checkTopup = ({ speech, credit }: Config): Finding[] => {
	if (speech.baseUrl === "") return [];
	if (isGoogle(speech.baseUrl))
		return [note("Google redeems no codes: /redeem can't do anything with this service.")];
	if (credit.topupToken === "")
		return [
			note(
				"TOPUP_TOKEN is empty, so codes are redeemed with SPEECH_API_KEY. New API gateways refuse that: if this is one, set TOPUP_TOKEN and TOPUP_USER_ID (docs/new-api.md).",
			),
		];
	return credit.topupUserId === ""
		? [note("TOPUP_USER_ID is empty: gateways of 2024 and 2025 want it beside TOPUP_TOKEN.")]
		: [ok("TOPUP_TOKEN and TOPUP_USER_ID are set; --ask tries them.")];
};
