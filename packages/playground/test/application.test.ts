import { Events, GatewayIntentBits } from "discord.js";
import { expect, onTestFinished, test } from "vitest";
import { askRest, startTestPlayground } from "./support.ts";
import { enter, eventAfter, playground, useDiscord } from "./use-playground.ts";

const messageContent = 1 << 19;
const members = 1 << 15;
const permissions = "2251799813760000";
const inApps = { scopes: ["bot"], permissions: "0" };
const picture = `data:image/png;base64,${Buffer.from("a picture").toString("base64")}`;

useDiscord({ messageContent: "refused" });

const ask = async (method: string, body?: object, token = playground.token, { apiUrl } = playground) => {
	const response = await askRest({ apiUrl, token }, method, "/applications/@me", body);
	return { status: response.status, body: (await response.json()) as Record<string, never> };
};

test("the application's settings are changed by a request that names them, and otherwise stay unchanged", async () => {
	const changes = {
		description: "Speaks.",
		tags: ["speech", "voice"],
		flags: members | messageContent,
		integration_types_config: {
			0: { oauth2_install_params: { scopes: ["bot", "applications.commands"], permissions } },
		},
	};
	const { status, body } = await ask("PATCH", { ...changes, icon: picture });
	expect(status).toBe(200);
	expect(body).toMatchObject({ ...changes, icon: expect.stringMatching(/^[0-9a-f]{32}$/) });
	const again = await ask("PATCH", { tags: [] });
	expect(again.body.description).toBe("Speaks.");
	expect(again.body).not.toHaveProperty("tags");
	expect((await ask("GET")).body).toEqual(again.body);
});

test("the application's settings can grant and withdraw the Message Content intent", async () => {
	await ask("PATCH", { flags: messageContent });
	const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.MessageContent];
	await enter([], intents);
	const withdraw = () => ask("PATCH", { flags: 0 });
	expect((await eventAfter(Events.ShardDisconnect, withdraw))[0].code).toBe(4014);
});

test.each([
	["tags", { tags: ["far longer than twenty characters"] }],
	["tags", { tags: ["a", "b", "c", "d", "e", "f"] }],
	["description", { description: "a".repeat(401) }],
	["icon", { icon: "no picture" }],
	["integration_types_config", { integration_types_config: { 2: {} } }],
	["integration_types_config", { integration_types_config: { 1: { oauth2_install_params: inApps } } }],
	["name", { name: "Another" }],
])(
	"the application's settings are refused if %s isn't valid, and nothing is changed",
	async (field, body) => {
		const before = await ask("GET");
		const refused = await ask("PATCH", { ...body, flags: messageContent });
		expect(refused).toMatchObject({ status: 400, body: { code: 50_035 } });
		expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
		expect(await ask("GET")).toEqual(before);
	},
);

test("settings of a verified application can be changed, except its intents", async () => {
	const application = { verified: true, team: "Harbour" };
	const verified = await startTestPlayground({ messageContent: "refused", application });
	onTestFinished(() => verified.stop());
	const refused = await ask("PATCH", { flags: messageContent }, verified.token, verified);
	expect(refused).toMatchObject({ status: 400, body: { errors: { flags: {} } } });
	const { status, body } = await ask("PATCH", { tags: ["speech"] }, verified.token, verified);
	expect(status).toBe(200);
	expect(body.team).toMatchObject({ name: "Harbour" });
});

test("the application's settings can't be changed with another application's token", async () => {
	const refused = { status: 401, body: { message: "401: Unauthorized", code: 0 } };
	for (const token of ["wrong", "mfa.a-persons-own"])
		expect(await ask("PATCH", { tags: [] }, token)).toEqual(refused);
});
