import type { IncomingHttpHeaders } from "node:http";

/** A gateway's answer. It has no body if `body` is undefined. */
export interface GatewayAnswer {
	readonly status: number;
	readonly body?: unknown;
}

interface Code {
	readonly units: number;
	readonly expired?: boolean;
	status: "enabled" | "disabled" | "used";
}

const limitedRequests = 20;
const generic = "Redemption failed, please try again later";
const fail = (message: string): GatewayAnswer => ({ status: 200, body: { success: false, message } });

/** The only account of an imitated gateway: its credit, its key, its access token and its codes. */
export class GatewayAccount {
	readonly userId = "7";
	readonly accessToken = "the-accounts-own-token";
	readonly key = "sk-gateway";
	/** In quota units. */
	credit = 1_000_000;
	/** How much the key may still spend, in quota units. */
	keyLimit = Number.POSITIVE_INFINITY;
	readonly codes = new Map<string, Code>();
	/** How many requests have come on the two paths on which a gateway allows an address 20 requests in 20 minutes. */
	#limited = 0;

	spend(units: number): void {
		this.credit -= units;
		this.keyLimit -= units;
	}

	/** Answers a path under /api. @returns undefined for an unknown path */
	answer(
		method: string,
		path: string,
		headers: IncomingHttpHeaders,
		body: string,
	): GatewayAnswer | undefined {
		if (method === "GET" && path === "/api/user/self")
			return this.#whenOwner(headers, () => ({
				status: 200,
				body: { success: true, message: "", data: { id: 7, quota: this.credit } },
			}));
		if (method === "GET" && path === "/api/usage/token/") return this.#showKey(headers);
		if (method !== "POST" || path !== "/api/user/topup") return undefined;
		this.#limited += 1;
		if (this.#limited > limitedRequests) return { status: 429 };
		return this.#whenOwner(headers, () => this.#redeem(JSON.parse(body).key));
	}

	/** Tells how much the key may still spend, even if that is nothing. */
	#showKey({ authorization }: IncomingHttpHeaders): GatewayAnswer {
		this.#limited += 1;
		if (authorization !== `Bearer ${this.key}`)
			return { status: 401, body: { success: false, message: "Invalid token" } };
		const unlimited = this.keyLimit === Number.POSITIVE_INFINITY;
		return {
			status: 200,
			body: {
				code: true,
				message: "ok",
				data: { total_available: unlimited ? 0 : this.keyLimit, unlimited_quota: unlimited, expires_at: 0 },
			},
		};
	}

	/** Gateways of 2024 and 2025 require the user id beside the token. */
	#whenOwner(headers: IncomingHttpHeaders, answer: () => GatewayAnswer): GatewayAnswer {
		if (headers.authorization !== `Bearer ${this.accessToken}`)
			return {
				status: 401,
				body: { success: false, message: "Unauthorized, invalid access token", code: "AUTH_UNAUTHORIZED" },
			};
		if (headers["new-api-user"] !== this.userId)
			return { status: 401, body: { success: false, message: "无权进行此操作，未提供 New-Api-User" } };
		return answer();
	}

	#redeem(key: string): GatewayAnswer {
		const code = this.codes.get(key);
		if (code?.status !== "enabled" || code.expired) return fail(generic);
		code.status = "used";
		this.credit += code.units;
		return { status: 200, body: { success: true, message: "", data: code.units } };
	}
}
