import { describe, expect, test } from "vitest";
import { describeRedemption } from "../../src/credit/describe-redemption.ts";
import type { Redemption } from "../../src/credit/redemption.ts";
import { onMeasure } from "../../src/shared/measures.ts";
import { textsFor } from "../../src/texts/index.ts";
import { sendJson } from "../support/upstream.ts";
import { succeed, useFixture } from "./fixture.ts";

const fixture = useFixture();

/**
 * How an outcome counts for the member's limits: "as a refusal" (three make them wait for an hour), "as a try" (five
 * make them wait for ten minutes), or "for nobody" (any number is allowed).
 */
type Counts = "as a refusal" | "as a try" | "for nobody";

/** A gateway's answer to a topup, and its expected effects. */
interface GatewayAnswer {
	readonly name: string;
	readonly status?: number;
	readonly code?: string;
	/**
	 * The messages with which gateways give this answer: in English, simplified and traditional Chinese, and other
	 * languages.
	 */
	readonly messages: readonly string[];
	readonly outcome: Redemption;
	readonly sentence: RegExp;
	readonly counts: Counts;
	/** Matches the warning in the operator's log; undefined if the log names the outcome without a warning. */
	readonly warning?: RegExp;
}

const fault = { kind: "unavailable", why: "fault" } as const;
const faultSentence = /has a problem of its own, so nothing was redeemed\. Your code is still good/;
const unauthorized = { kind: "unauthorized" } as const;
const unauthorizedSentence = /doesn't let Herald redeem codes\. Your code is still good/;

const answers: readonly GatewayAnswer[] = [
	{
		name: "the payment terms aren't confirmed",
		messages: [
			"Payment, redemption, subscription, and invitation reward features are disabled. The administrator must confirm compliance terms before enabling them.",
			"支付、兑换码、订阅计划和邀请返利功能已禁用。管理员需先确认合规声明后方可启用。",
			"支付、兌換碼、訂閱方案和邀請返利功能已停用。管理員需先確認合規聲明後方可啟用。",
			"Os recursos de pagamento, resgate, assinatura e recompensa por convite estão desativados. O administrador deve confirmar os termos de conformidade antes de ativá-los.",
			"payment.compliance_required",
			"This feature is not enabled",
			"该功能未启用",
			"該功能未啟用",
		],
		outcome: { kind: "unavailable", why: "closed" },
		sentence: /can't be redeemed at this speech service for now\. Your code is still good/,
		counts: "for nobody",
		warning: /System Settings, Payment Gateway, Confirm compliance/,
	},
	{
		name: "a fault of authentication's own",
		status: 500,
		code: "AUTH_INTERNAL_ERROR",
		messages: [
			"Database error, please try again later",
			"数据库错误，请稍后重试",
			"資料庫錯誤，請稍後重試",
			"",
		],
		outcome: fault,
		sentence: faultSentence,
		counts: "for nobody",
	},
	{
		name: "a fault of the database in words",
		messages: [
			"Database error, please try again later",
			"数据库错误，请稍后重试",
			"資料庫錯誤，請稍後重試",
			"Erro de banco de dados, entre em contato com o administrador",
			"データベースエラー、後でもう一度お試しください",
			"Erreur de base de données, veuillez réessayer plus tard",
			"Invalid token, database query error, please contact administrator",
			"无效的令牌，数据库查询出错，请联系管理员",
			"database is locked",
		],
		outcome: fault,
		sentence: faultSentence,
		counts: "for nobody",
	},
	...(
		[
			["AUTH_UNAUTHORIZED", 401, "Unauthorized, invalid access token"],
			["AUTH_TOKEN_EXPIRED", 401, "Unauthorized, not logged in and no access token provided"],
			["AUTH_SESSION_REVOKED", 401, "无权进行此操作，未登录且未提供 access token"],
			["AUTH_USER_DISABLED", 401, "User has been banned"],
			["AUTH_USER_INVALID", 401, "無權進行此操作，使用者資訊無效"],
			["AUTH_INSUFFICIENT_PRIVILEGE", 403, "Unauthorized, insufficient privileges"],
			["AUTH_UNAUTHORIZED", 500, "behind a proxy that changes the status"],
		] as const
	).map(([code, status, message]) => ({
		name: `${code} with ${status}`,
		status,
		code,
		messages: [message],
		outcome: unauthorized,
		sentence: unauthorizedSentence,
		counts: "for nobody" as const,
	})),
	{
		name: "a refused token or user with a 200",
		messages: [
			"Unauthorized, invalid access token",
			"无权进行此操作，access token 无效",
			"無權進行此操作，access token 無效",
			"Não autorizado, token de acesso inválido",
			"用户已被封禁",
			"O usuário foi banido",
			"无权进行此操作，权限不足",
			"無權進行此操作，權限不足",
		],
		outcome: unauthorized,
		sentence: unauthorizedSentence,
		counts: "for nobody",
	},
	{
		name: "the general sentence",
		messages: [
			"Redemption failed, please try again later",
			"兑换失败，请稍后重试",
			"兌換失敗，請稍後重試",
			"Falha no resgate, tente novamente mais tarde",
			"引き換えに失敗しました。後でもう一度お試しください",
			"redeem.failed",
		],
		outcome: { kind: "refused", reason: "rejected" },
		sentence: /mistyped, already used or expired, or the service couldn't redeem it/,
		counts: "as a refusal",
	},
	{
		name: "a used code",
		messages: [
			"This redemption code has been used",
			"该兑换码已被使用",
			"該兌換碼已被使用",
			"Este código de resgate já foi usado",
			"この引き換えコードは既に使用されています",
			"Ce code de rachat a déjà été utilisé",
		],
		outcome: { kind: "refused", reason: "used" },
		sentence: /already been used\. Nothing was added this time/,
		counts: "as a refusal",
	},
	{
		name: "an expired code",
		messages: [
			"This redemption code has expired",
			"该兑换码已过期",
			"該兌換碼已過期",
			"Este código de resgate expirou",
			"この引き換えコードは有効期限が切れています",
		],
		outcome: { kind: "refused", reason: "expired" },
		sentence: /has expired/,
		counts: "as a refusal",
	},
	{
		name: "an unknown code",
		messages: [
			"Invalid redemption code",
			"无效的兑换码",
			"無效的兌換碼",
			"Código de resgate inválido",
			"無効な引き換えコード",
		],
		outcome: { kind: "refused", reason: "unknown_code" },
		sentence: /doesn't know this code/,
		counts: "as a refusal",
	},
	{
		name: "an object that says nothing",
		messages: [],
		outcome: { kind: "unknown", why: "unclear" },
		sentence: /answered in a way that Herald doesn't know.*`\/credit show`/,
		counts: "as a try",
	},
	{
		name: "a panic",
		status: 500,
		messages: ["", "兑换失败，该兑换码已被使用"],
		outcome: { kind: "unknown", why: "lost" },
		sentence: /answer was lost, so the code may or may not have been redeemed/,
		counts: "as a try",
	},
];
const rows = answers.flatMap((answer) =>
	(answer.messages.length > 0 ? answer.messages : [undefined]).map((message) => ({ ...answer, message })),
);

/** How many outcomes of this kind the test causes in a row, and how the next try is then answered. */
const wait: Readonly<Record<Counts, readonly [tries: number, then: object]>> = {
	"as a refusal": [3, { kind: "too_fast", why: "refusals" }],
	"as a try": [5, { kind: "too_fast", why: "member" }],
	"for nobody": [5, { kind: "redeemed" }],
};

describe.each(rows)("$name: $message", ({ status = 200, code, message, outcome, ...expected }) => {
	test(`is told to the member, logged and measured, and counts ${expected.counts}`, async () => {
		fixture.upstream.behave((response) =>
			sendJson(response, status, message === undefined ? {} : { success: false, message, code }),
		);
		const measured: string[] = [];
		const stopMeasuring = onMeasure("codeRedeemed", (measures) => void measured.push(measures.outcome));
		const { redeem } = fixture.start();
		const [tries, then] = wait[expected.counts];
		for (let n = 0; n < tries; n += 1) {
			const told = await redeem(`code ${n}`);
			expect(told).toEqual(outcome);
			expect(describeRedemption(told, undefined, textsFor("en-US"), "en-US")).toMatch(expected.sentence);
		}
		stopMeasuring();
		expect(measured).toEqual(Array(tries).fill(outcome.kind));
		const lines = fixture.logLines
			.map((line) => JSON.parse(line))
			.filter(({ event }) => event === "redemption");
		expect(lines).toHaveLength(tries);
		expect(lines[0]).toMatchObject({ level: expected.warning ? 40 : 30, outcome: outcome.kind, status });
		expect(lines[0].msg).toMatch(expected.warning ?? /^redemption$/);
		fixture.upstream.behave(succeed());
		expect(await redeem("another")).toMatchObject(then);
	});
});
