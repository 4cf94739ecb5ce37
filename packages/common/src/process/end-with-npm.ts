const lookEveryMs = 1_000;

/**
 * npm passes SIGTERM on to the shell by which it runs a script, but a shell ends without passing it on. What the shell has
 * started gets another parent then.
 *
 * @param onGone - called once, when this process was started by npm, and its parent has ended
 */
export const endWithNpm = (onGone: () => void): void => {
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		onGone();
	}, lookEveryMs).unref();
};
