import { UsageError } from "@herald/common/process/command-line.ts";
import { formatUnits } from "@herald/common/wire/prices.ts";
import { disableCode, hashCode, listCodes, mintCodes, openCodeSecret } from "../accounts/redemption-codes.ts";
import {
	amountOptions,
	CommandError,
	command,
	print,
	readAmount,
	readFormat,
	report,
	runCommand,
	writeRows,
	writeTime,
} from "./run-command.ts";

const usage = `Manage redemption codes of the speech service in DATA_DIR.

  npm run codes -- mint (--units N | --usd N) [--count N] [--expires WHEN] [--note TEXT] [--format text|csv|json]
      Mints codes and prints them. They are never shown again. WHEN is a time from now (36h, 30d) or a date
      (2027-01-31).
  npm run codes -- list [--format text|csv|json]
      Lists what each code is worth, and who redeemed it and when. The codes themselves are never shown.
  npm run codes -- disable CODE-OR-ID...
      Disables codes, so that they can't be redeemed.

500,000 units equal one US dollar.
`;

const countMax = 10_000;
const noteMax = 200;
const hourMs = 60 * 60 * 1_000;

const readCount = (value: string): number => {
	const count = Number(value);
	if (!/^\d+$/.test(value) || count < 1 || count > countMax)
		throw new UsageError(`--count must be a whole number from 1 to ${countMax}, not "${value}".`);
	return count;
};

const readExpiry = (value: string, now: number): number => {
	const [, number, unit] = /^(\d{1,5})([hd])$/.exec(value) ?? [];
	const time =
		number === undefined ? readDate(value) : now + Number(number) * (unit === "d" ? 24 * hourMs : hourMs);
	if (time === undefined)
		throw new UsageError(
			`--expires must be a time from now (36h, 30d) or a date (2027-01-31), not "${value}".`,
		);
	if (time <= now) throw new UsageError(`--expires must be in the future, not "${value}".`);
	return time;
};

/**
 * Reads a time with its offset, or a date's beginning in UTC.
 *
 * @returns ms since the epoch; undefined if it has another form or no such date exists
 */
const readDate = (value: string): number | undefined => {
	const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(value) ?? [];
	if (day === undefined || Number.isNaN(Date.parse(value))) return undefined;
	return new Date(day).toISOString().startsWith(day) ? Date.parse(value) : undefined;
};

const mintOptions = {
	...amountOptions,
	count: { type: "string", default: "1" },
	expires: { type: "string" },
	note: { type: "string", default: "" },
	format: { type: "string" },
} as const;

const mint = command(mintOptions, false, ({ values, dataDir, database }) => {
	const units = readAmount(values);
	if (units === undefined || units === 0)
		throw new UsageError("Give what each code is worth with --units or --usd, more than 0.");
	const { note, expires } = values;
	if (note.length > noteMax || /\p{Cc}/u.test(note))
		throw new UsageError(`--note must be one line of at most ${noteMax} characters.`);
	const format = readFormat(values.format);
	const count = readCount(values.count);
	const expiresAt = expires === undefined ? null : readExpiry(expires, Date.now());

	const minted = mintCodes(database, openCodeSecret(dataDir), { count, units, note, expiresAt });
	if (format === "text") print(minted.map(({ code }) => `${code}\n`).join(""));
	else {
		const rows = minted.map(({ id, code }) => ({ id, code, units, expires: writeTime(expiresAt), note }));
		print(writeRows(["id", "code", "units", "expires", "note"], rows, format));
	}
	const ids = `${minted.at(0)?.id}${count > 1 ? ` to ${minted.at(-1)?.id}` : ""}`;
	const worth = formatUnits(units, "en-US");
	const life = expiresAt === null ? "no expiry" : `good until ${writeTime(expiresAt)}`;
	report(
		`Minted ${count} ${count === 1 ? "code" : "codes"} (${ids}) for ${worth.units} units (${worth.usd}) each, ${life}. Save ${count === 1 ? "it" : "them"} now: ${count === 1 ? "it" : "they"} won't be shown again.`,
	);
});

const list = command({ format: { type: "string" } }, false, ({ values, database }) => {
	const rows = listCodes(database).map(
		({ id, status, units, createdAt, expiresAt, usedAt, usedBy, note }) => ({
			id,
			status,
			units,
			made: writeTime(createdAt),
			expires: writeTime(expiresAt),
			redeemed: writeTime(usedAt),
			account: usedBy,
			note,
		}),
	);
	const columns = ["id", "status", "units", "made", "expires", "redeemed", "account", "note"];
	print(writeRows(columns, rows, readFormat(values.format)));
});

const disable = command({}, true, ({ positionals, dataDir, database }) => {
	if (positionals.length === 0)
		throw new UsageError("Give the codes to disable, or their ids as `list` shows them.");
	const secret = openCodeSecret(dataDir);
	const done = positionals.map((which) =>
		disableCode(
			database,
			/^\d{1,15}$/.test(which) ? { id: Number(which) } : { hash: hashCode(secret, which) },
		),
	);
	const disabled = done.filter(Boolean).length;
	report(`Disabled ${disabled} ${disabled === 1 ? "code" : "codes"}.`);
	const missed = positionals.length - disabled;
	if (missed > 0)
		throw new CommandError(`${missed} ${missed === 1 ? "was" : "were"} unknown, used or already disabled.`);
});

await runCommand(usage, { mint, list, disable });
