import { UsageError } from "@herald/common/process/command-line.ts";
import { type Database, transact } from "@herald/common/storage/open-database.ts";
import { formatUnits } from "@herald/common/wire/prices.ts";
import {
	type Account,
	addKey,
	createAccount,
	disableKey,
	findAccount,
	listAccounts,
	listKeyNames,
	ownAccount,
	setBalance,
	setDisabled,
} from "../accounts/accounts.ts";
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
} from "./run-command.ts";

const usage = `Manage accounts of the speech service in DATA_DIR.

  npm run accounts -- create NAME [--units N | --usd N | --unlimited]
      Creates an account and prints its first key, which is never shown again. Its balance is 0 unless given.
  npm run accounts -- list [--format text|csv|json]
      Lists accounts with their balance, usage and key names. Keys are never shown.
  npm run accounts -- key NAME [--name KEY]
      Adds a key to an account and prints it. It is never shown again.
  npm run accounts -- balance NAME (--units N | --usd N)
      Sets an account's balance. The difference is recorded in its ledger.
  npm run accounts -- disable NAME [--key KEY]
      Revokes one key for good, or disables the whole account until you enable it.
  npm run accounts -- enable NAME
      Enables a disabled account.

500,000 units equal one US dollar.
`;

const writeUnits = (units: number): string => formatUnits(units, "en-US").units;

const nameShape = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,59}$/u;

const checkName = (name: string): string => {
	if (!nameShape.test(name))
		throw new UsageError(`"${name}" isn't a valid name: use up to 60 letters, digits, spaces, and . _ @ -`);
	return name;
};

const readName = (positionals: readonly string[]): string => {
	const [name, ...more] = positionals;
	if (name === undefined || more.length > 0) throw new UsageError("Give the name of one account.");
	return name;
};

const requireAccount = (database: Database, name: string): Account => {
	const account = findAccount(database, name);
	if (!account) throw new CommandError(`There is no account "${name}".`);
	return account;
};

/** Makes something whose name must be unique. @throws CommandError if the name is taken */
const unlessTaken = <T>(what: string, make: () => T): T => {
	try {
		return make();
	} catch (error) {
		if ((error as { code?: unknown }).code !== "SQLITE_CONSTRAINT_UNIQUE") throw error;
		throw new CommandError(`There is already ${what}.`);
	}
};

const createOptions = { ...amountOptions, unlimited: { type: "boolean", default: false } } as const;

const create = command(createOptions, true, ({ values, positionals, database }) => {
	const name = checkName(readName(positionals));
	if (name === ownAccount)
		throw new CommandError(`"${name}" is the service's own account, which it creates itself when it starts.`);
	const units = readAmount(values);
	if (values.unlimited && units !== undefined)
		throw new UsageError("Give only one of --units, --usd and --unlimited.");
	const credit = values.unlimited ? undefined : (units ?? 0);
	const key = unlessTaken(`an account "${name}"`, () =>
		transact(database, () => addKey(database, createAccount(database, name, credit), "first")),
	);
	print(`${key}\n`);
	report(
		`Created account "${name}" with ${credit === undefined ? "no limit" : `${writeUnits(credit)} units`}. Save its key now: it won't be shown again.`,
	);
});

const list = command({ format: { type: "string" } }, false, ({ values, database }) => {
	const rows = listAccounts(database).map(({ id, name, unlimited, balance, used, requests, disabled }) => ({
		name,
		status: disabled ? "disabled" : "enabled",
		balance,
		unlimited,
		used,
		requests,
		keys: listKeyNames(database, id).join(", "),
	}));
	const columns = ["name", "status", "balance", "unlimited", "used", "requests", "keys"];
	print(writeRows(columns, rows, readFormat(values.format)));
});

const key = command({ name: { type: "string" } }, true, ({ values, positionals, database }) => {
	const { id, name } = requireAccount(database, readName(positionals));
	const keyName = checkName(values.name ?? `key-${new Date().toISOString()}`.replaceAll(":", "-"));
	const text = unlessTaken(`a key "${keyName}" of "${name}", active or revoked`, () =>
		addKey(database, id, keyName),
	);
	print(`${text}\n`);
	report(`Added key "${keyName}" to "${name}". Save it now: it won't be shown again.`);
});

const balance = command(amountOptions, true, ({ values, positionals, database }) => {
	const { id, name } = requireAccount(database, readName(positionals));
	const units = readAmount(values);
	if (units === undefined) throw new UsageError("Give the new balance with --units or --usd.");
	const before = setBalance(database, id, units);
	if (before === undefined) throw new CommandError(`"${name}" is unlimited, so it has no balance.`);
	report(`Account "${name}" now has ${writeUnits(units)} units (was ${writeUnits(before)}).`);
});

const disable = command({ key: { type: "string" } }, true, ({ values, positionals, database }) => {
	const { id, name } = requireAccount(database, readName(positionals));
	if (values.key === undefined) {
		setDisabled(database, id, true);
		report(`Disabled account "${name}".`);
		return;
	}
	if (!disableKey(database, id, values.key))
		throw new CommandError(`"${name}" has no active key "${values.key}".`);
	report(`Revoked key "${values.key}" of "${name}".`);
});

const enable = command({}, true, ({ positionals, database }) => {
	const { id, name } = requireAccount(database, readName(positionals));
	setDisabled(database, id, false);
	report(`Enabled account "${name}".`);
});

await runCommand(usage, { create, list, key, balance, disable, enable });
