import { type Finding, ok, wrong } from "./finding.ts";

/** What a server's Date header tells about this machine's clock. */
export interface ServerTime {
	/** The server's name, such as "Discord". */
	readonly of: string;
	/** How far this machine's clock is ahead of the server's, in ms; negative if it is behind. */
	readonly aheadMs: number;
}

/**
 * The largest offset that isn't reported, in ms: deadlines of buttons and answers are minutes away, and a Date header
 * has whole seconds.
 */
const toleratedMs = 10_000;

/** @returns the clock's offset; undefined if the answer had no Date header */
export const readServerTime = (
	of: string,
	date: string | null | undefined,
	{ sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
): ServerTime | undefined => {
	const at = Date.parse(date ?? "");
	// The header has whole seconds, so the time was half a second later on average.
	return Number.isNaN(at) ? undefined : { of, aheadMs: (sentAt + receivedAt) / 2 - (at + 500) };
};

const describeSpan = (ms: number): string => {
	const [amount, unit] =
		ms < 120_000
			? [ms / 1_000, "second"]
			: ms < 7_200_000
				? [ms / 60_000, "minute"]
				: [ms / 3_600_000, "hour"];
	return new Intl.NumberFormat("en-GB", {
		style: "unit",
		unit,
		unitDisplay: "long",
		maximumFractionDigits: 0,
	}).format(amount);
};

const describe = ({ of, aheadMs }: ServerTime): Finding =>
	wrong(
		`This machine's clock is ${describeSpan(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"} ${of}'s: let the system keep it right (timedatectl set-ntp true), or days and deadlines end at the wrong time.`,
	);

/** @returns no findings if no server told its time */
export const checkClock = (times: readonly ServerTime[]): Finding[] => {
	if (times.length === 0) return [];
	const off = new Map(
		times.filter(({ aheadMs }) => Math.abs(aheadMs) > toleratedMs).map((time) => [time.of, time]),
	);
	if (off.size > 0) return [...off.values()].map(describe);
	return [ok(`The clock agrees with that of ${[...new Set(times.map(({ of }) => of))].join(" and ")}.`)];
};
