/** @import { LiveEvents } from "../page-server/page-live.ts" */
import { state } from "./state.js";

const firstRetryMs = 500;
const lastRetryMs = 4_000;

/** @type {EventSource | undefined} */
let source;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let wait = firstRetryMs;

/** @typedef {{ [E in keyof LiveEvents]: (told: LiveEvents[E]) => void }} Listeners */

/** @typedef {Listeners & { up(): void, down(): void }} Handlers */

/**
 * Calls the listener of this name for each event of this name, until another connection replaces `from`.
 *
 * @template {keyof LiveEvents} E
 * @param {EventSource} from
 * @param {E} name
 * @param {Listeners} listeners
 */
const listen = (from, name, listeners) => {
	from.addEventListener(name, ({ data }) => {
		if (from === source) listeners[name](/** @type {LiveEvents[E]} */ (JSON.parse(data)));
	});
};

/** @satisfies {readonly (keyof LiveEvents)[]} */
const events = /** @type {const} */ ([
	"guild",
	"messages",
	"message",
	"interaction",
	"modal",
	"voice",
	"typing",
	"troubles",
	"voices",
]);

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
	for (const name of events) listen(mine, name, handlers);
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
