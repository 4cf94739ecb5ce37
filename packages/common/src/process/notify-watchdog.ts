import { spawn } from "node:child_process";

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
