/** Accounts and their keys, from the command line: `npm run accounts -- create|list|key|balance|disable|enable`. */
import { parseArgs } from "node:util";
import type { Database } from "../../store/open.ts";
import { formatUnits } from "../../wire/prices.ts";
import {
	type Account,
	createAccount,
	findAccount,
	listAccounts,
	setBalance,
	setDisabled,
} from "../accounts/account.ts";
import { addKey, disableKey, listKeyNames, ownAccount } from "../accounts/keys.ts";
import {
	amountOptions,
	CommandError,
	type Invocation,
	print,
	readAmount,
	runCommand,
	tell,
	UsageError,
} from "./run-command.ts";
import { readFormat, writeRows } from "./write-rows.ts";

const usage = `Accounts of the speech service in DATA_DIR.

  npm run accounts -- create NAME [--units N | --usd N | --unlimited]
      Makes an account and prints its first key, this once. Without an amount it begins with nothing.
  npm run accounts -- list [--format text|csv|json]
      Shows balances, what was used, and the names of keys. Never a key.
  npm run accounts -- key NAME [--name KEY]
      Makes one more key of an account and prints it, this once.
  npm run accounts -- balance NAME (--units N | --usd N)
      Gives an account another balance, whatever it was; its ledger keeps the difference.
  npm run accounts -- disable NAME [--key KEY]
      Ends one key for good, or lets the whole account do nothing until it is enabled.
  npm run accounts -- enable NAME
      Lets a disabled account speak again.

500,000 units are one US dollar.
`;

const writeUnits = (units: number): string => formatUnits(units, "en-US").units;

const nameShape = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,59}$/u;

const checkName = (name: string): string => {
	if (!nameShape.test(name))
		throw new UsageError(`"${name}" can't be a name: it wants up to 60 letters, digits, spaces, . _ @ and -`);
	return name;
};

const readName = (positionals: readonly string[]): string => {
	const [name, ...more] = positionals;
	if (name === undefined || more.length > 0) throw new UsageError("Say the name of one account.");
	return name;
};

const requireAccount = (database: Database, name: string): Account => {
	const account = findAccount(database, name);
	if (!account) throw new CommandError(`There is no account "${name}".`);
	return account;
};

/** Runs what must not meet a name that is taken. */
const unlessTaken = <T>(what: string, make: () => T): T => {
	try {
		return make();
	} catch (error) {
		if ((error as { code?: unknown }).code !== "SQLITE_CONSTRAINT_UNIQUE") throw error;
		throw new CommandError(`There is already ${what}.`);
	}
};

const create = ({ args, database }: Invocation): void => {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: { ...amountOptions, unlimited: { type: "boolean", default: false } },
		allowPositionals: true,
	});
	const name = checkName(readName(positionals));
	if (name === ownAccount)
		throw new CommandError(`"${name}" is the service's own account: it makes that itself when it starts.`);
	const units = readAmount(values);
	if (values.unlimited && units !== undefined)
		throw new UsageError("Give --units, --usd or --unlimited, not two of them.");
	const start = values.unlimited
		? { unlimited: true as const }
		: { unlimited: false as const, units: units ?? 0 };
	const key = unlessTaken(`an account "${name}"`, () =>
		database.transaction(() => addKey(database, createAccount(database, name, start), "first")).immediate(),
	);
	print(`${key}\n`);
	tell(
		`The account "${name}" begins ${start.unlimited ? "without a limit" : `with ${writeUnits(start.units)} units`}. Its key is shown this once: keep what you see.`,
	);
};

const list = ({ args, database }: Invocation): void => {
	const { values } = parseArgs({ args: [...args], options: { format: { type: "string" } } });
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
};

const key = ({ args, database }: Invocation): void => {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: { name: { type: "string" } },
		allowPositionals: true,
	});
	const { id, name } = requireAccount(database, readName(positionals));
	const keyName = checkName(values.name ?? `key-${new Date().toISOString()}`.replaceAll(":", "-"));
	const text = unlessTaken(`a key "${keyName}" of "${name}", in use or ended`, () =>
		addKey(database, id, keyName),
	);
	print(`${text}\n`);
	tell(`The key "${keyName}" of "${name}" is shown this once: keep what you see.`);
};

const balance = ({ args, database }: Invocation): void => {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: amountOptions,
		allowPositionals: true,
	});
	const { id, name } = requireAccount(database, readName(positionals));
	const units = readAmount(values);
	if (units === undefined) throw new UsageError("Say what the account shall have: --units or --usd.");
	const before = setBalance(database, id, units);
	if (before === undefined) throw new CommandError(`"${name}" has no limit, and so no balance.`);
	tell(`The account "${name}" has ${writeUnits(units)} units now; before it had ${writeUnits(before)}.`);
};

const disable = ({ args, database }: Invocation): void => {
	const { values, positionals } = parseArgs({
		args: [...args],
		options: { key: { type: "string" } },
		allowPositionals: true,
	});
	const { id, name } = requireAccount(database, readName(positionals));
	if (values.key === undefined) {
		setDisabled(database, id, true);
		tell(`The account "${name}" is disabled.`);
		return;
	}
	if (!disableKey(database, id, values.key))
		throw new CommandError(`"${name}" has no key "${values.key}" in use.`);
	tell(`The key "${values.key}" of "${name}" has ended.`);
};

const enable = ({ args, database }: Invocation): void => {
	const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
	const { id, name } = requireAccount(database, readName(positionals));
	setDisabled(database, id, false);
	tell(`The account "${name}" is enabled.`);
};

runCommand(usage, { create, list, key, balance, disable, enable });
