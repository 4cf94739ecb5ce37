/** The names that a text's markup refers to, and how the text is to be read. */
export interface SpeakableContext {
	/**
	 * Users' names by ID; `channels` and `roles` have the names of channels and roles. The maps have what the message
	 * mentions, or what Discord sent with the interaction. Anything else is read as "someone", "a channel" or "a role".
	 */
	readonly users: ReadonlyMap<string, string>;
	readonly channels: ReadonlyMap<string, string>;
	readonly roles: ReadonlyMap<string, string>;
	/** BCP 47, such as "en-US": the language of Herald's own words and of dates, if `language` is undefined. */
	readonly locale: string;
	/** BCP 47: the language that the text is spoken in, if it is known. Herald's own words are in it, too. */
	readonly language?: string;
	/** An IANA name. Without a time zone, times are read in UTC, and "UTC" is said. */
	readonly timeZone?: string;
	/** The current time in ms since the epoch. Without it, relative times such as "in two hours" are read as dates. */
	readonly now?: number;
	/** If false, delivery tags are read as words. */
	readonly tags?: boolean;
	/**
	 * What happens to emoji among words. `names`: `nameEmoji` names them. `leave-out`: they are removed. `service`, the
	 * default: custom emoji are named, and Unicode's stay in the text for the service to read. In a text of nothing but
	 * emoji, `nameEmoji` names them.
	 */
	readonly emoji?: "names" | "leave-out" | "service";
	/** Replaces a text's emoji with their names. By default, only custom emoji are replaced. */
	readonly nameEmoji?: (text: string) => string;
	/** Replaces words and emoji of the text, for example by a dictionary. */
	readonly rewrite?: (text: string) => string;
}
