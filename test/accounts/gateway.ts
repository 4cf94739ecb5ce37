import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Member, SeenMessage } from "@herald/playground";
import { type Herald, startHerald } from "../support/herald.ts";
import { textOf } from "../support/server-panel.ts";
import { type Behaviour, type SeenRequest, sendJson, speakWell, startUpstream } from "../support/upstream.ts";

/** An account at the gateway. `units` is its credit in quota units, `codes` are the codes that it redeemed. */
export interface GatewayAccount {
	units: number;
	readonly codes: string[];
	/**
	 * How the gateway refuses the account's requests for speech until a code is redeemed. With status 401, the request
	 * for the account's credit is refused, too.
	 */
	refusal?: { readonly status: number; readonly code: string };
	/** What the account gets instead of the list of models. */
	readonly instead?: { readonly status: number; readonly body: string };
}

export const topupPath = "/api/user/topup";

export const operatorsKey = "sk-operators-own-key";
export const serversKey = "sk-the-servers-key";

const keyOf = ({ headers }: SeenRequest): string => String(headers.authorization).replace("Bearer ", "");

/**
 * Starts a gateway with accounts. Every request with an unknown key gets 401, even a request for the list of models.
 */
export const startGateway = async () => {
	const upstream = await startUpstream();
	const accounts = new Map<string, GatewayAccount>();
	let speak: Behaviour = speakWell;
	/** For each held path, a function that is called for each request. The answer waits for the function's promise. */
	const holds = new Map<string, () => Promise<void>>();
	const refuse = (code: string) => ({ error: { message: "", type: "new_api_error", code } });
	const reset = (): void => {
		accounts.clear();
		accounts.set(operatorsKey, { units: 1_000_000, codes: [] });
		accounts.set(serversKey, { units: 2_000_000, codes: [] });
		speak = speakWell;
		upstream.behave(async (response, attempt, request) => {
			const account = accounts.get(keyOf(request));
			const answer = (status: number, body: unknown) => sendJson(response, status, body);
			if (!account) return answer(401, refuse(""));
			await holds.get(request.path)?.();
			if (request.path === "/v1/models" && account.instead)
				return response.writeHead(account.instead.status).end(account.instead.body);
			if (request.path === "/v1/models") return answer(200, { data: [{ id: "gemini-3.8-flash-tts" }] });
			if (request.path === "/api/usage/token/" && account.refusal?.status === 401)
				return answer(401, { success: false, message: "Invalid token" });
			if (request.path === "/api/usage/token/")
				return answer(200, { code: true, data: { total_available: account.units, unlimited_quota: false } });
			if (request.path === topupPath) {
				const { key } = JSON.parse(request.body);
				if ([...accounts.values()].some(({ codes }) => codes.includes(key)))
					return answer(200, { success: false, message: "This code has already been used" });
				delete account.refusal;
				account.codes.push(key);
				account.units += 500_000;
				return answer(200, { success: true, message: "", data: 500_000 });
			}
			if (account.refusal) return answer(account.refusal.status, refuse(account.refusal.code));
			return speak(response, attempt, request);
		});
	};
	reset();
	return {
		upstream,
		accounts,
		/**
		 * Forgets the requests and all added accounts, restores the operator's and the server's account, and has the
		 * gateway speak well again.
		 */
		reset,
		/** Refuses an account's requests for speech from now on. */
		refuse: (key: string, status: number, code = ""): void => {
			Object.assign(accounts.get(key) ?? {}, { refusal: { status, code } });
		},
		allow: (key: string): void => {
			delete accounts.get(key)?.refusal;
		},
		/** Sets how requests for speech are answered until the next `reset`. */
		speakAs: (behaviour: Behaviour): void => {
			speak = behaviour;
		},
		/**
		 * Holds back the answers to requests on a path.
		 * @param onArrived - called for each of these requests
		 * @returns a function that lets these requests and later ones on the path be answered
		 */
		hold: (path: string, onArrived: () => void): (() => void) => {
			const released = Promise.withResolvers<void>();
			holds.set(path, () => {
				onArrived();
				return released.promise;
			});
			return released.resolve;
		},
		/** The key of each request for speech, in order. */
		spokenBy: (): string[] =>
			upstream.requests.filter(({ path }) => path.includes("generateContent")).map(keyOf),
		codes: (): string[] => [...accounts.values()].flatMap(({ codes }) => codes),
		start: (environment: Readonly<Record<string, string>> = {}) =>
			startHerald({
				SPEECH_BASE_URL: upstream.baseUrl,
				SPEECH_API_KEY: operatorsKey,
				ACCOUNTS: "servers",
				...environment,
			}),
	};
};

/** Presses a message's first button. @returns what then stands there */
export const pressFirst = ({ playground }: Herald, who: Member, asked: SeenMessage): Promise<SeenMessage> =>
	playground
		.click(who, asked, String(asked.components[0]?.custom_id))
		.message(({ content }) => content !== asked.content);

const shown = ({ texts, thinking }: SeenMessage): boolean => !thinking && texts.length > 0;

/** @returns Herald's databases and its log, as one string */
export const everythingOf = ({ dataDir, logs }: Herald): string =>
	[
		...readdirSync(dataDir)
			.filter((name) => name.includes(".db"))
			.map((name) => readFileSync(join(dataDir, name), "latin1")),
		JSON.stringify(logs),
	].join("\n");

/** The panel of `/account` as a manager sees it, or of `/my-account` as a member does. */
export const accountPanel = (
	{ playground }: Herald,
	who: Member = playground.home.owner,
	command: "account" | "my-account" = "account",
) => {
	const open = (): Promise<SeenMessage> => playground.command(who, command).message(shown);
	const press = (panel: SeenMessage, id: string): Promise<SeenMessage> =>
		playground.click(who, panel, id).message(shown);
	return {
		open,
		press,
		read: async (): Promise<string> => textOf(await open()),
		/** @returns what the panel says once the key was tried */
		connect: async (key = serversKey, more: Readonly<Record<string, string>> = {}): Promise<string> => {
			const modal = await playground.click(who, await open(), `${command}:connect`).modal();
			return textOf(await playground.submitModal(who, modal, { key, ...more }).message(shown));
		},
		disconnect: async (): Promise<string> =>
			textOf(await press(await press(await open(), `${command}:disconnect`), `${command}:disconnectNow`)),
	};
};
