import { z } from "zod";
import { readJson } from "./http.ts";

/** A gateway's error, in the shape of OpenAI's. The interface itself promises no shape (docs/interface.md 7). */
export const gatewayErrorBody = z.object({
	error: z.object({ message: z.string(), type: z.string(), param: z.literal(""), code: z.string() }),
});

/** The error code of Herald's own service if none of its voices speaks a language or reads a script. */
export const unspokenLanguage = "unsupported_language";

export type GatewayErrorBody = z.infer<typeof gatewayErrorBody>;

const databaseFault =
	/database(?: query)? error|database is locked|SQLSTATE|数据库(?:错误|查询出错)|資料庫(?:錯誤|查詢出錯)|データベース\S*エラー|erro de (?:consulta ao )?banco de dados|erreur de base de donn|ошибка базы данных|lỗi cơ sở dữ liệu/i;

/** Whether a message reports a fault of the gateway's database. Such an answer's status may wrongly blame the token. */
export const isDatabaseFault = (message: string): boolean => databaseFault.test(message);

/** Both shapes of an error: a gateway's (`type`, `code` a string, number or null) and Google's (`status`, `details`). */
const errorBody = z.object({
	error: z.object({
		message: z.string().catch(""),
		type: z.string().catch(""),
		/** A word or a number. */
		code: z.union([z.string(), z.number().transform(String)]).catch(""),
		/** Google's name for the error, such as `RESOURCE_EXHAUSTED`. */
		status: z.string().catch(""),
		details: z.array(z.unknown()).catch([]),
	}),
});

/** The fields of an error. A field that the error lacks is empty. */
export type ErrorBody = Readonly<z.infer<typeof errorBody>["error"]>;

/** The shape of errors under `/api`. Some gateways use it on every path. */
const plainBody = z.object({ success: z.literal(false), message: z.string().catch("") });

/** @returns the fields of an error's body; undefined if it has none of the known shapes */
export const readError = (body: string): ErrorBody | undefined => {
	const json = readJson(body);
	const error = errorBody.safeParse(json);
	if (error.success) return error.data.error;
	const plain = plainBody.safeParse(json);
	return plain.success
		? { message: plain.data.message, type: "", code: "", status: "", details: [] }
		: undefined;
};

/** The longest wait that is believed when a service asks for it, in ms. */
export const limitedWaitMaxMs = 24 * 60 * 60_000;

const durationPattern = /^(\d+(?:\.\d+)?)s$/;
const textHint =
	/\b(?:retry|try again)\s+(?:in|after)\s+(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?!s))?\s*(?:(\d+(?:\.\d+)?)\s*(ms|s))?/i;

/** @returns the wait in ms that a Retry-After header asks for in seconds or as an HTTP date; otherwise undefined */
export const readRetryAfter = (header: string | undefined, now: number): number | undefined => {
	if (header === undefined) return undefined;
	if (/^\d+(?:\.\d+)?$/.test(header.trim())) return Number(header) * 1_000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/** @returns the wait in ms that Google's RetryInfo asks for ("15s"); undefined if no detail asks for one */
export const readRetryDelay = (details: readonly unknown[]): number | undefined => {
	for (const detail of details) {
		const delay = (detail as { retryDelay?: unknown } | null)?.retryDelay;
		const match = typeof delay === "string" ? durationPattern.exec(delay) : null;
		if (match) return Number(match[1]) * 1_000;
	}
	return undefined;
};

/**
 * @returns the wait in ms that a message asks for, such as "Please retry in 15.59s."; undefined if it asks for none.
 * Gateways pass on no other hint
 */
export const readTextHint = (message: string): number | undefined => {
	const match = textHint.exec(message);
	if (!match) return undefined;
	const [, hours, minutes, amount, unit] = match;
	if (hours === undefined && minutes === undefined && amount === undefined) return undefined;
	const last = Number(amount ?? 0) * (unit === "ms" ? 1 : 1_000);
	return Number(hours ?? 0) * 3_600_000 + Number(minutes ?? 0) * 60_000 + last;
};
