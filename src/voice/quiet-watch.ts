import type { Clock } from "../shared/clock.ts";

/** Quiet hours begin with a minute, whichever way clocks and settings are changed. */
const minuteMs = 60_000;

export interface QuietWatchOptions {
	readonly clock: Clock;
	/** @returns when the guild's current quiet hours end, in ms; undefined outside of them. Never rejects */
	readonly findQuietEnd: () => Promise<number | undefined>;
	readonly onQuiet: (until: number) => void;
}

/** @returns a function that sets whether there is anything to be heard: meanwhile, quiet hours are looked for each minute */
export const watchQuiet = ({
	clock,
	findQuietEnd,
	onQuiet,
}: QuietWatchOptions): ((busy: boolean) => void) => {
	let cancel: (() => void) | undefined;
	const look = async () => {
		const until = await findQuietEnd();
		if (until !== undefined && cancel) onQuiet(until);
	};
	const wait = () => {
		cancel = clock.after(minuteMs - (clock.now() % minuteMs), () => {
			wait();
			void look();
		});
	};
	return (busy) => {
		if (busy === (cancel !== undefined)) return;
		cancel?.();
		cancel = undefined;
		if (busy) wait();
	};
};
