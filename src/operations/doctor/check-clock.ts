import { type Finding, ok, wrong } from "./finding.ts";

/** The offset of this machine's clock by a server's Date header. */
export interface ServerTime {
	/** Such as "Discord". */
	readonly of: string;
	/** How far this machine is ahead of it, in ms; negative when it is behind. */
	readonly aheadMs: number;
}

/** Buttons and answers count in minutes, and a Date header in whole seconds. */
const toleratedMs = 10_000;

/** @returns the clock's offset by an answer; undefined without a Date header */
export const readServerTime = (
	of: string,
	date: string | null | undefined,
	{ sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
): ServerTime | undefined => {
	const at = Date.parse(date ?? "");
	// The header drops the fraction of its second.
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

/** @returns nothing when no server told its time */
export const checkClock = (times: readonly ServerTime[]): Finding[] => {
	if (times.length === 0) return [];
	const off = new Map(
		times.filter(({ aheadMs }) => Math.abs(aheadMs) > toleratedMs).map((time) => [time.of, time]),
	);
	if (off.size > 0) return [...off.values()].map(describe);
	return [ok(`The clock agrees with that of ${[...new Set(times.map(({ of }) => of))].join(" and ")}.`)];
};
