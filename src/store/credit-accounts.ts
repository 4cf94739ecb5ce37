/** A request on the limited routes that redeems a code. */
export interface SentRequest {
	readonly guildId: string;
	readonly sentAt: number;
	/** As the journal has it. */
	readonly outcome: string;
}

/** How the limited routes were used, by all processes; each oldest first. Times are in ms since the epoch. */
export interface LimitedUse {
	/** Redemptions that reached or may have reached the service. */
	readonly sent: readonly SentRequest[];
	/** When the balance was asked for. */
	readonly balances: readonly number[];
	/** Until when the service wants no more requests; 0 where it never said so. */
	readonly closedUntil: number;
}

/** How the balance may be asked for. */
export interface BalanceRequest {
	readonly at: number;
	/** An answer to a request since then is still good. */
	readonly freshSince: number;
	/** How far back requests count. */
	readonly since: number;
	/** Whether there is room for one more request. Called within the transaction: it must not use the store. */
	readonly hasRoom: (use: LimitedUse) => boolean;
}

/**
 * Whose turn it is: `ask` is the caller's, who then answers; `asked` is somebody else's, who hasn't answered yet; `full`
 * is nobody's. Else what was answered; null if the service shows no balance.
 */
export type BalanceTurn = "ask" | "asked" | "full" | { readonly answer: string | null };

/** What all processes know of the account that pays. Accounts are keyed hashes. */
export interface CreditAccounts {
	readUse(account: string, since: number): Promise<LimitedUse>;
	/** Counts a request for the balance, if there is need of one and room for it. */
	takeBalance(account: string, request: BalanceRequest): Promise<BalanceTurn>;
	/** Keeps what was answered to the request of that time, unless the balance has changed since. */
	keepBalance(account: string, at: number, answer: string | null): Promise<void>;
	/** Notes that the balance has changed. */
	expireBalance(account: string): Promise<void>;
	/** Notes that the service wants no more requests until then; a later time stays. */
	closeUntil(account: string, time: number): Promise<void>;
}
