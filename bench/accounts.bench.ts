import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLogger } from "@herald/common/log.ts";
import { homeDescription, type Member, type SeenMessage, startPlayground } from "@herald/playground";
import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { fingerprint } from "../src/credit/fingerprint.ts";
import type { Result } from "./index.ts";
import { operatorsKey, startAccountsService } from "./support/accounts-service.ts";
import { startEmbeddedAccounts } from "./support/embedded-accounts.ts";
import { describeWorld, HeraldProcess } from "./support/herald-process.ts";
import { startPostgres } from "./support/postgres.ts";

const token = "bench";
const names = ["alpha", "beta", "gamma"];
/** Has no account of its own. */
const [withOperators] = names.slice(-1);
/** Codes of a life: as many as the pace lets all servers try beside balances. */
const codesALife = 12;
/** So much later everything that was tried seems in the next life, in ms. */
const windowMs = 60 * 60_000;
const patienceMs = 30_000;

/** A server, and the key of the account that is to pay for it. */
interface Server {
	readonly name: string;
	readonly key: string;
	readonly members: readonly [owner: Member, other: Member];
}

interface JournalRow {
	readonly guild_id: string;
	readonly code: string;
	readonly account: string | null;
	readonly outcome: string;
}

/** What Herald stores, while it doesn't run. */
interface Books {
	readonly environment: Readonly<Record<string, string>>;
	query(sql: string): Promise<Record<string, unknown>[]>;
	/** The bot's own secret. */
	readSecret(): Promise<Buffer>;
	remove(): Promise<void>;
}

const inSqlite = (dataDir: string): Books => ({
	environment: {},
	query: async (sql) => {
		const database = new SqliteDatabase(join(dataDir, "bot.db"));
		try {
			const statement = database.prepare(sql);
			if (statement.reader) return statement.all() as Record<string, unknown>[];
			statement.run();
			return [];
		} finally {
			database.close();
		}
	},
	readSecret: async () => readFileSync(join(dataDir, "bot.secret")),
	remove: async () => {},
});

/** Four processes at one database. */
const inPostgres = async (): Promise<Books> => {
	const postgres = await startPostgres();
	const query = async (sql: string) => {
		const client = new pg.Client(postgres.url);
		await client.connect();
		try {
			return (await client.query(sql)).rows;
		} finally {
			await client.end();
		}
	};
	return {
		environment: { DATABASE_URL: postgres.url, GATEWAY_SHARDS: "4", GATEWAY_SHARDS_PER_PROCESS: "1" },
		query,
		readSecret: async () => Buffer.from((await query("SELECT value FROM secrets"))[0]?.value as Uint8Array),
		remove: postgres.remove,
	};
};

const isShown = ({ thinking, texts, content }: SeenMessage): boolean =>
	!thinking && (texts.length > 0 || content !== "");

/** @returns what it returns; undefined where Herald was killed meanwhile */
const unlessKilled = async <T>(work: () => Promise<T>): Promise<T | undefined> =>
	Promise.race([work().catch(() => undefined), wait(patienceMs, undefined, { ref: false })]);

/** @returns a text that no other server has, and whose length no other's has */
const writeText = (name: string, number: number): string =>
	`${"More ".repeat(names.indexOf(name) * 8)}Number ${number} in ${name}`;
/** @returns the end of such a text of so many tokens, of four characters each */
const readText = (promptTokens: number): string => ` in ${names[Math.floor(promptTokens / 10)]}`;

/** @param args - how many texts and codes; "postgres" for four processes at one database, "embedded" for Herald's own service */
export const run = async ([texts = "1000", codes = "200", where]: readonly string[]): Promise<Result> => {
	const dataDir = mkdtempSync(join(tmpdir(), "herald-bench-"));
	const books = where === "postgres" ? await inPostgres() : inSqlite(dataDir);
	const playground = await startPlayground({
		logger: createLogger("playground", "fatal"),
		botToken: token,
		guilds: [],
	});
	const others = names.filter((name) => name !== withOperators);
	const embedded = where === "embedded" ? await startEmbeddedAccounts(dataDir, others, readText) : undefined;
	const servers: readonly Server[] = names.map((name) => {
		const guild = playground.addGuild({ ...homeDescription, name });
		const other = playground.addMember(guild, { username: `${name}-member` });
		const key = name === withOperators ? operatorsKey : (embedded?.keys.get(name) ?? `sk-account-of-${name}`);
		return { name, key, members: [guild.owner, other] };
	});
	const service = embedded ?? (await startAccountsService(servers.map(({ key }) => key)));
	const herald = new HeraldProcess(new URL("../src/index.ts", import.meta.url), {
		...describeWorld({ dataDir, token, playground }),
		...service.environment,
		...books.environment,
		ACCOUNTS: "servers",
		LOG_LEVEL: "warn",
	});

	const connect = async ({ key, members: [owner] }: Server): Promise<void> => {
		const panel = await playground.command(owner, "account").message(isShown);
		const modal = await playground.click(owner, panel, "account:connect").modal();
		const { texts: said } = await playground.submitModal(owner, modal, { key }).message(isShown);
		if (!said.join().startsWith("Connected")) throw new Error(said.join());
	};
	const redeem = async ({ key }: Server, member: Member, code: string): Promise<void> => {
		const answer = await playground.command(member, "redeem", { code }).firstAnswer();
		const [yes] = answer.components;
		if (key === operatorsKey || !yes) return;
		const agreed = playground.click(member, answer, String(yes.custom_id));
		await agreed.message(({ content }) => !content.startsWith("This code would"));
	};
	const given = new Map<string, Server>();
	let said = 0;
	let kills = 0;
	const live = async (isFirst: boolean, lives: number): Promise<void> => {
		await service.begin();
		await herald.start();
		if (isFirst) for (const server of servers.slice(0, 2)) await connect(server);
		const acts: Promise<unknown>[] = [];
		const begin = (act: () => Promise<unknown>) =>
			acts.push(wait(Math.random() * 3_000).then(() => unlessKilled(act)));
		for (let n = 0; n < Math.ceil(Number(texts) / lives); n += 1) {
			const server = servers[n % servers.length] as Server;
			const text = writeText(server.name, said++);
			begin(() => playground.command(server.members[n % 2] as Member, "say", { text }).firstAnswer());
		}
		for (let n = 0; n < codesALife && given.size < Number(codes); n += 1) {
			const server = servers[n % servers.length] as Server;
			const code = service.makeCode();
			given.set(code, server);
			begin(() => redeem(server, server.members[(n >> 1) % 2] as Member, code));
		}
		begin(() => service.disturb());
		if (Math.random() < 0.5) {
			await wait(Math.random() * 4_000);
			await herald.end("SIGKILL");
			kills += 1;
		} else await Promise.all(acts);
		await herald.end("SIGTERM");
		await books.query(
			`UPDATE redemptions SET sent_at = sent_at - ${windowMs}, settled_at = settled_at - ${windowMs}`,
		);
		await books.query(`UPDATE balance_requests SET sent_at = sent_at - ${windowMs}`);
	};
	try {
		const lives = Math.max(1, Math.ceil(Number(codes) / codesALife));
		for (let life = 0; life < lives; life += 1) await live(life === 0, lives);
		// One more start settles what was left open.
		await herald.start();
		await herald.end("SIGTERM");

		const secret = await books.readSecret();
		const journal = (await books.query(
			"SELECT guild_id, code, account, outcome FROM redemptions",
		)) as unknown as JournalRow[];
		const { texts: spoken, topups } = service.read();
		const rowsOf = Map.groupBy(journal, ({ code }) => code);
		const rows = servers.map((server) => {
			const { name, key, members } = server;
			const ownTexts = spoken.filter(({ what }) => what.endsWith(` in ${name}`));
			const ownCodes = [...given].filter(([, forServer]) => forServer === server).map(([code]) => code);
			const account = key === operatorsKey ? null : fingerprint(secret, "account", key);
			const known = ownCodes.map((code) => {
				const sent = topups.filter(({ what }) => what === code);
				const [row, ...more] = rowsOf.get(fingerprint(secret, "code", code)) ?? [];
				return { sent, row, more, isCredited: sent.some(({ credited }) => credited) };
			});
			const count = (is: (code: (typeof known)[number]) => boolean): number => known.filter(is).length;
			return {
				server: name,
				"requests for speech": ownTexts.length,
				"under another key": ownTexts.filter((paid) => paid.key !== key).length,
				codes: ownCodes.length,
				credited: count(({ isCredited }) => isCredited),
				redeemed: count(({ row }) => row?.outcome === "redeemed"),
				unknown: count(({ row }) => row?.outcome === "unknown"),
				"sent twice": count(({ sent, more }) => sent.length > 1 || more.length > 0),
				"to another account": count(({ sent }) => sent.some((paid) => paid.key !== key)),
				"journal names another": count(
					({ row }) => row !== undefined && (row.account !== account || row.guild_id !== members[0].guild.id),
				),
				"falsely redeemed": count(({ row, isCredited }) => row?.outcome === "redeemed" && !isCredited),
				"falsely refused": count(
					({ row, isCredited }) => isCredited && row?.outcome !== "redeemed" && row?.outcome !== "unknown",
				),
			};
		});
		const how = where === "postgres" ? "four processes on PostgreSQL" : "one process on SQLite";
		const at = embedded ? "Herald's own service" : "a gateway";
		return {
			title: `${said} texts and ${given.size} codes in three servers at ${at}, ${how}, ${lives} lives, ${kills} kills`,
			rows,
		};
	} finally {
		await herald.end("SIGKILL");
		await playground.stop();
		await service.stop();
		await books.remove();
		rmSync(dataDir, { recursive: true, force: true });
	}
};
