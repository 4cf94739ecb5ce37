import type { StoredMessage } from "../world/message.ts";
import { readId, readLimit } from "./query.ts";

/** The requested part of a channel's history, by message ids. */
export interface HistoryQuery {
	readonly around?: string;
	readonly before?: string;
	readonly after?: string;
	readonly limit?: string;
}

const idOf = ({ message }: StoredMessage): bigint => BigInt(message.id);

/**
 * The part of a history (oldest first) that a query asks for, newest first. If several are given, Discord uses the
 * first of around, before, after. @throws ApiError 50035
 */
export const pickHistory = (seen: readonly StoredMessage[], query: HistoryQuery): StoredMessage[] => {
	const limit = readLimit(query.limit, 50, 100);
	const around = readId("around", query.around);
	const before = readId("before", query.before);
	const after = readId("after", query.after);
	return pick().reverse();

	function pick(): StoredMessage[] {
		if (around !== undefined) {
			const earlier = seen.filter((each) => idOf(each) < around).slice(-Math.floor(limit / 2) || seen.length);
			const later = seen.filter((each) => idOf(each) >= around).slice(0, limit - earlier.length);
			return [...earlier, ...later];
		}
		if (before !== undefined) return seen.filter((each) => idOf(each) < before).slice(-limit);
		if (after !== undefined) return seen.filter((each) => idOf(each) > after).slice(0, limit);
		return seen.slice(-limit);
	}
};
