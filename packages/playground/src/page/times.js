import { make } from "./dom.js";
import { state } from "./state.js";

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
const steps = [
	["year", 31_557_600],
	["month", 2_629_800],
	["day", 86_400],
	["hour", 3_600],
	["minute", 60],
	["second", 1],
];

const format = (date, style) => new Intl.DateTimeFormat(state.locale, styles[style] ?? styles.f).format(date);

const relative = (date) => {
	const seconds = Math.round((date.getTime() - Date.now()) / 1_000);
	const [unit, length] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? steps.at(-1);
	return new Intl.RelativeTimeFormat(state.locale, { numeric: "auto" }).format(
		Math.trunc(seconds / length),
		unit,
	);
};

/** `<t:…>` as Discord shows it; a relative one keeps itself true. */
export const makeTimestamp = (seconds, style = "f") => {
	const date = new Date(seconds * 1_000);
	if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
	const time = make("time", { className: "stamp", dateTime: date.toISOString(), title: format(date, "F") });
	time.textContent = style === "R" ? relative(date) : format(date, style);
	if (style === "R") time.dataset.relative = "";
	return time;
};

setInterval(() => {
	for (const time of document.querySelectorAll("time[data-relative]")) {
		const text = relative(new Date(time.dateTime));
		if (time.textContent !== text) time.textContent = text;
	}
}, 1_000);

/** When a message was written: the time alone today, with the day before it otherwise. */
export const makeMessageTime = (iso) => {
	const date = new Date(iso);
	const today = date.toDateString() === new Date().toDateString();
	return make("time", { dateTime: iso, title: format(date, "F") }, format(date, today ? "t" : "s"));
};

export const shortTime = (iso) => format(new Date(iso), "t");
export const longDay = (iso) => format(new Date(iso), "D");

/** Seconds of sound as players write them: `0:07`, `12:40`. */
export const clockTime = (seconds) => {
	const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
