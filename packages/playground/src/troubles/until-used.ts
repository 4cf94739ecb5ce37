import type { Plan } from "./faults.ts";

/** A trouble that waits for its request; a second press cancels it. */
export const untilUsed = (plan: () => Plan) => {
	let waiting: Plan | undefined;
	return {
		isOn: () => waiting?.isWaiting ?? false,
		run: () => {
			if (waiting?.isWaiting) waiting.cancel();
			else waiting = plan();
		},
	};
};
