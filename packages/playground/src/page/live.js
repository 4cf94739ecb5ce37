import { state } from "./state.js";

const firstRetryMs = 500;
const lastRetryMs = 4_000;

let source;
let timer;
let wait = firstRetryMs;

/**
 * Follows what the chosen member sees. A lost connection is taken up again by itself, for as long as it takes.
 *
 * @param handlers - by event name; `up` and `down` tell of the connection
 */
export const followLive = (handlers) => {
	clearTimeout(timer);
	source?.close();
	const mine = new EventSource(`/playground/live?${new URLSearchParams({ as: state.as, page: state.page })}`);
	source = mine;
	for (const name of ["guild", "messages", "message", "interaction", "modal", "voice", "troubles"])
		mine.addEventListener(name, (event) => {
			if (mine === source) handlers[name]?.(JSON.parse(event.data));
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
