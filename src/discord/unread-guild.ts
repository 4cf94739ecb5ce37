import {
	GatewayDispatchEvents,
	type GatewayGuildCreateDispatch,
	GatewayOpcodes,
} from "discord-api-types/v10";

/** How Discord begins a guild that it sends. It doesn't promise the order, so whatever begins otherwise is parsed. */
const beginning = /^\{"t":"GUILD_CREATE","s":(\d+),"op":0,"d":(?=\{)/;
const idKey = '"id":"';

/** @returns where a JSON string ends: the place of its last quotation mark, or the text's length if it has none */
const endString = (text: string, from: number): number => {
	for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
		let backslashes = 0;
		while (text[at - 1 - backslashes] === "\\") backslashes += 1;
		if (backslashes % 2 === 0) return at;
	}
	return text.length;
};

/** @returns the `id` of the JSON object that begins there, not of one inside it; undefined if it has none */
const findId = (text: string, from: number): string | undefined => {
	let depth = 0;
	for (let at = from; at < text.length; at += 1)
		switch (text[at]) {
			case "{":
			case "[":
				depth += 1;
				break;
			case "}":
			case "]":
				depth -= 1;
				break;
			case '"':
				if (depth === 1 && text.startsWith(idKey, at))
					return text.slice(at + idKey.length, endString(text, at + idKey.length - 1));
				at = endString(text, at);
		}
	return undefined;
};

/**
 * A GUILD_CREATE as it came off the wire: parsing it takes many times as long as finding out whose it is, and what
 * members ask stands behind it.
 */
export class UnreadGuild {
	readonly op = GatewayOpcodes.Dispatch;
	readonly t = GatewayDispatchEvents.GuildCreate;
	/** The event's number in its session. */
	readonly s: number;
	/** The guild's. */
	readonly id: string;
	readonly #text: string;

	private constructor(s: number, id: string, text: string) {
		this.s = s;
		this.id = id;
		this.#text = text;
	}

	/** @returns what a message of the gateway begins to tell of a guild; undefined if it is about something else */
	static from(text: string): UnreadGuild | undefined {
		const [begun = "", s] = beginning.exec(text) ?? [];
		const id = s && findId(text, begun.length);
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
