import {
	acceptHeaders,
	errorCodeOf,
	isSuccess,
	type ReceivedAnswer,
	readJson,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import { request } from "undici";
import { readServerTime } from "../doctor/check-clock.ts";
import { describeConnection } from "../doctor/describe-connection.ts";

/** Why Discord didn't do what it was asked for. */
export type DiscordRefusal =
	| { readonly kind: "unauthorized" }
	/** Discord, or something before it, refuses this machine's address. */
	| { readonly kind: "blocked" }
	| { readonly kind: "limited"; readonly seconds: number }
	| { readonly kind: "away"; readonly status: number }
	| { readonly kind: "silent" }
	| { readonly kind: "unreachable"; readonly code: string }
	/** A proxy wants a login. */
	| { readonly kind: "proxy" }
	| { readonly kind: "not_discord"; readonly status: number }
	/** The request's fields that Discord doesn't take, and its words. */
	| { readonly kind: "invalid"; readonly fields: readonly string[]; readonly message: string };

/** An answer, with how far this machine's clock is ahead of Discord's where that is known, in ms. */
export type DiscordAnswer =
	| { readonly kind: "answer"; readonly body: unknown; readonly aheadMs: number | undefined }
	| DiscordRefusal;

/** How Discord is asked. */
export interface DiscordAccess {
	readonly apiUrl: string;
	readonly token: string;
	/** For each answer, in ms. */
	readonly patienceMs: number;
	readonly now: () => number;
}

/** Discord wants to know who asks. */
const userAgent = "DiscordBot (Herald, 1.0)";
/** Far more than an application, or two hundred servers, take. */
const answerMaxBytes = 1024 * 1024;

const readInvalid = (body: unknown): DiscordRefusal => {
	const { message, errors } = body as { message?: unknown; errors?: object };
	return { kind: "invalid", fields: Object.keys(errors ?? {}), message: String(message) };
};

const read = ({ status, body: text }: ReceivedAnswer, aheadMs: number | undefined): DiscordAnswer => {
	const body = readJson(text);
	const isObject = typeof body === "object" && body !== null;
	if (isSuccess(status))
		return isObject ? { kind: "answer", body, aheadMs } : { kind: "not_discord", status };
	if (status === 407) return { kind: "proxy" };
	if (status === 429) {
		const seconds = Number((body as { retry_after?: unknown } | undefined)?.retry_after);
		return { kind: "limited", seconds: Number.isFinite(seconds) ? Math.ceil(seconds) : 60 };
	}
	if (status >= 500 || status === 408) return { kind: "away", status };
	const isNumbered = isObject && typeof (body as { code?: unknown }).code === "number";
	if (status === 403 && !isNumbered) return { kind: "blocked" };
	if (!isNumbered || status === 404) return { kind: "not_discord", status };
	return status === 401 ? { kind: "unauthorized" } : readInvalid(body);
};

/** Asks Discord for something, or for a change with a body, within a time limit. Never throws. */
export const askDiscord = async (
	{ apiUrl, token, patienceMs, now }: DiscordAccess,
	path: string,
	body?: object,
): Promise<DiscordAnswer> => {
	const sentAt = now();
	try {
		const response = await request(`${apiUrl}/v10${path}`, {
			method: body ? "PATCH" : "GET",
			headers: {
				...acceptHeaders,
				authorization: `Bot ${token}`,
				"user-agent": userAgent,
				...(body && { "content-type": "application/json" }),
			},
			body: body ? JSON.stringify(body) : null,
			signal: AbortSignal.timeout(patienceMs),
		});
		const receivedAt = now();
		const answer = await receiveAnswer(response, answerMaxBytes);
		return read(answer, readServerTime("Discord", answer.headers.date, { sentAt, receivedAt })?.aheadMs);
	} catch (error) {
		if ((error as Error).name === "TimeoutError") return { kind: "silent" };
		return { kind: "unreachable", code: errorCodeOf(error) };
	}
};

/** @returns what happened and what to do, in a sentence for the operator */
export const describeRefusal = (refusal: DiscordRefusal, { apiUrl, patienceMs }: DiscordAccess): string => {
	switch (refusal.kind) {
		case "unauthorized":
			return "Discord refuses this token: it was reset, it is cut off, or it is a person's own and not a bot's. Press Reset Token under Bot in the portal, and copy the new one.";
		case "blocked":
			return "Discord, or a proxy before it, refuses requests from this machine's address (status 403): ask whoever runs this network, or try from another.";
		case "limited":
			return `Discord takes no more requests for ${refusal.seconds} s: try again then.`;
		case "away":
			return `Discord has trouble of its own (status ${refusal.status}): see https://discordstatus.com, and try again.`;
		case "silent":
			return `Discord doesn't answer at ${apiUrl} within ${patienceMs / 1_000} s: check this machine's network, and https://discordstatus.com.`;
		case "unreachable":
			return `Discord can't be reached at ${apiUrl}: ${describeConnection(refusal.code, "DISCORD_API_URL")}`;
		case "proxy":
			return "A proxy on the way to Discord wants a user name and a password (status 407): ask whoever runs this network to let this machine through.";
		case "not_discord":
			return `Something other than Discord answers at ${apiUrl} (status ${refusal.status}), such as a proxy or a hotspot's login page: open https://discord.com in a browser on this machine, and check DISCORD_API_URL.`;
		default:
			return `Discord doesn't take that: ${refusal.message}.`;
	}
};
