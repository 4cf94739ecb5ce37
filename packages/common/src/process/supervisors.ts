import { spawn } from "node:child_process";

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

/**
 * Tells systemd, while this process's event loop turns, that it doesn't hang (WatchdogSec). Node has no datagrams of
 * Unix sockets, so systemd's own program sends them, which needs NotifyAccess=all. A child of the service's process says
 * nothing.
 */
export const notifyWatchdog = ({ NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = process.env): void => {
	const everyMs = Number(WATCHDOG_USEC) / 3_000;
	if (!NOTIFY_SOCKET || !(everyMs > 0) || Number(WATCHDOG_PID) !== process.pid) return;
	// Where the program isn't there, systemd starts this one again, and says why.
	const tell = () => void spawn("systemd-notify", ["WATCHDOG=1"], { stdio: "ignore" }).on("error", () => {});
	tell();
	setInterval(tell, everyMs).unref();
};
