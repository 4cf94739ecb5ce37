import { InputError } from "../checks/command-options.ts";
import type { Texts } from "../checks/texts.ts";
import type { Feed } from "../world/feed.ts";

/** One switch of the page's bench: a trouble that may befall an application, to see what members then see. */
export interface BenchTool {
	readonly id: string;
	/** What it does, in the page's languages. */
	readonly label: Texts;
	run(): void | Promise<void>;
	/** Present for a trouble that lasts: whether it does now. `run` then turns it on or off. */
	isOn?(): boolean;
}

/** The troubles that the page offers, in the order in which they were added. */
export class Bench {
	readonly #tools = new Map<string, BenchTool>();
	readonly #feed: Feed;

	constructor(feed: Feed) {
		this.#feed = feed;
	}

	add(tool: BenchTool): void {
		this.#tools.set(tool.id, tool);
		this.#feed.emit("guild");
	}

	/** The tools as the page shows them. */
	view() {
		return [...this.#tools.values()].map(({ id, label, isOn }) => ({ id, label, on: isOn?.() ?? null }));
	}

	/** @throws InputError for an unknown tool */
	async run(id: string): Promise<void> {
		const tool = this.#tools.get(id);
		if (!tool) throw new InputError("The bench has no such tool.", "Das gibt es auf der Werkbank nicht.");
		await tool.run();
		this.#feed.emit("guild");
	}
}
