import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { speakPhrases } from "./speaking-upstream.ts";

/** Of requests: how many of which kind meet with what. */
const shares = { refused: 0.003, empty: 0.003, limited: 0.02, cut: 0.03 };
export const unitsACode = 500_000;
export const operatorsKey = "bench";

/** A request that an account paid for, or was to pay for. */
export interface Paid {
	readonly key: string;
	/** The text, or the code. */
	readonly what: string;
}

type Topup = Paid & { readonly credited: boolean };

/** A service with accounts, which knows what each has paid for. */
export interface PayingService {
	/** Of a Herald that uses it. */
	readonly environment: Readonly<Record<string, string>>;
	/** @returns a code that is good */
	makeCode(): string;
	/** Ends what disturbs it. */
	begin(): Promise<void>;
	/** Has it meet with a trouble, or with none. */
	disturb(): Promise<void>;
	read(): { readonly texts: readonly Paid[]; readonly topups: readonly Topup[] };
	stop(): Promise<void>;
}

/** A gateway with accounts that has troubles at random, and notes under which key everything came. */
export const startAccountsService = async (keys: readonly string[]): Promise<PayingService> => {
	const texts: Paid[] = [];
	const topups: Topup[] = [];
	let codes = 0;
	const answer = speakPhrases(1);
	const send = (response: ServerResponse, status: number, body: string, headers = {}): void =>
		void response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
	const refuse = (response: ServerResponse, status: number, code = "", headers = {}): void =>
		send(response, status, JSON.stringify({ error: { message: "", type: "new_api_error", code } }), headers);
	/** @returns whether a trouble answered in the service's place */
	const trouble = (response: ServerResponse): boolean => {
		const chance = Math.random();
		if (chance < shares.refused) refuse(response, 401);
		else if (chance < shares.refused + shares.empty) refuse(response, 402);
		else if (chance < shares.refused + shares.empty + shares.limited)
			refuse(response, 429, "", { "retry-after": "1" });
		else return false;
		return true;
	};
	const speak = (response: ServerResponse, key: string, body: string): void => {
		texts.push({ key, what: JSON.parse(body).contents.at(-1).parts.at(-1).text });
		if (trouble(response)) return;
		if (Math.random() < shares.cut) response.destroy();
		else send(response, 200, answer);
	};
	const topUp = (response: ServerResponse, key: string, body: string): void => {
		const code: string = JSON.parse(body).key;
		if (Math.random() < shares.limited) {
			topups.push({ key, what: code, credited: false });
			refuse(response, 429, "", { "retry-after": "1" });
			return;
		}
		const isUsed = topups.some(({ what, credited }) => what === code && credited);
		topups.push({ key, what: code, credited: !isUsed });
		if (Math.random() < shares.cut * 3) response.destroy();
		else if (isUsed) send(response, 200, JSON.stringify({ success: false, message: "already used" }));
		else send(response, 200, JSON.stringify({ success: true, message: "", data: unitsACode }));
	};
	const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		request.on("error", () => {});
		response.on("error", () => {});
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const body = Buffer.concat(chunks).toString("utf8");
		const key = String(request.headers.authorization).replace("Bearer ", "");
		const { url = "" } = request;
		if (request.method === "HEAD") return void response.writeHead(404).end();
		if (!keys.includes(key)) return refuse(response, 401);
		if (url.includes("generateContent")) return speak(response, key, body);
		if (url === "/api/user/topup") return topUp(response, key, body);
		if (url === "/v1/models") return send(response, 200, JSON.stringify({ data: [] }));
		refuse(response, 404);
	};
	const server = createServer((request, response) => void serve(request, response).catch(() => {}));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		environment: {
			SPEECH_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
			SPEECH_API_KEY: operatorsKey,
		},
		makeCode: () => `CODE-${codes++}-${Math.random().toString(36).slice(2)}`,
		begin: async () => {},
		disturb: async () => {},
		read: () => ({ texts, topups }),
		stop: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
};
