import { join } from "node:path";
import { runCommandLine } from "@herald/common/testing/run-command.ts";
import { openAdministration } from "@herald/service/administration";
import SqliteDatabase from "better-sqlite3";
import { operatorsKey, type PayingService, unitsACode } from "./accounts-service.ts";

/** The service's name of the operator's account. */
const ownAccount = "own";
const units = "5000000";

/**
 * Herald's own service as it is in a data folder, whose ledger says who paid: a speech is known by how long its text
 * is, a code by its note.
 *
 * @param names - of the accounts beside the operator's
 * @param describeText - of so many tokens
 */
export const startEmbeddedAccounts = async (
	dataDir: string,
	names: readonly string[],
	describeText: (promptTokens: number) => string,
): Promise<PayingService & { readonly keys: ReadonlyMap<string, string> }> => {
	const manage = async (...args: string[]): Promise<string> => {
		const { code, out, err } = await runCommandLine("accounts", dataDir, ...args);
		if (code !== 0) throw new Error(err);
		return out.trim();
	};
	const keys = new Map<string, string>();
	for (const name of names) keys.set(name, await manage("create", name, "--units", units));
	const administration = openAdministration(dataDir);
	const codes: string[] = [];
	const read = <T>(query: string): T[] => {
		const database = new SqliteDatabase(join(dataDir, "service.db"), { readonly: true });
		try {
			return database.prepare(query).all() as T[];
		} finally {
			database.close();
		}
	};
	const keyOf = (name: string): string => (name === ownAccount ? operatorsKey : (keys.get(name) ?? name));
	const any = (): string => names[Math.floor(Math.random() * names.length)] ?? "";
	const troubles: readonly (() => Promise<unknown>)[] = [
		async () => {},
		async () => administration.simulate("failing"),
		() => manage("balance", any(), "--units", "0"),
		() => manage("disable", any()),
	];
	return {
		// An account without a limit has no ledger of speech.
		environment: { EMBEDDED_CREDIT: "100000000" },
		keys,
		makeCode: () => {
			const [code = ""] = administration.mintCodes(1, unitsACode, String(codes.length));
			codes.push(code);
			return code;
		},
		begin: async () => {
			administration.simulate(undefined);
			for (const name of names) {
				await manage("enable", name);
				await manage("balance", name, "--units", units);
			}
		},
		disturb: async () => {
			await troubles[Math.floor(Math.random() * troubles.length)]?.();
		},
		read: () => {
			const rows = read<{ kind: string; name: string; note: string | null; tokens: number }>(
				`SELECT kind, accounts.name, codes.note, prompt_tokens AS tokens FROM ledger
				JOIN accounts ON accounts.id = account_id LEFT JOIN codes ON codes.id = code_id`,
			);
			const paid = (kind: string) => rows.filter((row) => row.kind === kind);
			return {
				texts: paid("speech").map(({ name, tokens }) => ({ key: keyOf(name), what: describeText(tokens) })),
				topups: paid("topup").map(({ name, note }) => ({
					key: keyOf(name),
					what: codes[Number(note)] ?? "",
					credited: true,
				})),
			};
		},
		stop: async () => administration.close(),
	};
};
