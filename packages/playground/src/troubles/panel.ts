import { InputError } from "../checks/input-error.ts";
import type { Texts } from "../texts/write.js";
import type { Feed } from "../world/feed.ts";
import type { Guild } from "../world/guild.ts";
import type { World } from "../world/world.ts";
import type { Plan } from "./faults.ts";

/** Something that can go wrong for an application, to try on the page and see what members see. */
export interface Trouble {
	readonly id: string;
	/** Its name, in the page's languages. */
	readonly label: Texts;
	/** Triggers it, in the guild that the page shows if it concerns a guild. */
	run(guild: Guild): void | Promise<void>;
	/** For a lasting trouble: whether it is on. `run` then turns it on or off. */
	isOn?(guild: Guild): boolean;
}

/** The troubles that the page offers, in the order in which they were added. */
export class TroublePanel {
	readonly #troubles = new Map<string, Trouble>();
	readonly #feed: Feed;

	constructor({ feed }: World) {
		this.#feed = feed;
	}

	add(trouble: Trouble): void {
		this.#troubles.set(trouble.id, trouble);
		this.#feed.emit("guild");
	}

	/** The troubles as the page of a guild shows them. */
	view(guild: Guild) {
		return [...this.#troubles.values()].map(({ id, label, isOn }) => ({
			id,
			label,
			on: isOn?.(guild) ?? null,
		}));
	}

	/** @throws InputError for an unknown trouble */
	async run(id: string, guild: Guild): Promise<void> {
		const trouble = this.#troubles.get(id);
		if (!trouble) throw new InputError("noTrouble");
		await trouble.run(guild);
		this.#feed.emit("guild");
	}
}

/** A trouble that waits for its request; a second press cancels it. */
export const untilUsed = (plan: () => Plan) => {
	let waiting: Plan | undefined;
	return {
		isOn: () => waiting?.isWaiting ?? false,
		run: () => {
			if (waiting?.isWaiting) waiting.cancel();
			else waiting = plan();
		},
	};
};
