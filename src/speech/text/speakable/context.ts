/** What a text's markup refers to, and the language it is read in. */
export interface SpeakableContext {
	/** Names by id, as far as the interaction includes them; others are read as "someone", "a channel", "a role". */
	readonly users: ReadonlyMap<string, string>;
	readonly channels: ReadonlyMap<string, string>;
	readonly roles: ReadonlyMap<string, string>;
	/** BCP 47, such as "en-US". */
	readonly locale: string;
	/** IANA name; without it, times are read in UTC and marked as such. */
	readonly timeZone?: string;
	/** Whether the service speaks Unicode emoji. */
	readonly keepEmoji: boolean;
	/** Says words of the text differently, emoji among them. */
	readonly rewrite?: (text: string) => string;
}
