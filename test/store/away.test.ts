import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresTestDatabase, serverUrl, startPostgres } from "../support/databases.ts";
import { type Herald, startHerald } from "../support/herald.ts";
import { speakWell, startUpstream, type Upstream } from "../support/upstream.ts";

let database: PostgresTestDatabase;
let upstream: Upstream;
let herald: Herald;

beforeAll(async () => {
	if (serverUrl === undefined) return;
	database = await startPostgres();
	upstream = await startUpstream();
	upstream.behave(speakWell);
	herald = await startHerald({
		SPEECH_BASE_URL: upstream.baseUrl,
		SPEECH_API_KEY: "sk",
		DATABASE_URL: database.place.databaseUrl ?? "",
	});
});
afterAll(async () => {
	await herald?.stop();
	await upstream?.close();
	await database?.end();
});

test.skipIf(serverUrl === undefined)(
	"while PostgreSQL is away, every command answers with a sentence, and all goes on when it is back",
	async () => {
		const { playground } = herald;
		const { owner, ordinary } = playground.home;
		const answerTo = async (name: string, values: Record<string, string> = {}) => {
			const answered = playground.command(owner, name, values);
			return (await answered.message((seen) => !seen.thinking)).content;
		};
		const speak = () =>
			playground
				.command(ordinary, "say", { text: "As a file", as: "file" })
				.message((seen) => seen.attachments.length === 1);
		expect(await answerTo("voice me", { voice: "Leda" })).toContain("Leda");
		await speak();
		const giveBack = await database.lose();
		const answers = await Promise.all([
			answerTo("voice me", { voice: "Puck" }),
			answerTo("voice show"),
			answerTo("server words", { action: "add", words: "blast" }),
			answerTo("say", { text: "As a file", as: "file" }),
			answerTo("redeem", { code: "REDEEM123456" }),
			answerTo("credit history"),
		]);
		expect(answers).toEqual(
			answers.map(() =>
				expect.stringMatching(/couldn't save that, so nothing was|can't look up what it needs/),
			),
		);
		expect(await answerTo("queue")).toMatch(/isn't in a voice channel/);
		expect(herald.logs.filter(({ level }) => Number(level) >= 50)).toEqual([
			expect.objectContaining({
				event: "not_stored",
				database: expect.any(String),
				code: expect.any(String),
			}),
		]);
		await giveBack();
		expect(await answerTo("voice show")).toContain("Leda");
		await speak();
	},
);
