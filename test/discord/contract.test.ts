import { operations } from "@herald/playground/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "../../commands/server/routes.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { serverPanel } from "../support/server-panel.ts";

let herald: Herald;

beforeAll(async () => {
	herald = await startHerald();
});
afterAll(() => herald.stop());

/** The operations that Herald uses, with their request and response schemas in Discord's OpenAPI. */
const used: Readonly<Record<string, readonly [body: string, answer: string]>> = {
	"GET /applications/@me": ["", "PrivateApplicationResponse"],
	"PUT /applications/{application_id}/commands": [
		"ApplicationCommandUpdateRequest[] | null",
		"ApplicationCommandResponse[] | null",
	],
	"GET /channels/{channel_id}": [
		"",
		"GuildChannelResponse | PrivateChannelResponse | PrivateGroupChannelResponse | ThreadResponse",
	],
	"GET /channels/{channel_id}/messages/{message_id}": ["", "MessageResponse"],
	"POST /channels/{channel_id}/messages": ["MessageCreateRequest", "MessageResponse"],
	"PATCH /channels/{channel_id}/messages/{message_id}": ["MessageEditRequestPartial", "MessageResponse"],
	"DELETE /channels/{channel_id}/messages/{message_id}": ["", "unknown"],
	"GET /gateway/bot": ["", "GatewayBotResponse"],
	"GET /guilds/{guild_id}": ["", "GuildWithCountsResponse"],
	"GET /guilds/{guild_id}/members/{user_id}": ["", "GuildMemberResponse"],
	"GET /guilds/{guild_id}/members/search": ["", "GuildMemberResponse[]"],
	"PATCH /guilds/{guild_id}/voice-states/@me": ["UpdateSelfVoiceStateRequestPartial", "unknown"],
	"POST /interactions/{interaction_id}/{interaction_token}/callback": [
		"ApplicationCommandAutocompleteCallbackRequest | CreateMessageInteractionCallbackRequest | LaunchActivityInteractionCallbackRequest | ModalInteractionCallbackRequest | PongInteractionCallbackRequest | SocialLayerSKUPurchaseEligibilityInteractionCallbackRequest | UpdateMessageInteractionCallbackRequest",
		"InteractionCallbackResponse",
	],
	"GET /users/@me": ["", "UserPIIResponse"],
	"GET /users/@me/guilds": ["", "MyGuildResponse[] | null"],
	"POST /webhooks/{webhook_id}/{webhook_token}": [
		"IncomingWebhookRequestPartial | IncomingWebhookUpdateRequestPartial",
		"MessageResponse",
	],
	"GET /webhooks/{webhook_id}/{webhook_token}/messages/@original": ["", "MessageResponse"],
	"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": [
		"IncomingWebhookUpdateRequestPartial",
		"MessageResponse",
	],
	"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original": ["", "unknown"],
	"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": [
		"IncomingWebhookUpdateRequestPartial",
		"MessageResponse",
	],
};

test("the operations that Herald uses still have the schemas that it was written for", () => {
	const now = Object.keys(used).map((name) => {
		const { body = "", answers = {} } = operations.get(name) ?? {};
		return [name, [body, answers[200] ?? answers[204]]];
	});
	expect(Object.fromEntries(now)).toEqual(used);
});

/** @returns the operation's name in the OpenAPI; undefined if it has none */
const nameOf = (method: string, path: string): string | undefined =>
	[...operations.keys()]
		.filter((name) =>
			new RegExp(`^${name.replaceAll(/\{\w+\}/g, "[^/@]+")}$`).test(`${method} ${decodeURIComponent(path)}`),
		)
		.sort((a, b) => Number(b.includes("@")) - Number(a.includes("@")))[0];

test("all that Herald sends fits Discord's OpenAPI: commands, answers, each page of its panel, and forms", async () => {
	const { playground } = herald;
	const { owner } = playground.home;
	const panel = serverPanel(playground, owner);
	await playground.command(owner, "say", { text: "Hello" }).firstAnswer();
	const file = playground.upload("a.txt", Buffer.from("A file"));
	await playground.command(owner, "say", { file }).firstAnswer();
	await playground.command(owner, "voice me").firstAnswer();
	await playground.command(owner, "help").firstAnswer();
	for (const page of pages) {
		const shown = await panel.open(page);
		const asks = shown.components
			.map(({ custom_id: id }) => String(id))
			.filter((id) => /:(ask|add):/.test(id));
		for (const id of asks) await playground.click(owner, shown, id).modal();
	}
	const refused = playground.requests.filter(({ status }) => status >= 400);
	expect(refused).toEqual([]);
	const unlisted = playground.requests.map(({ method, path }) => nameOf(method, path) ?? path);
	expect(unlisted.filter((name) => !(name in used))).toEqual([]);
});
