import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@herald/common/log.ts";
import { beforeEach } from "vitest";
import { type CreditOptions, openCredit } from "../../src/credit/credit.ts";
import { ofGuild } from "../../src/shared/party.ts";
import { openBotSecret } from "../../src/store/data-folder.ts";
import { openSqliteStore } from "../../src/store/sqlite/store.ts";
import type { Store, StoreOptions } from "../../src/store/store.ts";
import { prepareStore } from "../support/prepared-store.ts";
import { type Behaviour, type SeenRequest, sendJson, startUpstream } from "../support/upstream.ts";

export const speechKey = "sk-the-speech-key";
export const never = new AbortController().signal;

export const succeed =
	(data: unknown = 500_000): Behaviour =>
	(response) =>
		sendJson(response, 200, { success: true, message: "", data });
/** A refusal as a gateway sends it: with HTTP 200. */
export const refuse =
	(message: string): Behaviour =>
	(response) =>
		sendJson(response, 200, { success: false, message });
/** Answers codes in one way, and all other requests in another. */
export const byPath =
	(topup: Behaviour, other: Behaviour): Behaviour =>
	(response, attempt, request) =>
		(request.path === "/api/user/topup" ? topup : other)(response, attempt, request);
export const loseAnswer: Behaviour = (response) => response.socket?.destroy();

/** Holds all answers back. Each function in `held` sends one of them, in the order of the requests. */
export const hold = () => {
	const held: (() => void)[] = [];
	const behave =
		(then: Behaviour): Behaviour =>
		(response, attempt, request: SeenRequest) => {
			held.push(() => then(response, attempt, request));
		};
	return { held, behave };
};

/** A bot's credit, with a service under the test's control and its own data folder, clock and log. */
export const startFixture = async () => {
	const upstream = await startUpstream();
	upstream.behave(succeed());
	const folder = mkdtempSync(join(tmpdir(), "herald-"));
	await prepareStore(folder);
	const open: { close(): unknown }[] = [];
	const logLines: string[] = [];
	let time = Date.UTC(2026, 10, 21);

	/** Starts the bot on the same data folder. Another start simulates a restart after a crash. */
	const start = (
		options: Partial<CreditOptions> = {},
		wrap: (store: Store) => Store = (store) => store,
		opened: StoreOptions = {},
	) => {
		const store = wrap(openSqliteStore(join(folder, "bot.db"), { now: () => time, ...opened }));
		const journal = store.redemptions;
		const credit = openCredit({
			account: { baseUrl: upstream.baseUrl, apiKey: speechKey },
			journal,
			accounts: store.creditAccounts,
			secret: openBotSecret(folder),
			logger: createLogger("test", "trace", { write: (line) => void logLines.push(line) }),
			now: () => time,
			timeouts: { backoffMs: 1, saveAgainMs: 1 },
			...options,
		});
		open.push(credit, store);
		return {
			credit,
			journal,
			store,
			redeem: (code: string, userId = "1", guildId = "100", signal = never) =>
				credit.redeem({ code, userId, party: ofGuild(guildId), signal }),
			outcomes: async (guildId = "100") =>
				(await journal.list(ofGuild(guildId), 1_000)).map(({ outcome }) => outcome).reverse(),
		};
	};

	return {
		upstream,
		folder,
		start,
		logLines,
		now: () => time,
		pass(ms: number): void {
			time += ms;
		},
		/** All bytes of the data folder and the log, read as text. */
		readEverything: () =>
			readdirSync(folder)
				.map((name) => readFileSync(join(folder, name), "latin1"))
				.concat(logLines)
				.join("\n"),
		async stop(): Promise<void> {
			for (const part of open) await part.close();
			await upstream.close();
			rmSync(folder, { recursive: true });
		},
	};
};

type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** A fixture of its own for each test of a file. */
export const useFixture = (): Fixture => {
	let fixture: Fixture;
	beforeEach(async () => {
		fixture = await startFixture();
		return () => fixture.stop();
	});
	return new Proxy({} as Fixture, { get: (_, name: keyof Fixture) => fixture[name] });
};
