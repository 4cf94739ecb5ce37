import { z } from "zod";
import type { TokenForm } from "../../discord/bot-token.ts";
import { checkClock } from "../doctor/check-clock.ts";
import { askDiscord, type DiscordAccess, type DiscordRefusal, describeRefusal } from "./ask-discord.ts";

/** Where a person makes an application, and finds its token. */
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
	custom_install_url: z.string().nullish(),
	approximate_guild_count: z.number().default(0),
	integration_types_config: z
		.record(z.string(), z.object({ oauth2_install_params: installParams.optional() }))
		.default({}),
	team: z.object({ name: z.string() }).nullish(),
});
/** An application as Discord describes it to itself. */
export type Application = z.infer<typeof receivedApplication>;

const receivedUser = z.object({ username: z.string(), public_flags: z.number().default(0) });
const receivedGateway = z.object({ url: z.string() });

/** Whose a token is. */
export interface Identity {
	readonly application: Application;
	readonly username: string;
	/** Whether Discord has verified the bot. */
	readonly isVerified: boolean;
	/** Where invites open: Discord, or a playground on this machine. */
	readonly inviteOrigin: string;
}

/** The result of trying a token. */
export type TokenCheck =
	| { readonly kind: "accepted"; readonly identity: Identity }
	/** It was accepted, but this machine's clock is off by so much. */
	| { readonly kind: "clock"; readonly identity: Identity; readonly sentence: string }
	| { readonly kind: "no_bot"; readonly application: Application }
	| DiscordRefusal;

/** The flag of verified bots' users. */
const verifiedBot = 1 << 16;

/** A playground's gateway is on this machine; Discord's isn't, also where a proxy for its API is. */
const findInviteOrigin = (gatewayUrl: string, apiUrl: string): string => {
	const hostname = URL.canParse(gatewayUrl) ? new URL(gatewayUrl).hostname : "";
	return ["127.0.0.1", "localhost"].includes(hostname) ? new URL(apiUrl).origin : "https://discord.com";
};

const strange: DiscordRefusal = { kind: "not_discord", status: 200 };

/** Tries a token: reads the application, its bot and the gateway's address. */
export const checkToken = async (asking: DiscordAccess): Promise<TokenCheck> => {
	const answers = [];
	for (const path of ["/applications/@me", "/users/@me", "/gateway/bot"]) {
		const answer = await askDiscord(asking, path);
		if (answer.kind !== "answer") return answer;
		answers.push(answer);
		const application = answers.length === 1 ? receivedApplication.safeParse(answer.body).data : undefined;
		if (application && !application.bot) return { kind: "no_bot", application };
	}
	const [asked, me, gateway] = answers;
	const application = receivedApplication.safeParse(asked?.body).data;
	const user = receivedUser.safeParse(me?.body).data;
	const url = receivedGateway.safeParse(gateway?.body).data?.url;
	if (!application || !user || url === undefined) return strange;
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

/** @returns what is wrong with what was copied, in a sentence for the operator */
export const describeForm = ({ kind }: Exclude<TokenForm, { kind: "token" }>): string => {
	switch (kind) {
		case "empty":
			return "That is empty: paste the token.";
		case "public_key":
			return "That is the application's public key: the token is under Bot, behind Reset Token.";
		case "client_secret":
			return "That looks like the client secret, from OAuth2: the token is under Bot, behind Reset Token.";
		case "application_id":
			return "That is an ID: the token is under Bot, behind Reset Token.";
		case "persons_token":
			return "That is a person's token, which Discord doesn't allow programs to use: take the bot's, under Bot, behind Reset Token.";
		default:
			return "That isn't a bot's token, which has three parts with dots between them: press Reset Token under Bot, and copy all of it.";
	}
};

/** @returns what is wrong with a token that was tried, in a sentence for the operator */
export const describeCheck = (
	check: Exclude<TokenCheck, { kind: "accepted" }>,
	asking: DiscordAccess,
): string => {
	if (check.kind === "clock") return check.sentence;
	if (check.kind === "no_bot")
		return `The application ${check.application.name} has no bot: open Bot in the portal (${portal}/${check.application.id}/bot), add one, and copy its token.`;
	return describeRefusal(check, asking);
};

/** @returns "Herald (@herald), 3 servers" */
export const describeIdentity = ({ application, username }: Identity): string => {
	const count = application.approximate_guild_count;
	return `${application.name} (@${username}), ${count === 1 ? "1 server" : `${count.toLocaleString("en-GB")} servers`}`;
};

/** Whether trying the same token again may help. */
export const mayPass = ({ kind }: TokenCheck): boolean =>
	["blocked", "limited", "away", "silent", "unreachable", "proxy", "not_discord", "clock"].includes(kind);
