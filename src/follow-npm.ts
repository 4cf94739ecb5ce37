const lookEveryMs = 1_000;

/**
 * npm that is ended by a signal doesn't pass it on to what it has started, which would go on alone.
 *
 * @param onGone - called once, when this process was started by `npm start`, and npm has ended
 */
export const followNpm = (onGone: () => void): void => {
	if (process.env.npm_lifecycle_event !== "start") return;
	const npm = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === npm) return;
		clearInterval(timer);
		onGone();
	}, lookEveryMs).unref();
};
