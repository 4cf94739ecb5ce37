import { spawn } from "node:child_process";

const lookEveryMs = 1_000;

/**
 * Watches for the end of npm's shell. npm passes SIGTERM to the shell that runs a script, but the shell ends without
 * passing it on. This process then gets another parent.
 *
 * @param onGone - called once, when the parent has ended; never if npm didn't start this process
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
 * Tells systemd that this process doesn't hang (WatchdogSec), as long as its event loop turns. Node can't send datagrams
 * to Unix sockets, so systemd's own program sends them, which needs NotifyAccess=all. Child processes send nothing.
 */
export const notifyWatchdog = ({ NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID } = process.env): void => {
	const everyMs = Number(WATCHDOG_USEC) / 3_000;
	if (!NOTIFY_SOCKET || !(everyMs > 0) || Number(WATCHDOG_PID) !== process.pid) return;
	// If systemd-notify is missing, systemd restarts this process and says why.
	const tell = () => void spawn("systemd-notify", ["WATCHDOG=1"], { stdio: "ignore" }).on("error", () => {});
	tell();
	setInterval(tell, everyMs).unref();
};
