import { randomUUID } from "node:crypto";
import { Recent } from "@herald/common/recent.ts";

/** How long the answer with the question can be pressed, in ms. */
const openMs = 15 * 60_000;
/** Members with a code. */
const membersMax = 1_000;

/** A code that its member is asked about. */
export interface CodeToConfirm {
	readonly code: string;
	/** The id of a text to be spoken again, or "". */
	readonly answer: string;
	/** The account that the member was told of. */
	readonly ownId: string;
}

interface CodeQuestion extends CodeToConfirm {
	readonly id: string;
	readonly until: number;
}

/** Codes that weren't sent yet, one of each member, in memory alone. */
export class CodesToConfirm {
	readonly #now: () => number;
	readonly #asked = new Recent<CodeQuestion>(membersMax);

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** @param member - with their guild @returns the id of the question */
	ask(member: string, code: CodeToConfirm): string {
		const asked = { ...code, id: randomUUID(), until: this.#now() + openMs };
		this.#asked.set(member, asked);
		return asked.id;
	}

	/** @returns the code of a question, once; undefined if it is over, or was another member's */
	take(member: string, id: string): CodeToConfirm | undefined {
		const asked = this.#asked.find(member);
		if (asked?.id !== id) return undefined;
		this.#asked.delete(member);
		return asked.until > this.#now() ? asked : undefined;
	}
}
