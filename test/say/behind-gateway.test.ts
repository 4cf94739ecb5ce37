import { oneSecond, openService, openServiceWith } from "@herald/service/testing/open-service.ts";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { button, labelsOf, showing } from "../support/answers.ts";
import { startGateway } from "../support/gateway.ts";
import { patientAttempts, startHerald } from "../support/herald.ts";
import { type Behaviour, answer as give, speakWell, startUpstream } from "../support/upstream.ts";

const [lite, flash] = ["gemini-3.8-flash-lite-tts", "gemini-3.8-flash-tts"];
const prompt = "gemini-2.5-flash-preview-tts";
const spoken = /\*\*Kore\*\* · 0:0\d/;

/** Takes the service's place in tests that need a failing service. */
const broken = await startUpstream();
const service = await openService();
const gateway = await startGateway(service);
const environment = {
	SPEECH_BASE_URL: gateway.baseUrl,
	SPEECH_API_KEY: gateway.account.key,
	SPEECH_MODELS: `${lite},${flash}`,
	TOPUP_TOKEN: gateway.account.accessToken,
	TOPUP_USER_ID: gateway.account.userId,
};
const herald = await startHerald(environment, { timing: patientAttempts });
const { playground } = herald;
const { owner, ordinary: member } = playground.home;
let texts = 0;
afterAll(async () => {
	await herald.stop();
	await gateway.close();
	await service.close();
	await broken.close();
});
beforeEach(() => {
	// Passes the waits of the breaker, of retries and of members' limits.
	herald.advance(61_000);
	Object.assign(gateway.channel, { ...service, passThrough: false, models: [lite, flash, prompt] });
	Object.assign(gateway.account, { credit: 1_000_000, keyLimit: Number.POSITIVE_INFINITY });
	for (const model of [lite, flash, prompt]) gateway.prices.set(model, 3);
	gateway.limitRate(false);
	gateway.asked.length = 0;
	gateway.sent.length = 0;
});

/** Says a new text, so that nothing comes from the cache. @returns Herald's message about it that matches `sentence` */
const say = async (sentence: RegExp, options: Readonly<Record<string, string>> = {}) => {
	texts += 1;
	const text = `Text number ${texts} goes through the gateway.`;
	return showing(herald.say(member, text, options), sentence);
};
const redeem = async (code: string) => (await herald.use(owner, "redeem", { code }).firstAnswer()).content;
const failBehind = (behave: Behaviour) => {
	broken.behave(behave);
	gateway.channel.origin = broken.baseUrl;
};
const error = (status: number, body: unknown) => give({ error: body }, status);
const warnings = () => herald.logs.filter(({ level }) => level === 40).map(({ msg }) => msg);

test("a text is paid for by the account and its key", async () => {
	gateway.account.keyLimit = 1_000_000;
	await say(spoken);
	expect(gateway.sent).toHaveLength(1);
	expect(gateway.account.credit).toBeLessThan(1_000_000);
	expect(gateway.account.keyLimit).toBe(gateway.account.credit);
});

test("a long text is spoken with one request for each of its Lines", async () => {
	const sentence = "This sentence is part of a text that is too long for a single request. ";
	const text = sentence.repeat(20);
	await showing(herald.say(member, text), /\*\*Kore\*\* · \d:\d\d/);
	expect(gateway.sent.length).toBeGreaterThan(1);
	expect(gateway.asked).toHaveLength(gateway.sent.length);
});

test("a style reaches the service if the gateway's channel passes bodies through, and is lost otherwise", async () => {
	await say(spoken, { style: "whispering" });
	expect(gateway.sent.at(-1)?.body).not.toContain("whispering");
	gateway.channel.passThrough = true;
	await say(spoken, { style: "whispering" });
	expect(JSON.parse(gateway.sent.at(-1)?.body ?? "").contents[0].parts[0]).toMatchObject({
		speechMetadata: { style: "whispering" },
	});
});

test("a model that the gateway lacks or has no price for is skipped", async () => {
	gateway.channel.models = [flash];
	await say(spoken);
	expect(gateway.asked).toEqual([lite, flash]);
	gateway.channel.models = [lite, flash];
	gateway.prices.delete(lite);
	await say(spoken);
	expect(gateway.asked).toEqual([lite, flash, lite, flash]);
	expect(warnings()).toContainEqual(expect.stringContaining("the gateway has no price for this model"));
});

test("an empty account leads to /redeem, and after a code the next text is spoken at once", async () => {
	gateway.account.credit = 0;
	const answer = await say(/account that pays for speech has no credit left.*`\/redeem`/);
	expect(labelsOf(answer)).toEqual(["Redeem a code", "Say it again"]);
	expect(gateway.sent).toEqual([]);
	gateway.account.codes.set("refill", { units: 500_000, status: "enabled" });
	expect(await redeem("refill")).toMatch(/Added 500,000 units.*Balance: 500,000 units/);
	await say(spoken);
});

test("a key that reached its own limit is a matter for the operator, and no code is asked for", async () => {
	gateway.account.keyLimit = 10;
	const answer = await say(/has reached its own limit/);
	expect(answer.content).not.toContain("/redeem");
	expect(labelsOf(answer)).toEqual(["Say it again"]);
	expect(gateway.asked).toEqual([lite]);
	expect(warnings()).toContainEqual(expect.stringContaining("raise it at the gateway"));
});

test("a key with nothing left is reported as at its limit, though the gateway calls it invalid", async () => {
	gateway.account.keyLimit = 0;
	const answer = await say(/has reached its own limit/);
	expect(answer.content).not.toContain("/redeem");
	expect(gateway.asked).toEqual([lite]);
	expect(warnings()).toContainEqual(expect.stringMatching(/answered 401 .*raise it at the gateway/));
});

test("a key that the gateway refuses once without a reason is tried again", async () => {
	await say(spoken);
	gateway.refuseOnce();
	await say(spoken);
	expect(gateway.asked).toEqual([lite, lite, lite]);
});

test("a dead key of the gateway's channel is the gateway's problem, and costs the next text no style", async () => {
	gateway.channel.passThrough = true;
	const message = "API key expired. Please renew the API key.";
	failBehind(error(400, { code: 400, message, status: "INVALID_ARGUMENT" }));
	await say(/speech service is having problems/, { style: "whispering" });
	expect(gateway.asked).toEqual([lite, flash]);
	for (const { body } of gateway.sent) expect(body).toContain("whispering");
	expect(warnings()).toContainEqual(expect.stringContaining("its operator has to settle that"));
	Object.assign(gateway.channel, service);
	await say(spoken, { style: "whispering" });
	expect(gateway.sent.at(-1)?.body).toContain("whispering");
});

test("the empty account of a service like Herald's own behind the gateway is the gateway's problem, too", async () => {
	const poor = await openServiceWith(oneSecond, { credit: 0 });
	onTestFinished(() => poor.close());
	Object.assign(gateway.channel, { origin: poor.origin, key: poor.key });
	const answer = await say(/speech service is having problems/);
	expect(labelsOf(answer)).toEqual(["Say it again"]);
	expect(gateway.asked).toEqual([lite, flash]);
});

test("with 429 from the service behind the gateway, one text causes at most twelve requests there", async () => {
	failBehind(error(429, { code: 429, message: "Resource exhausted", status: "RESOURCE_EXHAUSTED" }));
	await say(/busy: try again <t:\d+:R>/);
	expect(gateway.asked).toEqual([lite, lite, flash]);
	expect(gateway.sent).toHaveLength(12);
});

test("the gateway's own rate limit is the account's, and no other model is asked", async () => {
	gateway.limitRate(true);
	const refused = await say(/busy: try again <t:\d+:R>/);
	expect(gateway.asked).toEqual([lite, lite]);
	expect(gateway.sent).toEqual([]);
	gateway.limitRate(false);
	const again = playground.click(member, refused, button(refused, "Say it again"));
	expect((await showing(again, spoken)).content).toContain(`number ${texts}`);
});

test("a service that can't be reached is asked once more after the gateway's own retries", async () => {
	gateway.channel.origin = "http://127.0.0.1:1";
	await say(/speech service is having problems/);
	expect(gateway.asked).toEqual([lite, lite, flash]);
	failBehind((response, attempt, request) =>
		(attempt <= 4 ? error(503, { message: "no" }) : speakWell)(response, attempt, request),
	);
	await say(spoken);
});

test("refusals are logged with the gateway's id for the request", async () => {
	gateway.limitRate(true);
	await say(/busy/);
	expect(herald.logs.findLast(({ level }) => level === 40)).toMatchObject({
		requestId: expect.stringMatching(/^2026112108/),
	});
});

test("codes are redeemed with the account's token and user id, and invalid ones are refused", async () => {
	const { codes } = gateway.account;
	codes.set("good", { units: 250_000, status: "enabled" });
	codes.set("disabled", { units: 5, status: "disabled" });
	codes.set("expired", { units: 5, status: "enabled", expired: true });
	herald.advance(20 * 60_000);
	expect(await redeem("disabled")).toContain("The service refused this code");
	expect(await redeem("expired")).toContain("The service refused this code");
	expect(await redeem("good")).toMatch(/Added 250,000 units/);
	expect(await redeem("good")).toContain("already been used");
	expect(await redeem("nobody's")).toContain("The service refused this code");
	herald.advance(61_000);
	const shown = await showing(herald.use(owner, "credit show"), /Balance/);
	expect(shown.content).toContain("1,250,000 units");
});

test("prompt models speak through the gateway with their style, though it rebuilds bodies", async () => {
	await herald.restart({ ...environment, SPEECH_MODELS: prompt });
	onTestFinished(() => herald.restart(environment));
	await say(spoken, { style: "whispering" });
	expect(gateway.sent.at(-1)?.body).toContain("whispering");
});
