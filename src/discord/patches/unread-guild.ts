import {
	GatewayDispatchEvents,
	type GatewayGuildCreateDispatch,
	GatewayOpcodes,
} from "discord-api-types/v10";

/** How Discord begins a guild that it sends. It doesn't promise the order, so whatever begins otherwise is parsed. */
const beginning = /^\{"t":"GUILD_CREATE","s":(\d+),"op":0,"d":(?=\{)/;
const idKey = '"id":"';

/**
 * @returns which of the ids stands there as one; undefined if none does
 * @remarks No guild's payload has another guild's id as an `id`, and what people have written can't look like one: its
 *   quotation marks are escaped.
 */
const findId = (text: string, from: number, ids: ReadonlySet<string>): string | undefined => {
	for (let at = text.indexOf(idKey, from); at >= 0; at = text.indexOf(idKey, at + 1)) {
		const start = at + idKey.length;
		const id = text.slice(start, text.indexOf('"', start));
		if (ids.has(id)) return id;
	}
	return undefined;
};

/**
 * An unparsed GUILD_CREATE: parsing takes many times as long as finding its guild's id, and interactions wait behind it.
 *
 * @remarks @discordjs/ws 1.2.3 parses all that it receives. Can go with `GatewayShards`, or when a parser can be given.
 */
export class UnreadGuild {
	readonly op = GatewayOpcodes.Dispatch;
	readonly t = GatewayDispatchEvents.GuildCreate;
	readonly s: number;
	readonly id: string;
	readonly #text: string;

	private constructor(s: number, id: string, text: string) {
		this.s = s;
		this.id = id;
		this.#text = text;
	}

	/** @returns the guild of a GUILD_CREATE, if it is one of those that are expected */
	static from(text: string, expected: ReadonlySet<string>): UnreadGuild | undefined {
		const [begun = "", s] = beginning.exec(text) ?? [];
		const id = s && findId(text, begun.length, expected);
		return id ? new UnreadGuild(Number(s), id, text) : undefined;
	}

	/** @returns the event; undefined if it isn't JSON after all, which the library drops, too */
	read(): GatewayGuildCreateDispatch | undefined {
		try {
			return JSON.parse(this.#text) as GatewayGuildCreateDispatch;
		} catch {
			return undefined;
		}
	}
}
