/** @import { LiveEvents } from "../page-server/page-live.ts" */
import { state } from "./state.js";

const firstRetryMs = 500;
const lastRetryMs = 4_000;

/** @type {EventSource | undefined} */
let source;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let wait = firstRetryMs;

/** @typedef {{ [E in keyof LiveEvents]: (told: LiveEvents[E]) => void } & { up(): void, down(): void }} Handlers */

/**
 * Follows the chosen member's live channel, in place of the channel followed before. When the connection is lost, tries
 * again until it is back.
 *
 * @param {Handlers} handlers - by event name; `up` and `down` tell that the connection is open or lost
 */
export const followLive = (handlers) => {
	clearTimeout(timer);
	source?.close();
	const query = new URLSearchParams({ ...state.place, as: state.as, page: state.page });
	const mine = new EventSource(`/playground/live?${query}`);
	source = mine;
	for (const [name, take] of Object.entries(handlers))
		mine.addEventListener(name, ({ data }) => {
			if (mine === source) take(JSON.parse(data));
		});
	mine.onopen = () => {
		wait = firstRetryMs;
		handlers.up();
	};
	mine.onerror = () => {
		if (mine !== source) return;
		mine.close();
		handlers.down();
		timer = setTimeout(() => followLive(handlers), wait);
		wait = Math.min(wait * 2, lastRetryMs);
	};
};
