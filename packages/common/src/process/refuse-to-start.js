/** Reports why a program doesn't start, as text or as a JSON log line. This is JavaScript that any Node can read. */
import { hostname } from "node:os";

/**
 * Exit codes by reason. 65, 77 and 78 (EX_DATAERR, EX_NOPERM and EX_CONFIG in sysexits.h) are for what only the operator
 * can put right: starting again doesn't help. The reasons with 1 may be temporary.
 */
export const exitCodes = /** @type {const} */ ({
	/** This Node is too old. */
	node: 78,
	/** A setting can't be used, or has no effect with another. */
	settings: 78,
	/** Discord refuses the token, an intent or the shards. */
	discord: 77,
	/** A database or a secret is damaged, lost, or of another version. */
	data: 65,
	/** A file, a folder or a database can't be used at the moment: another program has it, or the disk is full. */
	storage: 1,
	/** An expected failure of another kind, such as a port in use or shards that another machine has. */
	other: 1,
	/** A bug. Its stack is shown. */
	bug: 1,
});

/** Whether this is Herald or its service, and not one of the operator's tools. */
const isProgram = process.execArgv.some((word) => word.endsWith("/prepare.js"));

/** @returns whether this program's log is JSON; log.ts decides it in the same way */
const writesJson = () =>
	isProgram &&
	process.env.LOG_LEVEL !== "silent" &&
	(!process.stdout.isTTY || process.env.NODE_ENV === "production");

/** Matches everything but printable ASCII. */
const others = /[^ -~]/g;

/**
 * Says why a program doesn't start, and ends it.
 *
 * @param {keyof typeof exitCodes} reason
 * @param {string} message - for the operator
 * @param {string} name - the log's name
 * @returns {never}
 */
export const refuseToStart = (reason, message, name = "herald") => {
	process.stderr.write(`${message}\n`);
	const exitCode = exitCodes[reason];
	const line = { level: 60, time: Date.now(), pid: process.pid, hostname: hostname(), name };
	const told = JSON.stringify({ ...line, event: "not_started", reason, exitCode, msg: message });
	if (writesJson())
		process.stdout.write(
			`${told.replace(others, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`,
		);
	process.exit(exitCode);
};
