/** An account of the speech service: the operator's, or one that a server or a member has connected. */
export interface Account {
	/** The service's address, without a trailing slash. The paths of docs/interface.md 4 are appended to it. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** The account's own access token, for gateways that don't accept the speech key for topups. */
	readonly topupToken?: string;
	/** The user's id, sent in the header New-Api-User, which some gateways require with the access token. */
	readonly topupUserId?: string;
	/** Whether only the interface's two operations and their documented fields are used (docs/interface.md 1 to 9). */
	readonly bare?: boolean;
	/** The name that every request gives as the model's, whichever model is meant. */
	readonly model?: string;
	/** What identifies the service even if its address changes with every start; defaults to the address. */
	readonly identity?: string;
	/**
	 * @returns the base languages that the service speaks, each with a fingerprint of its voices; a new Map after every
	 * change, undefined if unknown
	 */
	readonly languages?: () => ReadonlyMap<string, string>;
	/** The id of a connected account, which doesn't reveal its keys. The operator's account has none. */
	readonly ownId?: string;
}
