import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOpenToOthers, markSecret } from "@herald/common/storage/private-file.ts";
import { countCodesBySecret } from "@herald/service/administration";
import { AccountSecrets } from "../../accounts/account-secrets.ts";
import type { Config } from "../../config.ts";
import { backupMark, filesIn, secretFiles } from "../../shared/backed-up-files.ts";
import { isDataDirLocked } from "../../store/data-folder.ts";
import { type BotFacts, inspectBotFile, inspectDatabase } from "../../store/inspect-database.ts";
import type { HeldShard } from "../../store/postgres/store.ts";
import type { BadSettings } from "../../store/settings.ts";
import { machineOf } from "../../store/shard-leases.ts";
import { enumerate, megabytes } from "../kept-files.ts";
import { attempt, type Finding, found, note, ok, wrong } from "./finding.ts";

const dayMs = 24 * 60 * 60_000;
/** How old the last backup may be without being reported, in ms: as old as the alert on missing backups allows. */
const oldAfterMs = 2 * dayMs;

const readTime = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

/**
 * @returns a note if the last backup is more than two days old, or if there is no backup and one of the secrets is
 * that old; otherwise false
 */
export const checkBackup = (dataDir: string, now: number): Finding | false => {
	const madeAt = readTime(join(dataDir, backupMark));
	const times = filesIn(dataDir, secretFiles).flatMap((name) => readTime(join(dataDir, name)) ?? []);
	const ageMs = now - (madeAt ?? Math.min(now, ...times));
	if (ageMs <= oldAfterMs) return false;
	const days = Math.floor(ageMs / dayMs);
	const what =
		madeAt === undefined
			? `There is no backup of ${dataDir}, which is ${days} days old`
			: `The last backup of ${dataDir} is ${days} days old`;
	return note(`${what}: make one each day with npm run backup (docs/backup.md).`);
};

const countCodes = (count: number): string => `${count} ${count === 1 ? "code" : "codes"}`;

/**
 * Checks whether all stored rows were made with the secret in the data folder.
 *
 * @param made - the number of rows, by the mark of the secret that they were made with
 * @param consequence - returns what follows from the loss of that many rows, and what to do
 */
const checkSecret = (
	dataDir: string,
	name: string,
	made: ReadonlyMap<string, number>,
	consequence: (count: number) => string,
): Finding | false => {
	const file = join(dataDir, name);
	const isThere = existsSync(file);
	const mark = isThere ? markSecret(readFileSync(file)) : undefined;
	const lost = [...made].reduce((sum, [made, count]) => (made === mark ? sum : sum + count), 0);
	if (lost === 0) return false;
	const what = isThere ? `${file} isn't the secret of what is stored` : `${file} is missing`;
	return wrong(`${what}: ${consequence(lost)}`);
};

const fromBackup = "Stop Herald, and copy it back from a backup's secrets";

const checkCodeSecret = (dataDir: string, codes: ReadonlyMap<string, number>): Finding | false =>
	checkSecret(
		dataDir,
		"service.secret",
		codes,
		(count) =>
			`${countCodes(count)} that can still be redeemed ${count === 1 ? "is" : "are"} refused. ${fromBackup}, or disable them with npm run codes and mint new ones.`,
	);

/**
 * Checks the secrets that belong to the bot's database. With PostgreSQL, the secret of the redemptions is in the
 * database itself.
 */
const checkBotSecrets = async (
	{ dataDir, databaseUrl, accounts }: Pick<Config, "accounts" | "dataDir" | "databaseUrl">,
	{ redemptions, accountsSecret }: BotFacts,
): Promise<Finding[]> => {
	const ofJournal =
		databaseUrl === undefined &&
		checkSecret(
			dataDir,
			"bot.secret",
			redemptions,
			(count) =>
				`whether ${countCodes(count)} of the last 30 days ${count === 1 ? "was" : "were"} tried isn't known. ${fromBackup}; without one, this passes after 30 days.`,
		);
	if (accountsSecret === undefined || !(accounts.ofServers || accounts.ofMembers)) return found(ofJournal);
	const inUse = { readSecretId: async () => accountsSecret, claimSecret: async () => accountsSecret };
	const ofAccounts = await attempt(async () => {
		await new AccountSecrets({ dataDir, accountsSecrets: accounts.secrets }).check(inUse);
		return [];
	});
	return [...found(ofJournal), ...ofAccounts];
};

/** @returns ascending numbers as "3" or "0-3 and 7" */
const describeIds = (ids: readonly number[]): string => {
	const ranges: [first: number, last: number][] = [];
	for (const id of ids) {
		const range = ranges.at(-1);
		if (range?.[1] === id - 1) range[1] = id;
		else ranges.push([id, id]);
	}
	return enumerate(ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)));
};

/**
 * Lists which machine has which shards, in order, and the shards that no machine has. No finding if no shard is held.
 */
const checkShards = (held: readonly HeldShard[]): Finding[] => {
	const count = held[0]?.count;
	if (count === undefined) return [];
	const machines = [...Map.groupBy(held, machineOf)];
	// A machine that isn't assigned a part of the shards holds a single lease, which stands for all of them.
	if (count === 1) return [ok(`${enumerate(machines.map(([name]) => name))} runs this bot.`)];
	const had = machines.map(
		([name, shards]) => `${name} has ${describeIds(shards.map(({ shard }) => shard))}`,
	);
	const missing = Array.from({ length: count }, (_, id) => id).filter(
		(id) => !held.some(({ shard }) => shard === id),
	);
	return found(
		ok(`Of ${count} shards, ${had.join("; ")}.`),
		missing.length > 0 &&
			note(
				`No machine has ${missing.length === 1 ? "shard" : "shards"} ${describeIds(missing)}: members of their servers get no answer until it is started.`,
			),
	);
};

/** The least free space, in bytes. With less, a database may soon have no room for its next page. */
const leastFree = 100 * 1024 * 1024;

const migrationsOf = {
	"bot.db": new URL("../../../migrations/bot", import.meta.url),
	"service.db": new URL("../../../packages/service/migrations", import.meta.url),
} as const;

/** @returns the folder, or the nearest parent folder that exists */
const findExisting = (folder: string): string =>
	existsSync(folder) || dirname(folder) === folder ? folder : findExisting(dirname(folder));

/** Writes a file and removes it. Only an attempt shows whether rights, the disk or a quota allow writing. */
const checkWriting = (folder: string): Finding | undefined => {
	const probe = join(folder, `doctor-${randomUUID()}`);
	try {
		writeFileSync(probe, "", { flag: "wx", mode: 0o600 });
		return undefined;
	} catch (error) {
		return wrong(
			`Nothing can be written to ${folder} (${(error as NodeJS.ErrnoException).code}): give Herald's user the right to, or set DATA_DIR to another folder.`,
		);
	} finally {
		rmSync(probe, { force: true });
	}
};

const checkSpace = (folder: string, dataDir: string, cacheBytes: number): Finding => {
	const { bavail, bsize } = statfsSync(folder);
	const free = bavail * bsize;
	const cached = statSync(join(dataDir, "clips.db"), { throwIfNoEntry: false })?.size ?? 0;
	if (free < leastFree)
		return wrong(
			`Only ${megabytes(free)} are free for ${dataDir}: make room, or Herald can't store anything.`,
		);
	return free < cacheBytes - cached + leastFree
		? note(
				`${megabytes(free)} are free for ${dataDir}, and the cache may still take ${megabytes(cacheBytes - cached)}: make room, or lower CACHE_MEGABYTES.`,
			)
		: ok(`${megabytes(free)} are free for ${dataDir}.`);
};

const describeBad = (bad: BadSettings): Finding | false => {
	const keys = [...bad].map(([key, { size }]) => `${key} in ${size} ${size === 1 ? "server" : "servers"}`);
	return (
		bad.size > 0 &&
		note(
			`Stored settings can't be read (${enumerate(keys)}), so their stricter side or their default applies: choose them again with /server or /voice me.`,
		)
	);
};

const judgeBot = async (config: Config, facts: BotFacts): Promise<Finding[]> => [
	...found(describeBad(facts.bad)),
	...(await checkBotSecrets(config, facts)),
];

const checkDatabase = <T>(
	dataDir: string,
	name: keyof typeof migrationsOf,
	look: Parameters<typeof inspectDatabase<T>>[2],
	judge: (stored: T) => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> =>
	attempt(async () => {
		const file = join(dataDir, name);
		if (!existsSync(file)) return [];
		const { pending, isHeld, stored } = await inspectDatabase(file, migrationsOf[name], look);
		return found(
			ok(`${name} is sound${pending > 0 ? ", and the next start brings it up to date" : ""}.`),
			isHeld &&
				wrong(
					`Another program keeps ${file} locked, so that nothing can be saved: find it with fuser ${file}, and end it.`,
				),
			...(stored === undefined ? [] : await judge(stored)),
		);
	});

/** Checks the PostgreSQL database that replaces `bot.db`. */
export const checkPostgres = async (config: Config): Promise<Finding[]> => {
	const { databaseUrl } = config;
	if (databaseUrl === undefined) return [];
	const { inspectPostgres } = await import("../../store/postgres/store.ts");
	return attempt(async () => {
		const { called, pending, held, stored } = await inspectPostgres(databaseUrl, migrationsOf["bot.db"]);
		return found(
			ok(
				`The database ${called} can be used${pending > 0 ? ", and the next start brings it up to date" : ""}.`,
			),
			...checkShards(held),
			...(stored ? await judgeBot(config, stored) : []),
		);
	});
};

/** Checks the data folder: rights, space, databases, and whether Herald runs on it. */
export const checkData = async (config: Config): Promise<Finding[]> => {
	const { dataDir, speech, databaseUrl } = config;
	const folder = findExisting(dataDir);
	const isThere = folder === dataDir;
	const running = isThere && isDataDirLocked(dataDir);
	return found(
		!isThere && ok(`${dataDir} doesn't exist yet: Herald makes it when it starts.`),
		checkWriting(folder),
		isThere &&
			isOpenToOthers(dataDir) &&
			note(`Others on this machine can look into ${dataDir}: take their rights with chmod 700.`),
		checkSpace(folder, dataDir, speech.cacheBytes),
		...(databaseUrl === undefined
			? await checkDatabase(dataDir, "bot.db", inspectBotFile, (facts) => judgeBot(config, facts))
			: []),
		databaseUrl !== undefined &&
			existsSync(join(dataDir, "bot.db")) &&
			ok("bot.db isn't used, since DATABASE_URL is set."),
		...(await checkDatabase(dataDir, "service.db", countCodesBySecret, (codes) =>
			found(checkCodeSecret(dataDir, codes)),
		)),
		isThere && ok(running ? `Herald runs on ${dataDir}.` : `No Herald runs on ${dataDir}.`),
	);
};
