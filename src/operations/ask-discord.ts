import {
	acceptHeaders,
	errorCodeOf,
	isSuccess,
	type ReceivedAnswer,
	readJson,
	receiveAnswer,
} from "@herald/common/wire/http.ts";
import { request } from "undici";
import { z } from "zod";
import type { TokenForm } from "../discord/bot-token.ts";
import { checkClock, describeConnection, readServerTime } from "./doctor/finding.ts";

interface DiscordRefusal {
	readonly kind: "refusal";
	/** Tells the operator what happened and what to do. */
	readonly sentence: string;
	/** Whether the same request may succeed later. */
	readonly mayPass: boolean;
	/** Whether Discord itself refuses the token. */
	readonly isTokenRefused?: boolean;
	/** For how many seconds Discord accepts no requests. */
	readonly seconds?: number;
	/** The top-level fields of the request that Discord refuses. */
	readonly fields?: readonly string[];
}

/** `aheadMs` is how far this machine's clock is ahead of Discord's, in ms; undefined if that isn't known. */
export type DiscordAnswer =
	| { readonly kind: "answer"; readonly body: unknown; readonly aheadMs: number | undefined }
	| DiscordRefusal;

export interface DiscordAccess {
	readonly apiUrl: string;
	readonly token: string;
	/** The longest wait for each answer, in ms. */
	readonly patienceMs: number;
	readonly now: () => number;
}

/** The header User-Agent, which Discord requires. */
const userAgent = "DiscordBot (Herald, 1.0)";
/** The most bytes that are read of an answer: far more than an application or two hundred servers take. */
const answerMaxBytes = 1024 * 1024;

const refuse = (sentence: string, more: Partial<DiscordRefusal> = {}): DiscordRefusal => ({
	kind: "refusal",
	sentence,
	mayPass: true,
	...more,
});

const refuseStranger = (status: number, apiUrl: string): DiscordRefusal =>
	refuse(
		`Something other than Discord answers at ${apiUrl} (status ${status}), such as a proxy or a hotspot's login page: open https://discord.com in a browser on this machine, and check DISCORD_API_URL.`,
	);

const read = (
	{ status, body: text }: ReceivedAnswer,
	aheadMs: number | undefined,
	apiUrl: string,
): DiscordAnswer => {
	const body = readJson(text);
	const isObject = typeof body === "object" && body !== null;
	if (isSuccess(status)) return isObject ? { kind: "answer", body, aheadMs } : refuseStranger(status, apiUrl);
	if (status === 407)
		return refuse(
			"A proxy on the way to Discord wants a user name and a password (status 407): ask whoever runs this network to let this machine through.",
		);
	const { code, message, errors, retry_after } = (isObject ? body : {}) as Readonly<Record<string, unknown>>;
	if (status === 429) {
		const wait = Number(retry_after);
		const seconds = Number.isFinite(wait) ? Math.ceil(wait) : 60;
		return refuse(`Discord takes no more requests for ${seconds} s: try again then.`, { seconds });
	}
	if (status >= 500 || status === 408)
		return refuse(
			`Discord has trouble of its own (status ${status}): see https://discordstatus.com, and try again.`,
		);
	const isNumbered = typeof code === "number";
	if (status === 403 && !isNumbered)
		return refuse(
			"Discord, or a proxy before it, refuses requests from this machine's address (status 403): ask whoever runs this network, or try from another.",
		);
	if (!isNumbered || status === 404) return refuseStranger(status, apiUrl);
	if (status === 401)
		return refuse(
			"Discord refuses this token: it was reset, it is cut off, or it is a person's own and not a bot's. Press Reset Token under Bot in the portal, and copy the new one.",
			{ isTokenRefused: true, mayPass: false },
		);
	const fields = Object.keys(errors ?? {});
	return refuse(`Discord doesn't take that: ${String(message)}.`, { fields, mayPass: false });
};

/** Gets something from Discord, or changes it if there is a body, within a time limit. Never rejects. */
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
		const time = readServerTime("Discord", answer.headers.date, { sentAt, receivedAt });
		return read(answer, time?.aheadMs, apiUrl);
	} catch (error) {
		return refuse(
			(error as Error).name === "TimeoutError"
				? `Discord doesn't answer at ${apiUrl} within ${patienceMs / 1_000} s: check this machine's network, DISCORD_API_URL, and https://discordstatus.com.`
				: `Discord can't be reached at ${apiUrl}: ${describeConnection(errorCodeOf(error), "DISCORD_API_URL")}`,
		);
	}
};

/** Where people create applications and find their tokens. */
export const portal = "https://discord.com/developers/applications";

const installParams = z.object({ scopes: z.array(z.string()), permissions: z.string() });
const receivedApplication = z.object({
	id: z.string(),
	name: z.string(),
	description: z.string().default(""),
	icon: z.string().nullish(),
	tags: z.array(z.string()).default([]),
	flags: z.number().default(0),
	bot: z.object({}).optional(),
	bot_public: z.boolean().default(true),
	bot_require_code_grant: z.boolean().default(false),
	interactions_endpoint_url: z.string().nullish(),
	approximate_guild_count: z.number().default(0),
	integration_types_config: z
		.record(z.string(), z.object({ oauth2_install_params: installParams.optional() }))
		.default({}),
	team: z.object({ name: z.string() }).nullish(),
});
/** An application, as Discord describes it to its own bot. */
export type Application = z.infer<typeof receivedApplication>;

const receivedUser = z.object({ username: z.string(), public_flags: z.number().default(0) });
const receivedGateway = z.object({ url: z.string() });

export interface Identity {
	readonly application: Application;
	readonly username: string;
	readonly isVerified: boolean;
	/** Where invites open: at Discord, or in a playground on this machine. */
	readonly inviteOrigin: string;
}

export type TokenCheck =
	| { readonly kind: "accepted"; readonly identity: Identity }
	/** The token was accepted, but this machine's clock is wrong. */
	| { readonly kind: "clock"; readonly identity: Identity; readonly sentence: string }
	| DiscordRefusal;

/** The user flag of verified bots. */
const verifiedBot = 1 << 16;

/**
 * @returns where invites open: in the playground if the gateway is on this machine, otherwise at Discord. The API's
 * address doesn't tell, because it may be a proxy's
 */
const findInviteOrigin = (gatewayUrl: string, apiUrl: string): string => {
	const hostname = URL.canParse(gatewayUrl) ? new URL(gatewayUrl).hostname : "";
	return ["127.0.0.1", "localhost"].includes(hostname) ? new URL(apiUrl).origin : "https://discord.com";
};

/** Tries a token by reading the application, its bot and the gateway's address. */
export const checkToken = async (asking: DiscordAccess): Promise<TokenCheck> => {
	const answers = [];
	for (const path of ["/applications/@me", "/users/@me", "/gateway/bot"]) {
		const answer = await askDiscord(asking, path);
		if (answer.kind !== "answer") return answer;
		answers.push(answer);
		const application = answers.length === 1 ? receivedApplication.safeParse(answer.body).data : undefined;
		if (application && !application.bot)
			return refuse(
				`The application ${application.name} has no bot: open Bot in the portal (${portal}/${application.id}/bot), add one, and copy its token.`,
				{ mayPass: false },
			);
	}
	const [asked, me, gateway] = answers;
	const application = receivedApplication.safeParse(asked?.body).data;
	const user = receivedUser.safeParse(me?.body).data;
	const url = receivedGateway.safeParse(gateway?.body).data?.url;
	if (!application || !user || url === undefined) return refuseStranger(200, asking.apiUrl);
	const identity = {
		application,
		username: user.username,
		isVerified: (user.public_flags & verifiedBot) !== 0,
		inviteOrigin: findInviteOrigin(url, asking.apiUrl),
	};
	const aheadMs = asked?.aheadMs;
	const [finding] = aheadMs === undefined ? [] : checkClock([{ of: "Discord", aheadMs }]);
	return finding?.verdict === "wrong"
		? { kind: "clock", identity, sentence: finding.sentence }
		: { kind: "accepted", identity };
};

const behindReset = "the token is under Bot, behind Reset Token.";
/** What was pasted instead of a token, as sentences for the operator. */
export const wrongForms: Readonly<Record<Exclude<TokenForm["kind"], "token">, string>> = {
	empty: "That is empty: paste the token.",
	public_key: `That is the application's public key: ${behindReset}`,
	client_secret: `That looks like the client secret, from OAuth2: ${behindReset}`,
	application_id: `That is an ID: ${behindReset}`,
	persons_token:
		"That is a person's token, which Discord doesn't allow programs to use: take the bot's, under Bot, behind Reset Token.",
	unknown:
		"That isn't a bot's token, which has three parts with dots between them: press Reset Token under Bot, and copy all of it.",
};

/** @returns "Herald (@herald), 3 servers" */
export const describeIdentity = ({ application, username }: Identity): string => {
	const count = application.approximate_guild_count;
	return `${application.name} (@${username}), ${count === 1 ? "1 server" : `${count.toLocaleString("en-GB")} servers`}`;
};
