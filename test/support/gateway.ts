import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { GatewayAccount, type GatewayAnswer } from "./gateway-account.ts";

/** The channel from which the gateway gets its speech, as its operator set it up. */
interface Channel {
	origin: string;
	key: string;
	/** Whether bodies are sent on unchanged. */
	passThrough: boolean;
	models: readonly string[];
}

/** How often the gateway retries on a channel, without a wait. */
const retryTimes = 3;
/**
 * How many quota units an account must have before a request. A real gateway takes them, and gives them back
 * afterwards.
 */
const preCharge = 500;

const refuse = (status: number, type: string, code: string | number, message = `${code}`): GatewayAnswer => ({
	status,
	body: { error: { message, type, param: "", code } },
});

/** Keeps only those fields of a request that the gateway knows. */
const rebuild = (body: string): string => {
	const { contents, generationConfig } = JSON.parse(body);
	const { responseModalities, speechConfig, temperature } = generationConfig;
	return JSON.stringify({
		contents: contents.map(({ role, parts }: { role: string; parts: { text: string }[] }) => ({
			role,
			parts: parts.map(({ text }) => ({ text })),
		})),
		generationConfig: { responseModalities, speechConfig, temperature },
	});
};

const passedOnKind = "bad_response_status_code";

/** An upstream's refusal as the gateway passes it on: without `status` and `details`. */
const passOn = (status: number, body: string): GatewayAnswer => {
	try {
		const { message, type = "upstream_error", code = "" } = JSON.parse(body).error;
		return refuse(status, type, code, message);
	} catch {
		return refuse(status, passedOnKind, passedOnKind);
	}
};

/** Adds the answer's id to the message of a refusal, as gateways do. */
const writeBody = (body: unknown, id: string): string => {
	const { error } = body as { error?: { message: string } };
	return JSON.stringify(
		error ? { error: { ...error, message: `${error.message} (request id: ${id})` } } : body,
	);
};

/**
 * Imitates a New API gateway between Herald and a speech service: it checks the key, prices, retries by itself,
 * rebuilds bodies, refuses as docs/interface.md 11 says, and gives each answer an id.
 */
export const startGateway = async (upstream: { readonly origin: string; readonly key: string }) => {
	const account = new GatewayAccount();
	const channel: Channel = {
		...upstream,
		passThrough: false,
		models: ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts", "gemini-2.5-flash-preview-tts"],
	};
	/** What a token costs in quota units, by model. */
	const prices = new Map(channel.models.map((model) => [model, 3]));
	/**
	 * `asked`: the models of Herald's requests. `sent`: the models and bodies of the requests to the speech service.
	 */
	const asked: string[] = [];
	const sent: { readonly model: string; readonly body: string }[] = [];
	let rateLimited = false;
	let refusesOnce = false;

	const sendOnce = async (model: string, body: string): Promise<Response | undefined> => {
		sent.push({ model, body });
		return fetch(`${channel.origin}/v1beta/models/${model}:generateContent`, {
			method: "POST",
			headers: { authorization: `Bearer ${channel.key}`, "content-type": "application/json" },
			body,
		}).catch(() => undefined);
	};
	const send = async (model: string, body: string): Promise<Response | undefined> => {
		for (let retried = 0; ; retried += 1) {
			const response = await sendOnce(model, body);
			const again = response === undefined || response.status === 429 || response.status >= 500;
			if (!again || retried === retryTimes) return response;
		}
	};

	const speak = async (model: string, key: string | undefined, body: string): Promise<GatewayAnswer> => {
		asked.push(model);
		// Gateways call a used-up key invalid.
		if (key !== `Bearer ${account.key}` || account.keyLimit <= 0)
			return refuse(401, "new_api_error", "", "Invalid token");
		if (refusesOnce) {
			refusesOnce = false;
			return refuse(401, "new_api_error", "", "Invalid token");
		}
		if (rateLimited) return refuse(429, "new_api_error", "", "You have reached the request limit");
		if (!channel.models.includes(model)) return refuse(503, "new_api_error", "model_not_found");
		const price = prices.get(model);
		if (price === undefined) return refuse(400, "new_api_error", "model_price_error");
		if (account.credit < preCharge) return refuse(403, "new_api_error", "insufficient_user_quota");
		if (account.keyLimit < preCharge) return refuse(403, "new_api_error", "pre_consume_token_quota_failed");
		const response = await send(model, channel.passThrough ? body : rebuild(body));
		if (!response) return refuse(500, "new_api_error", "do_request_failed");
		const text = await response.text();
		if (response.status !== 200) return passOn(response.status, text);
		const answer = JSON.parse(text);
		// An answer without audio is charged, too.
		account.spend(Math.ceil((answer.usageMetadata?.totalTokenCount ?? 0) * price));
		return { status: 200, body: answer };
	};

	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		const { method = "", url = "", headers } = request;
		const model = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(url)?.[1];
		const answer =
			model === undefined
				? account.answer(method, url, headers, body)
				: await speak(model, headers.authorization, body);
		const { status, body: told } =
			answer ?? refuse(404, "invalid_request_error", "", `Invalid URL (${method} ${url})`);
		const id = `2026112108${asked.length}`;
		response.writeHead(status, {
			"x-oneapi-request-id": id,
			...(told !== undefined && { "content-type": "application/json" }),
		});
		response.end(told === undefined ? undefined : writeBody(told, id));
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		account,
		channel,
		prices,
		asked,
		sent,
		/** Refuses the key of the next request, as if the gateway had a fault. */
		refuseOnce(): void {
			refusesOnce = true;
		},
		limitRate(reached: boolean): void {
			rateLimited = reached;
		},
		async close(): Promise<void> {
			server.close();
			server.closeAllConnections();
			await once(server, "close");
		},
	};
};
