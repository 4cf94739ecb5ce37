/** An account of the speech service that pays: the operator's, or one that a server or a member has connected. */
export interface Account {
	/** Without a trailing slash; the paths of docs/interface.md 4 follow it. */
	readonly baseUrl: string;
	readonly apiKey: string;
	/** The account's own access token, for gateways that don't accept the speech key for topups. */
	readonly topupToken?: string;
	/** Sent as New-Api-User: some gateways want it beside the token. */
	readonly topupUserId?: string;
	/** Whether it is asked for nothing but the interface's two operations and fields (docs/interface.md 1 to 9). */
	readonly bare?: boolean;
	/** The model that requests name, whichever they are meant for. */
	readonly model?: string;
	/** Identifies the service if its address changes with every start; defaults to the address. */
	readonly identity?: string;
	/**
	 * @returns the base languages that are spoken there, each with a fingerprint of the voices that speak it: a new Map with
	 * every change. Undefined where that isn't known
	 */
	readonly languages?: () => ReadonlyMap<string, string>;
	/** The id of a connected account; it reveals nothing of its key. The operator's has none. */
	readonly ownId?: string;
}
