import { randomUUID } from "node:crypto";
import { Recent } from "@herald/common/recent.ts";

/** How long a question can be answered, in ms. */
const openMs = 15 * 60_000;
/** The most members whose questions are kept. If there are more, the oldest question is dropped. */
const membersMax = 1_000;

export interface CodeToConfirm {
	readonly code: string;
	/** The id of a text to say again afterwards, or "". */
	readonly answer: string;
	/** The id of the account that the question names. */
	readonly ownId: string;
}

interface CodeQuestion extends CodeToConfirm {
	readonly id: string;
	readonly until: number;
}

/** Codes that wait for confirmation, one per member. They are only kept in memory. */
export class CodesToConfirm {
	readonly #now: () => number;
	readonly #asked = new Recent<CodeQuestion>(membersMax);

	/** @param now - in ms */
	constructor(now: () => number) {
		this.#now = now;
	}

	/** @param member - a key of member and party @returns the question's id */
	ask(member: string, code: CodeToConfirm): string {
		const asked = { ...code, id: randomUUID(), until: this.#now() + openMs };
		this.#asked.set(member, asked);
		return asked.id;
	}

	/** @returns the question's code, only once; undefined if it has expired or isn't this member's latest */
	take(member: string, id: string): CodeToConfirm | undefined {
		const asked = this.#asked.find(member);
		if (asked?.id !== id) return undefined;
		this.#asked.delete(member);
		return asked.until > this.#now() ? asked : undefined;
	}
}
