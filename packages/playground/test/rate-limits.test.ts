import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { askRest, startTestPlayground } from "./support.ts";
import { clock, playground, useDiscord } from "./use-playground.ts";

// Limits also end in real time, which a busy machine has too much of.
vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());
useDiscord();

const ask = (method: string, path: string, body?: object) => askRest(playground, method, path, body);
const send = (content: string, channel = playground.home.text.id, to = playground) =>
	askRest(to, "POST", `/channels/${channel}/messages`, { content });

const header = (name: string) => (answer: Response) => answer.headers.get(`x-ratelimit-${name}`);

const inTurn = (count: number, request: (index: number) => Promise<Response>): Promise<Response[]> =>
	Array.fromAsync({ length: count }, (_, index) => request(index));

test("headers count down what is left in a bucket, also on refused requests", async () => {
	const answers = await inTurn(3, (index) => send(`${index}`));
	expect(answers.map(header("limit"))).toEqual(["5", "5", "5"]);
	expect(answers.map(header("remaining"))).toEqual(["4", "3", "2"]);
	expect(new Set(answers.map(header("bucket"))).size).toBe(1);
	for (const answer of answers) {
		const resetAfter = Number(header("reset-after")(answer));
		expect([resetAfter > 0, resetAfter <= 5]).toEqual([true, true]);
		expect(Number(header("reset")(answer))).toBeGreaterThan(clock.now() / 1_000);
	}
	const refused = await ask("GET", "/channels/1");
	expect([refused.status, header("remaining")(refused)]).toEqual([404, "49"]);
});

test("the sixth message in five seconds is refused, and accepted after the wait", async () => {
	const sent = await inTurn(5, (index) => send(`${index}`));
	expect(sent.map(({ status }) => status)).toEqual(Array(5).fill(200));
	const refused = await send("too early");
	expect(["scope", "remaining"].map((name) => header(name)(refused))).toEqual(["user", "0"]);
	expect(refused.status).toBe(429);
	const { retry_after: seconds, ...rest } = (await refused.json()) as { retry_after: number };
	expect(rest).toEqual({ message: "You are being rate limited.", global: false });
	expect(refused.headers.get("retry-after")).toBe(String(Math.ceil(seconds)));

	clock.advance(Math.ceil(seconds * 1_000));
	expect((await send("in time")).status).toBe(200);
	expect(playground.messagesFor(playground.home.owner).at(-2)?.content).toBe("4");
});

test("each channel has its own bucket, and so have sending and editing", async () => {
	const other = playground.createChannel({ name: "other" });
	const first = await send("first");
	await inTurn(4, (index) => send(`${index}`));
	const { id } = (await first.json()) as { id: string };
	const elsewhere = await send("elsewhere", other.id);
	expect([elsewhere.status, header("remaining")(elsewhere)]).toEqual([200, "4"]);
	const edit = await ask("PATCH", `/channels/${playground.home.text.id}/messages/${id}`, { content: "new" });
	expect([edit.status, header("remaining")(edit)]).toEqual([200, "4"]);
});

test("adding and removing a reaction share a bucket of one", async () => {
	const { id } = playground.post(playground.home.owner, "hello");
	const own = `/channels/${playground.home.text.id}/messages/${id}/reactions/%F0%9F%91%8D/@me`;
	const added = await ask("PUT", own);
	expect([added.status, header("limit")(added), header("remaining")(added)]).toEqual([204, "1", "0"]);
	clock.advance(250);
	const removed = await ask("DELETE", own);
	expect([removed.status, header("bucket")(removed)]).toEqual([204, header("bucket")(added)]);
});

test("more than fifty requests a second are refused, on any routes", async () => {
	const answers = await inTurn(60, (n) => ask("GET", ["/gateway", "/users/@me"][n % 2] ?? ""));
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
	const refused = answers.find((answer) => header("scope")(answer) === "global");
	expect([refused?.status, refused && header("global")(refused)]).toEqual([429, "true"]);
	expect(await refused?.json()).toMatchObject({ global: true });
	clock.advance(1_000);
	expect((await ask("GET", "/users/@me")).status).toBe(200);
});

test("answers to interactions don't count towards a bot's fifty requests", async () => {
	const answers = await inTurn(60, (n) => ask("POST", `/interactions/1/token-${n}/callback`, { type: 5 }));
	expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
	const followUps = await inTurn(60, (n) => ask("POST", `/webhooks/1/follow-up-${n}`, { content: "hello" }));
	expect(followUps.map(({ status }) => status)).not.toContain(429);
	expect((await ask("GET", "/users/@me")).status).toBe(200);
});

test("a playground without rate limits sends no such headers and accepts every request", async () => {
	const unlimited = await startTestPlayground({ rateLimits: false });
	onTestFinished(() => unlimited.stop());
	const answers = await inTurn(6, (index) => send(`${index}`, unlimited.home.text.id, unlimited));
	expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
	expect(answers.map(header("limit"))).toEqual(Array(6).fill(null));
});

test("three messages older than an hour can be edited in six seconds in a channel", async () => {
	const { text, voice } = playground.home;
	const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;
	const old = await Promise.all((await inTurn(4, (index) => send(`${index}`))).map(idOf));
	const elsewhere = await idOf(await send("in another channel", voice.id));
	clock.advance(3_600_001);
	const young = await idOf(await send("young"));
	const edit = (id: string, channel = text.id) =>
		ask("PATCH", `/channels/${channel}/messages/${id}`, { content: "edited" });

	const answers = await inTurn(4, (index) => edit(old[index] ?? ""));
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
	const [refused] = answers.slice(-1) as [Response];
	expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await refused.json()).toMatchObject({ code: 30_046, global: false });
	expect((await edit(young)).status).toBe(200);
	expect((await edit(elsewhere, voice.id)).status).toBe(200);
	clock.advance(6_000);
	expect((await edit(old[3] ?? "")).status).toBe(200);
});
