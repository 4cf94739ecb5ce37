import type { OwnAccounts } from "../src/accounts/own-accounts.ts";
import type { Books } from "../src/books/books.ts";
import type { Config } from "../src/config.ts";
import type { CodesToConfirm } from "../src/credit/codes-to-confirm.ts";
import type { Credit } from "../src/credit/credit.ts";
import type { CommandCatalogue } from "../src/discord/catalogue.ts";
import { commandsWith } from "../src/discord/command.ts";
import type { MessageAccess } from "../src/discord/message-events.ts";
import type { MessageComposer } from "../src/reading/compose-message.ts";
import type { LeakGuard } from "../src/reading/leak-guard.ts";
import type { Reader } from "../src/reading/reader.ts";
import type { Verdicts } from "../src/reading/verdicts.ts";
import type { AnswerServices } from "../src/say/answers/answer-services.ts";
import type { FileReading } from "../src/say/answers/message-parts.ts";
import type { Account } from "../src/shared/account.ts";
import type { Party } from "../src/shared/party.ts";
import type { Store } from "../src/store/store.ts";
import type { ListImport, ListMemory } from "./server/list-changes.ts";

/** The services that commands use, built in `src/bot/bot.ts`. */
export interface Services extends AnswerServices, FileReading {
	readonly catalogue: CommandCatalogue;
	readonly store: Store;
	readonly books: Books;
	readonly credit: Credit;
	/** The accounts that servers and members connect; undefined if the operator allows none. */
	readonly accounts: OwnAccounts | undefined;
	/** @returns the account whose balance a party sees and redeems codes for: the connected one, or else the operator's */
	readonly accountOf: (party: Party) => Promise<Account>;
	readonly codesToConfirm: CodesToConfirm;
	/** Each list's entries before its last change, which can be undone. */
	readonly listChanges: ListMemory<readonly unknown[]>;
	/** The last file for each list, until a member confirms its import. */
	readonly listImports: ListMemory<ListImport>;
	readonly access: MessageAccess;
	readonly composer: MessageComposer;
	readonly verdicts: Verdicts;
	readonly guard: LeakGuard;
	readonly reader: Reader;
	readonly prices: Config["prices"];
	/** The current time, in ms since the epoch. */
	readonly now: () => number;
}

export const { slashCommand, subcommand, messageCommand, handleRoutes, handleEverywhere } =
	commandsWith<Services>();
