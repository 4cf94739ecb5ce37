/** The names that a text's markup refers to, and the language it is read in. */
export interface SpeakableContext {
	/** Names by id, as far as the interaction includes them; others are read as "someone", "a channel", "a role". */
	readonly users: ReadonlyMap<string, string>;
	readonly channels: ReadonlyMap<string, string>;
	readonly roles: ReadonlyMap<string, string>;
	/** BCP 47, such as "en-US": the reader's language, which Herald's own words are in. */
	readonly locale: string;
	/** BCP 47: the language that the text is spoken in, which Herald's own words are in, too, where it is known. */
	readonly language?: string;
	/** IANA name; without it, times are read in UTC and marked as such. */
	readonly timeZone?: string;
	/** In ms since the epoch; without it, times like "in two hours" are read as dates. */
	readonly now?: number;
	/** False: delivery tags are words. */
	readonly tags?: boolean;
	/** What becomes of emoji among words; by default, Unicode's stay for the service to speak. A text of emoji alone is named. */
	readonly emoji?: "names" | "leave-out" | "service";
	/** Says a text's emoji in words; without it, Unicode's have none. */
	readonly nameEmoji?: (text: string) => string;
	/** Says words of the text differently, emoji among them. */
	readonly rewrite?: (text: string) => string;
}
