import type { RefusalReason } from "./redemption.ts";

/**
 * What failure messages mean, in the languages that such services use. The first match counts: an expired token must
 * not pass for an expired code.
 */
const meanings: readonly (readonly [RegExp, RefusalReason | "busy" | "unauthorized"])[] = [
	[
		/access[ _-]?token|api[ _-]?key|New-Api-User|无权|權限|权限不足|未登录|未登入|封禁|not logged in|unauthori[sz]ed|permission|banned/i,
		"unauthorized",
	],
	[
		/is processing|in progress|正在处理|处理中|處理中|処理中|wird bearbeitet|en cours|en proceso|обрабат/i,
		"busy",
	],
	[
		/已被使用|已使用|已兑换|使用済|already (?:been )?(?:used|redeemed)|(?:has|was) been (?:used|redeemed)|bereits|déjà|ya (?:ha sido |fue )?(?:usad|utilizad|canjead)|уже использован/i,
		"used",
	],
	[/过期|過期|期限切れ|expired|abgelaufen|expiré|caducad|vencid|истёк|истек/i, "expired"],
	[
		/无效的兑换码|無效的兌換碼|兑换码不存在|無効な|(?:invalid|unknown|no such) (?:redemption |redeem )?code|code (?:is invalid|not found|does not exist)|ungültig|invalide|no válido|inválid|недействител/i,
		"unknown_code",
	],
];

/** @returns what a failure message means; `rejected` for unknown ones */
export const readMessage = (message: string): RefusalReason | "busy" | "unauthorized" =>
	meanings.find(([pattern]) => pattern.test(message))?.[1] ?? "rejected";
