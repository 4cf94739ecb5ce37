import { make } from "./dom.js";
import { state } from "./state.js";

/** @type {Readonly<Record<string, Intl.DateTimeFormatOptions>>} */
const styles = {
	t: { timeStyle: "short" },
	T: { timeStyle: "medium" },
	d: { dateStyle: "short" },
	D: { dateStyle: "long" },
	f: { dateStyle: "long", timeStyle: "short" },
	F: { dateStyle: "full", timeStyle: "short" },
	s: { dateStyle: "short", timeStyle: "short" },
	S: { dateStyle: "short", timeStyle: "medium" },
};
/** Units of time, the longest first, each with its length in seconds. */
const steps = /** @type {const} */ ([
	["year", 31_557_600],
	["month", 2_629_800],
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
]);

/**
 * @param {Date} date
 * @param {string} style
 */
const format = (date, style) => new Intl.DateTimeFormat(state.locale, styles[style] ?? styles.f).format(date);

/** @param {Date} date */
const relative = (date) => {
	const seconds = Math.round((date.getTime() - Date.now()) / 1_000);
	const fitting = steps.find(([, each]) => Math.abs(seconds) >= each);
	const [unit, length] = fitting ?? /** @type {const} */ (["second", 1]);
	const count = Math.trunc(seconds / length);
	return new Intl.RelativeTimeFormat(state.locale, { numeric: "auto" }).format(count, unit);
};

/**
 * A `<t:…>` as Discord shows it; the text `<t:…>` itself if the time is out of range. A relative time updates itself.
 *
 * @param {number} seconds
 */
export const makeTimestamp = (seconds, style = "f") => {
	const date = new Date(seconds * 1_000);
	if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
	const time = make("time.stamp", { dateTime: date.toISOString(), title: format(date, "F") });
	time.textContent = style === "R" ? relative(date) : format(date, style);
	if (style === "R") time.dataset.relative = "";
	return time;
};

setInterval(() => {
	/** @type {NodeListOf<HTMLTimeElement>} */
	const shown = document.querySelectorAll("time[data-relative]");
	for (const time of shown) {
		const text = relative(new Date(time.dateTime));
		if (time.textContent !== text) time.textContent = text;
	}
}, 1_000);

/**
 * When a message was written: only the time if that was today, else with the date.
 *
 * @param {string} iso
 */
export const makeMessageTime = (iso) => {
	const date = new Date(iso);
	const today = date.toDateString() === new Date().toDateString();
	return make("time", { dateTime: iso, title: format(date, "F") }, format(date, today ? "t" : "s"));
};

/** @param {string} iso */
export const shortTime = (iso) => format(new Date(iso), "t");
/** @param {string} iso */
export const longDay = (iso) => format(new Date(iso), "D");

/**
 * A sound's length or position as players write it: `0:07`, `12:40`.
 *
 * @param {number} seconds
 */
export const clockTime = (seconds) => {
	const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
